import type { SessionFrame } from "@deskfleet/contracts";

type Cause = SessionFrame["cause"];

/** Milliseconds. */
export interface LookTimes {
  /** From what happened to the look at it: programs have painted by then. */
  readonly settle: number;
  /** Between two looks. What never settles is looked at in between. */
  readonly interval: number;
  /** A look lets actions go first for so long. */
  readonly patience: number;
  /** From one look to the next one after it: what was done may show late. */
  readonly again: readonly number[];
}

export interface LookScheduleOptions {
  readonly times: LookTimes;
  /** Something is done on the desktop right now. */
  readonly isBusy: () => boolean;
  readonly look: (cause: Cause) => void;
}

/**
 * When a look that something wishes for is due: once that has settled, nothing is being done and the last look was long enough ago.
 * Several wishes are one look, which has the last one's cause. One that is overdue comes also beside what is being done. Until
 * something else is wished for, further looks follow it.
 */
export class LookSchedule {
  readonly #options: LookScheduleOptions;
  #wish: { readonly cause: Cause; readonly sinceMs: number; readonly lastMs: number } | null = null;
  #timer: NodeJS.Timeout | undefined;
  #lookedMs = Number.NEGATIVE_INFINITY;
  /** Looks that have followed the wish. */
  #followed = 0;

  constructor(options: LookScheduleOptions) {
    this.#options = options;
  }

  wish(cause: Cause): void {
    this.#followed = 0;
    this.#want(cause);
  }

  /** A look begins, whatever it is for. */
  looked(): void {
    this.#lookedMs = performance.now();
  }

  stop(): void {
    this.#wish = null;
    clearTimeout(this.#timer);
  }

  #want(cause: Cause): void {
    const nowMs = performance.now();
    this.#wish = { cause, sinceMs: this.#wish?.sinceMs ?? nowMs, lastMs: nowMs };
    this.#arm(this.#wish.sinceMs + this.#options.times.interval);
  }

  #arm(latestMs: number): void {
    const nowMs = performance.now();
    const { settle, interval } = this.#options.times;
    const dueMs = Math.max(Math.min(nowMs + settle, latestMs), this.#lookedMs + interval);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#onDue(), Math.max(0, dueMs - nowMs));
    this.#timer.unref();
  }

  #onDue(): void {
    if (this.#wish === null) return;
    const { cause, sinceMs, lastMs } = this.#wish;
    const nowMs = performance.now();
    const { isBusy, look, times } = this.#options;
    const isTooSoon = nowMs < this.#lookedMs + times.interval; // another look came in between
    if (isTooSoon || (isBusy() && nowMs < sinceMs + times.patience)) {
      this.#arm(sinceMs + times.patience);
      return;
    }
    this.#wish = null;
    look(cause);
    if (nowMs < lastMs + times.settle)
      this.#want(cause); // what came last is not on the screen yet
    else this.#follow(cause);
  }

  #follow(cause: Cause): void {
    const afterMs = this.#options.times.again[this.#followed];
    this.#followed += 1;
    if (afterMs === undefined) return;
    this.#timer = setTimeout(() => this.#want(cause), afterMs);
    this.#timer.unref();
  }
}
