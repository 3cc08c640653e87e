/** Callers that wait for news about an id. A wake-up may be lost (NOTIFY is no queue), so whoever waits also looks by itself. */
export class Wakeups {
  readonly #waiting = new Map<string, Set<() => void>>();

  wake(id: string): void {
    for (const resolve of this.#waiting.get(id) ?? []) resolve();
  }

  /** After a lost connection: anybody's news may have been missed. */
  wakeAll(): void {
    for (const id of [...this.#waiting.keys()]) this.wake(id);
  }

  /** Resolves at the next wake-up, or after `ms`, or when the signal aborts. */
  wait(id: string, ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(id) ?? new Set();
      this.#waiting.set(id, waiting);
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        waiting.delete(done);
        if (waiting.size === 0) this.#waiting.delete(id);
        resolve();
      };
      const timer = setTimeout(done, ms);
      waiting.add(done);
      signal.addEventListener("abort", done, { once: true });
    });
  }
}
