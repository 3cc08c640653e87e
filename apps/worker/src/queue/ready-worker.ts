import { setTimeout as delay } from "node:timers/promises";

export interface ReadyableWorker {
  waitUntilReady(): Promise<unknown>;
  pause(doNotWaitActive: boolean): Promise<void>;
  resume(): Promise<void>;
  close(force: boolean): Promise<void>;
}

const TRY_AGAIN_MS = 1_000;

/**
 * BullMQ on Postgres remembers when its first look at the schema failed, and such an instance never works again: a worker
 * that was made while the database was away, or its schema, is replaced until one is ready. A ready one reconnects itself.
 */
export function readyWorker(
  make: () => ReadyableWorker,
  onError: (error: Error) => void,
): Pick<ReadyableWorker, "pause" | "resume" | "close"> {
  const closing = new AbortController();
  let current = make();
  let isPaused = false;

  async function keepTrying(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await current.waitUntilReady();
        return;
      } catch (error) {
        onError(error as Error);
      }
      await current.close(true);
      await delay(TRY_AGAIN_MS, undefined, { signal: closing.signal });
      current = make();
      if (isPaused) await current.pause(true);
    }
  }

  const trying = keepTrying().catch((error: unknown) => {
    if (!closing.signal.aborted) onError(error as Error);
  });
  return {
    pause: (doNotWaitActive) => {
      isPaused = true;
      return current.pause(doNotWaitActive);
    },
    resume: () => {
      isPaused = false;
      return current.resume();
    },
    close: async (force) => {
      closing.abort();
      await current.close(force);
      await trying;
    },
  };
}
