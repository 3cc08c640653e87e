import type { Batch } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { progressOf } from "./batch-progress.ts";

const createdAt = "2026-01-01T12:00:00Z";
const now = Date.parse(createdAt) + 60_000;
const batch = (counts: Batch["counts"], state: Batch["state"] = "running") =>
  ({ rows: 10, counts, state, createdAt }) as Batch;

describe("the progress of a batch", () => {
  it("says what became of the rows, and when the rest will be done at this pace", () => {
    const progress = progressOf(batch({ succeeded: 3, failed: 1, running: 2, queued: 4 } as Batch["counts"]), now);
    expect(progress.text).toBe("3 of 10 succeeded, 1 did not, 2 running");
    expect(progress.leftMs).toBe(90_000);
  });

  it.each([
    ["nothing is done yet", { running: 2, queued: 8 }, "running"],
    ["all is done", { succeeded: 9, failed: 1 }, "finished"],
    ["it is paused", { succeeded: 5, queued: 5 }, "paused"],
  ] as const)("promises no end where %s", (_name, counts, state) => {
    expect(progressOf(batch(counts as unknown as Batch["counts"], state), now).leftMs).toBeNull();
  });
});
