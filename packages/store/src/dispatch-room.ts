import { sql } from "drizzle-orm";
import type { Tx } from "./database.ts";

/**
 * How many more tasks may go to the transport now: as many as live workers have slots, beyond those that run, and `spare`. Workers
 * that are drained take none. A short queue is what keeps priorities and fair shares late decisions, and a lost queue cheap to rebuild.
 */
export async function dispatchRoom(
  tx: Tx,
  input: { workerMaxAgeMs: number; slotsMin: number; spare: number },
): Promise<number> {
  const { rows } = await tx.execute<{ slots: number; waiting: number }>(sql`
    select
      (select coalesce(sum(slots), 0)::int from workers
       where not is_draining and seen_at > clock_timestamp() - ${input.workerMaxAgeMs} * interval '1 millisecond') as slots,
      (select count(*)::int from tasks where state = 'queued' and dispatched_at is not null) as waiting`);
  const { slots, waiting } = rows[0] ?? { slots: 0, waiting: 0 };
  return Math.max(0, Math.max(slots, input.slotsMin) + input.spare - waiting);
}
