/** Wakes whoever waits for a tenant's events. One LISTEN connection serves all streams of the process. */
export class EventHub {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** A signal `event` arrived for this tenant. */
  wake(tenantId: string): void {
    for (const resolve of this.#waiting.get(tenantId) ?? []) resolve();
  }

  /** After a lost LISTEN connection nobody knows what was missed. */
  wakeAll(): void {
    for (const tenantId of this.#waiting.keys()) this.wake(tenantId);
  }

  /**
   * Calls `onWake` for every signal from now on. Subscribe before reading, so that nothing falls between.
   * @returns ends the subscription
   */
  subscribe(tenantId: string, onWake: () => void): () => void {
    const waiting = this.#waiting.get(tenantId) ?? new Set();
    this.#waiting.set(tenantId, waiting.add(onWake));
    return () => {
      waiting.delete(onWake);
      if (waiting.size === 0 && this.#waiting.get(tenantId) === waiting) this.#waiting.delete(tenantId);
    };
  }
}
