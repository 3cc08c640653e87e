import type { Batch } from "@deskfleet/contracts";
import { expect, it } from "vitest";
import { deadCount, rowCounts } from "./row-counts.ts";

const batch = {
  counts: { succeeded: 4, failed: 3, expired: 1, cancelled: 0, running: 1, queued: 2 },
  outcomes: { success: 4, business_error: 1, timeout: 2, expired: 1, cancelled: 0 },
} as unknown as Batch;

it("counts each row once: success, what went wrong by frequency, what is not over", () => {
  expect(rowCounts(batch).map(({ by, name, count }) => `${by} ${name} ${count}`)).toEqual([
    ...["outcome success 4", "outcome timeout 2", "outcome business_error 1", "state expired 1"],
    ...["state running 1", "state queued 2"],
  ]);
});

it("what ended without success may be run again", () => {
  expect(deadCount(batch)).toBe(4);
  expect(deadCount({ outcomes: { success: 4 } as Batch["outcomes"] })).toBe(0);
});
