import { expect, it } from "vitest";
import { totalsOf } from "./totals.ts";

const hour = (succeeded: number, failed: number, cancelled = 0) => ({
  at: "2026-01-01T12:00:00Z",
  succeeded,
  failed,
  cancelled,
});

it("a success rate leaves out what a person cancelled, never rounds up to all, and is none of nothing", () => {
  expect(totalsOf([hour(2, 0, 5), hour(997, 1)])).toEqual({ succeeded: 999, ended: 1_000, rate: 99 });
  expect(totalsOf([hour(3, 0)]).rate).toBe(100);
  expect(totalsOf([hour(0, 0, 4)]).rate).toBeNull();
});
