import { expect, it } from "vitest";
import { timeAround } from "./record-time.ts";

it("a record is looked for around the time that its id begins with", () => {
  // 0x01980000_0000 milliseconds.
  expect(timeAround("01980000-0000-7000-8000-000000000001")).toEqual({
    from: new Date(0x019800000000 - 10_000).toISOString(),
    to: new Date(0x019800000000 + 10_000).toISOString(),
  });
});

it.each(["", "01980000", "01980000-0000-4000-8000-000000000001"])("%j names no record", (id) => {
  expect(timeAround(id)).toBeNull();
});
