import { FleetError } from "@deskfleet/contracts";

/** Calls that may wait for the slot at once. More means a caller that does not wait for answers. */
const WAITING_MAX = 32;

/**
 * One changing action at a time in a session, in the order they came: what gates and approvals looked at must still be
 * so when the action happens.
 */
export class ActionSlot {
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** @throws FleetError `action.rate_limited` when too many calls wait already; `work` has not started. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= WAITING_MAX)
      throw new FleetError("action.rate_limited", "Too many actions of this session wait for their turn", {
        data: { retryAfterMs: 100 },
      });
    this.#waiting += 1;
    const turn = this.#tail.then(work, work);
    this.#tail = turn.catch(() => undefined); // the caller gets the failure; the next in line only waits
    try {
      return await turn;
    } finally {
      this.#waiting -= 1;
    }
  }
}
