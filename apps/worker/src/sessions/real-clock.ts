import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../workflow/workflow-run.ts";

/** Milliseconds of this process. */
export const realClock: Clock = {
  now: () => performance.now(),
  sleep: async (ms, signal) => {
    try {
      await sleep(ms, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  },
};
