import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../workflow/workflow-run.ts";

/** The attempt's clock: it stands still while a person is waited for, however many waits overlap. */
export class Patience implements Clock {
  readonly #wallMs: () => number;
  #waits = 0;
  #stoodStillMs = 0;
  #waitingSinceMs = 0;

  constructor(wallMs: () => number = () => performance.now()) {
    this.#wallMs = wallMs;
  }

  now(): number {
    const wallMs = this.#wallMs();
    return wallMs - this.#stoodStillMs - (this.#waits > 0 ? wallMs - this.#waitingSinceMs : 0);
  }

  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    try {
      await delay(ms, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  }

  /** Runs `work` while the clock stands still. */
  async waiting<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waits === 0) this.#waitingSinceMs = this.#wallMs();
    this.#waits += 1;
    try {
      return await work();
    } finally {
      this.#waits -= 1;
      if (this.#waits === 0) this.#stoodStillMs += this.#wallMs() - this.#waitingSinceMs;
    }
  }
}
