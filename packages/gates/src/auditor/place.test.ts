import { expect, it } from "vitest";
import { isSamePlace } from "./place.ts";

it.each([
  ["https://crm.example.com/a", "https://crm.example.com/b", true],
  ["https://crm.example.com/a", "https://hr.example.com/", false],
  ["Customers - Order Desk", "Orders - Order Desk", true],
  ["*notes.txt - Mousepad", "report.final - Mousepad", true],
  ["report.final - Mousepad", "report.final - LibreOffice Calc", false],
  ["Inbox - Chromium", "Forum - Chromium", false],
  ["Inbox - Chromium", "Inbox - Chromium", true],
  ["Order Desk", "Customers - Order Desk", false],
  ["", "", true],
  ["", "Order Desk", false],
])("%s and %s: one owner is %s", (one, other, isSame) => {
  expect(isSamePlace(one, other)).toBe(isSame);
});
