import { FleetError } from "@deskfleet/contracts";
import { type Database, heartbeat, type LeaseProof } from "@deskfleet/store";
import type { Logger } from "../log.ts";

export interface LeaseTimes {
  /** How long a lease lasts without a heartbeat; default 15 s. */
  readonly leaseMs: number;
  /** Between heartbeats; default 5 s. */
  readonly heartbeatMs: number;
}

/**
 * Keeps an attempt's lease alive, and aborts the attempt when it is lost: when Postgres says so, or when Postgres has not
 * answered until just before the lease runs out. After that another worker may hold the task, so nothing more may be done.
 */
export function keepLease(
  options: LeaseProof & LeaseTimes & { database: Database; abort: AbortController; log: Logger },
): { release(): void } {
  const { database, attemptId, token, leaseMs, heartbeatMs, abort, log } = options;
  // The answer may take a moment, the abort too: stop a little before the lease does.
  const marginMs = Math.min(1_000, leaseMs / 5);
  let deadline = expire(leaseMs);
  let timer = setTimeout(beat, heartbeatMs);
  let isReleased = false;

  function expire(afterMs: number): NodeJS.Timeout {
    return setTimeout(lose, Math.max(0, afterMs - marginMs), "the database did not answer until the lease ran out");
  }

  function lose(why: string): void {
    release();
    log.warn({ attemptId, why }, "lease lost");
    abort.abort(new FleetError("lease.lost", "Another worker may hold the task: the lease ran out"));
  }

  function beat(): void {
    const sentAt = performance.now();
    database
      .system((tx) => heartbeat(tx, { attemptId, token, leaseMs }))
      .then(
        (isHeld) => {
          if (isReleased) return;
          if (!isHeld) return lose("the lease is another's or has run out");
          clearTimeout(deadline);
          // Counted from when it was sent: Postgres may have renewed it then.
          deadline = expire(leaseMs - (performance.now() - sentAt));
          timer = setTimeout(beat, heartbeatMs);
        },
        (error: unknown) => {
          if (isReleased) return;
          log.warn({ attemptId, err: error }, "a heartbeat failed");
          timer = setTimeout(beat, Math.min(500, heartbeatMs));
        },
      );
  }

  function release(): void {
    isReleased = true;
    clearTimeout(timer);
    clearTimeout(deadline);
  }

  return { release };
}
