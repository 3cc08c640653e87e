import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { limitAttempt } from "./attempt-limit.ts";
import { Patience } from "./patience.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("an attempt ends when it has worked as long as it may", async () => {
  const abort = new AbortController();
  limitAttempt(abort, new Patience(), 5_000);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(abort.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(abort.signal.reason).toMatchObject({ outcome: "timeout" });
});

it("waiting for a person does not end it, and what was left before is left after", async () => {
  const abort = new AbortController();
  const clock = new Patience();
  limitAttempt(abort, clock, 5_000);
  await vi.advanceTimersByTimeAsync(4_000);
  const waiting = clock.waiting(() => new Promise((resolve) => setTimeout(resolve, 3_600_000)));
  await vi.advanceTimersByTimeAsync(3_600_000);
  await waiting;
  await vi.advanceTimersByTimeAsync(800);
  expect(abort.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(400);
  expect(abort.signal.aborted).toBe(true);
});
