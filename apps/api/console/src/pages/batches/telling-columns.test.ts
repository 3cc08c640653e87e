import { expect, it } from "vitest";
import { tellingColumns } from "./telling-columns.ts";

it("chooses words that differ from row to row, the shorter first", () => {
  const rows = ["Müller", "王", "O'Neil"].map((customer, index) => ({
    ...{ quantity: index, express: true, date: `2026-01-0${index + 1}`, product: "Monitor", postcode: `1000${index}` },
    ...{ email: `${customer}@example.com`, customer },
  }));
  expect(tellingColumns(rows, 2)).toEqual(["customer", "email"]);
});

it("takes what there is where nothing tells them apart, and nothing of nothing", () => {
  expect(tellingColumns([{ quantity: 1 }], 2)).toEqual(["quantity"]);
  expect(tellingColumns([], 2)).toEqual([]);
});
