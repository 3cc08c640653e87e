import { FleetError } from "@deskfleet/contracts";

/** How many long-lived connections one principal holds in this process. */
export class StreamLimit {
  readonly #open = new Map<string, number>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** @returns gives the place back; calling it twice counts once. @throws FleetError `request.rate_limited` */
  take(principalId: string): () => void {
    const count = this.#open.get(principalId) ?? 0;
    if (count >= this.#max)
      throw new FleetError("request.rate_limited", `At most ${this.#max} streams at a time; close one first`, {
        data: { retryAfterMs: 1_000 },
      });
    this.#open.set(principalId, count + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const left = (this.#open.get(principalId) ?? 1) - 1;
      if (left === 0) this.#open.delete(principalId);
      else this.#open.set(principalId, left);
    };
  }
}
