const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** How long to leave alone what has just failed, by key: doubles from half a second to half a minute. */
export class Backoff {
  readonly #failed = new Map<string, { failures: number; until: number }>();

  /** Returns the milliseconds to wait. */
  fail(key: string, now: number): number {
    const failures = (this.#failed.get(key)?.failures ?? 0) + 1;
    const waitMs = Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
    this.#failed.set(key, { failures, until: now + waitMs });
    return waitMs;
  }

  succeed(key: string): void {
    this.#failed.delete(key);
  }

  isWaiting(key: string, now: number): boolean {
    return (this.#failed.get(key)?.until ?? 0) > now;
  }
}
