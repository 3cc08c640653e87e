import { setTimeout as delay } from "node:timers/promises";
import { FleetError, type JsonObject, storableText } from "@deskfleet/contracts";
import { type Database, finishAttempt, giveBackAttempt, type LeaseProof, notify } from "@deskfleet/store";
import type { Logger } from "../log.ts";
import type { Ending } from "../workflow/outcomes.ts";

export interface Settlement extends Ending {
  readonly output: JsonObject | null;
  /** Not the task's fault: due again at once, and not counted. */
  readonly isGivenBack: boolean;
}

const RETRY_MS_FIRST = 200;
const RETRY_MS_MAX = 5_000;
/** Beyond this the reconciler has long closed the attempt. */
const GIVE_UP_MS = 120_000;

/**
 * Stores how the attempt ended. While the database is away it is tried again: done work is not thrown away as long as
 * nobody else has closed the attempt (a token that is stale by then changes nothing).
 */
export async function settleAttempt(
  options: { database: Database; log: Logger },
  lease: LeaseProof,
  settlement: Settlement,
): Promise<void> {
  const { database, log } = options;
  const startedMs = performance.now();
  for (let waitMs = RETRY_MS_FIRST; ; waitMs = Math.min(waitMs * 2, RETRY_MS_MAX)) {
    try {
      const isAccepted = await store(database, lease, settlement);
      if (!isAccepted) log.warn({ attemptId: lease.attemptId }, "an attempt had been closed by others before it ended");
      return;
    } catch (error) {
      const isPassing = error instanceof FleetError && error.code === "store.unavailable";
      if (!isPassing || performance.now() - startedMs > GIVE_UP_MS) {
        log.error(
          { attemptId: lease.attemptId, err: error },
          "an attempt's end could not be stored; the reconciler will",
        );
        return;
      }
      await delay(waitMs);
    }
  }
}

function store(database: Database, lease: LeaseProof, settlement: Settlement): Promise<boolean> {
  const { outcome, output, isGivenBack } = settlement;
  // It can quote a window's title. An end that cannot be stored would be a row that is done again.
  const reason = storableText(settlement.reason);
  return database.system(async (tx) => {
    if (isGivenBack) return giveBackAttempt(tx, { ...lease, reason });
    const { isAccepted } = await finishAttempt(tx, {
      ...lease,
      outcome,
      reason: outcome === "success" ? null : reason,
      output,
    });
    // A place has become free: whoever leads the dispatch looks again.
    if (isAccepted) await notify(tx, { kind: "task.queued" });
    return isAccepted;
  });
}
