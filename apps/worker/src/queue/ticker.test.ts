import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Ticker } from "./ticker.ts";

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

describe("a ticker", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const ticker = (work: () => Promise<void>) => new Ticker({ name: "test", intervalMs: 1_000, log: quiet, work });

  it("works at its interval and when woken, not before it is started", async () => {
    const work = vi.fn(async () => undefined);
    const timer = ticker(work);
    timer.wake();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(work).toHaveBeenCalledTimes(0);
    timer.start();
    await vi.advanceTimersByTimeAsync(3_500);
    expect(work).toHaveBeenCalledTimes(4);
    timer.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(work).toHaveBeenCalledTimes(5);
    await timer.stop();
  });

  it("never works twice at once; wake-ups during work cause one more round", async () => {
    let running = 0;
    let most = 0;
    const work = vi.fn(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 100));
      running -= 1;
    });
    const timer = ticker(work);
    timer.start();
    for (let times = 0; times < 10; times += 1) timer.wake();
    await vi.advanceTimersByTimeAsync(500);
    expect(work).toHaveBeenCalledTimes(2);
    expect(most).toBe(1);
    await timer.stop();
  });

  it("goes on after a failure", async () => {
    const work = vi.fn(() => Promise.reject(new Error("away")));
    const timer = ticker(work);
    timer.start();
    await vi.advanceTimersByTimeAsync(2_500);
    expect(work).toHaveBeenCalledTimes(3);
    await timer.stop();
  });

  it("stopped, waits for what runs and works no more until it is started again", async () => {
    const work = vi.fn(() => new Promise<void>((resolve) => setTimeout(resolve, 100)));
    const timer = ticker(work);
    timer.start();
    const stopped = timer.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    await stopped;
    expect(work).toHaveBeenCalledTimes(1);
    timer.start();
    await vi.advanceTimersByTimeAsync(50);
    expect(work).toHaveBeenCalledTimes(2);
    await Promise.all([timer.stop(), vi.advanceTimersByTimeAsync(200)]);
  });
});
