import type { Logger } from "../log.ts";

/**
 * Runs `work` every `intervalMs` and whenever woken, never twice at once: a wake-up during a run causes one more run after
 * it. What fails is logged and tried again at the next tick.
 */
export class Ticker {
  readonly #work: () => Promise<void>;
  readonly #intervalMs: number;
  readonly #log: Logger;
  readonly #name: string;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #isWoken = false;
  #isOn = false;

  constructor(options: { name: string; intervalMs: number; log: Logger; work(): Promise<void> }) {
    this.#name = options.name;
    this.#intervalMs = options.intervalMs;
    this.#log = options.log;
    this.#work = options.work;
  }

  start(): void {
    if (this.#isOn) return;
    this.#isOn = true;
    this.wake();
  }

  /** Resolves when the last run has ended. */
  async stop(): Promise<void> {
    this.#isOn = false;
    clearTimeout(this.#timer);
    await this.#running;
  }

  wake(): void {
    if (!this.#isOn) return;
    this.#isWoken = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      if (!this.#isOn) return;
      if (this.#isWoken) return this.wake();
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.wake(), this.#intervalMs);
    });
  }

  async #run(): Promise<void> {
    while (this.#isWoken && this.#isOn) {
      this.#isWoken = false;
      try {
        await this.#work();
      } catch (error) {
        this.#log.warn({ err: error }, `${this.#name} failed; it is tried again`);
      }
    }
  }
}
