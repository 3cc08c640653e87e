import { expect, it } from "vitest";
import { fromLocalField, toLocalField } from "./local-time.ts";

it("a time goes through the field and back, to the minute", () => {
  expect(fromLocalField(toLocalField("2026-03-01T12:34:56.789Z"))).toBe("2026-03-01T12:34:00.000Z");
});

it.each(["", "2026-", "tomorrow"])("%j is no time yet", (text) => {
  expect(fromLocalField(text)).toBeNull();
});

it("a task without a time leaves the field empty", () => {
  expect(toLocalField(undefined)).toBe("");
});
