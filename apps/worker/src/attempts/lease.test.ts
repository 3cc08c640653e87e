import { FleetError } from "@deskfleet/contracts";
import type { Database } from "@deskfleet/store";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepLease } from "./lease.ts";

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const TIMES = { leaseMs: 15_000, heartbeatMs: 5_000 };

/** `answer` stands for the heartbeat's transaction. */
function hold(answer: () => Promise<boolean>) {
  const abort = new AbortController();
  const database = { system: answer } as unknown as Database;
  const lease = keepLease({ attemptId: "a", token: 1, ...TIMES, database, abort, log: quiet });
  return { abort, lease };
}

describe("a lease", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is kept as long as heartbeats are answered", async () => {
    const answer = vi.fn(async () => true);
    const { abort, lease } = hold(answer);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(abort.signal.aborted).toBe(false);
    expect(answer).toHaveBeenCalledTimes(24);
    lease.release();
  });

  it("that is another's ends the attempt at the next heartbeat", async () => {
    const { abort } = hold(async () => false);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(abort.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(abort.signal.reason).toMatchObject({ code: "lease.lost" });
  });

  it.each([
    ["fails", () => Promise.reject(new FleetError("store.unavailable", "away"))],
    ["does not answer", () => new Promise<boolean>(() => undefined)],
  ])("ends the attempt before it runs out when the database %s", async (_name, answer) => {
    const { abort } = hold(answer);
    await vi.advanceTimersByTimeAsync(13_900);
    expect(abort.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(abort.signal.reason).toMatchObject({ code: "lease.lost" });
  });

  it("survives a database that was away for less than the lease", async () => {
    let isAway = true;
    const { abort, lease } = hold(async () => {
      if (isAway) throw new FleetError("store.unavailable", "away");
      return true;
    });
    await vi.advanceTimersByTimeAsync(12_000);
    isAway = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(abort.signal.aborted).toBe(false);
    lease.release();
  });

  it("once released aborts nothing and beats no more", async () => {
    const answer = vi.fn(async () => false);
    const { abort, lease } = hold(answer);
    lease.release();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(abort.signal.aborted).toBe(false);
    expect(answer).not.toHaveBeenCalled();
  });
});
