import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { timeLimit } from "./time-limit.ts";

/** What a busy process does by itself sooner or later. */
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

describe("a time limit", () => {
  it("fires although nobody but a listener holds it, and garbage is collected meanwhile", async () => {
    const aborted = new Promise<unknown>((resolve) => {
      const { signal } = timeLimit(200, new AbortController().signal);
      signal.addEventListener("abort", () => resolve(signal.reason), { once: true });
    });
    for (let round = 0; round < 3; round++) {
      collectGarbage();
      await sleep(20);
    }
    expect(await aborted).toMatchObject({ name: "TimeoutError" });
  });

  it("ends as the first of its signals does, also one that has already", () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const limit = timeLimit(60_000, first.signal, second.signal);
    second.abort("stopped");
    expect([limit.signal.aborted, limit.signal.reason]).toEqual([true, "stopped"]);
    limit.clear();
    const late = timeLimit(60_000, second.signal);
    expect(late.signal.reason).toBe("stopped");
    late.clear();
  });

  it("is none any more once it was cleared", async () => {
    const stop = new AbortController();
    const { signal, clear } = timeLimit(10, stop.signal);
    clear();
    stop.abort();
    await sleep(50);
    expect(signal.aborted).toBe(false);
  });
});
