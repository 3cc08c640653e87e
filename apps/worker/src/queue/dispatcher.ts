import { claimDueTasks, type Database, type Dispatch, dispatchRoom } from "@deskfleet/store";
import type { Transport } from "./transport.ts";

export interface DispatcherOptions {
  readonly database: Database;
  readonly transport: Transport;
  /** A worker that did not report for this long has no slots. */
  readonly workerMaxAgeMs: number;
  /** This worker's own: counted even before its first report. */
  readonly slots: number;
}

/** In the queue beyond what can run at once, so that a slot that becomes free finds work at once. */
const SPARE = 10;
const CLAIM_MAX = 200;

/**
 * Moves due tasks to the transport, as many as can soon run. The claim is committed before the transport has the jobs: if
 * this process dies or the transport refuses in between, the reconciler finds them given out but not begun.
 */
export async function dispatch({ database, transport, workerMaxAgeMs, slots }: DispatcherOptions): Promise<void> {
  for (;;) {
    const claimed = await database.system(async (tx) => {
      const room = await dispatchRoom(tx, { workerMaxAgeMs, slotsMin: slots, spare: SPARE });
      return room === 0 ? [] : claimDueTasks(tx, { limit: Math.min(room, CLAIM_MAX) });
    });
    if (claimed.length === 0) return;
    await transport.add(toJobs(claimed));
    if (claimed.length < CLAIM_MAX) return;
  }
}

export function toJobs(dispatches: readonly Dispatch[]): { taskId: string; tenantId: string; dispatch: number }[] {
  return dispatches.map(({ taskId, tenantId, dispatch }) => ({ taskId, tenantId, dispatch }));
}
