import { FleetError } from "@deskfleet/contracts";
import type { Desktop, DesktopKind } from "../driver.ts";

export interface Waiter {
  readonly key: string;
  readonly kind: DesktopKind;
  /** Starts that failed while it waited. */
  failures: number;
  readonly resolve: (desktop: Desktop) => void;
  readonly reject: (error: FleetError) => void;
}

/** Claims that wait for a desktop, first come first served within a kind. */
export class Waiters implements Iterable<Waiter> {
  readonly #queue = new Set<Waiter>();

  get size(): number {
    return this.#queue.size;
  }

  [Symbol.iterator](): Iterator<Waiter> {
    return this.#queue.values();
  }

  count(key: string): number {
    return [...this.#queue].filter((waiter) => waiter.key === key).length;
  }

  /** The next one that waits for this key; it waits no longer. */
  take(key: string): Waiter | undefined {
    for (const waiter of this.#queue)
      if (waiter.key === key) {
        this.#queue.delete(waiter);
        return waiter;
      }
    return undefined;
  }

  /** Waits until a desktop is handed over. @throws FleetError `desktop.unavailable` when the signal aborts */
  wait(key: string, kind: DesktopKind, signal: AbortSignal, onAbort: () => void): Promise<Desktop> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener("abort", abort);
        this.#queue.delete(waiter);
      };
      const abort = () => {
        leave();
        reject(new FleetError("desktop.unavailable", "The claim was cancelled", { cause: signal.reason }));
        onAbort();
      };
      const waiter: Waiter = {
        key,
        kind,
        failures: 0,
        resolve: (desktop) => {
          leave();
          resolve(desktop);
        },
        reject: (error) => {
          leave();
          reject(error);
        },
      };
      this.#queue.add(waiter);
      signal.addEventListener("abort", abort, { once: true });
    });
  }
}
