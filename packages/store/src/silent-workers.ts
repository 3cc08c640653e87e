import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { sessions, workers } from "./schema/index.ts";

/** Workers that hold sessions and have not reported within `maxAgeMs`, or are not known at all. */
export async function silentWorkers(tx: Tx, maxAgeMs: number): Promise<string[]> {
  const old = sql`clock_timestamp() - ${maxAgeMs} * interval '1 millisecond'`;
  const rows = await tx
    .selectDistinct({ id: sessions.workerId })
    .from(sessions)
    .leftJoin(workers, eq(workers.id, sessions.workerId))
    .where(
      and(
        isNull(sessions.endedAt),
        isNotNull(sessions.workerId),
        // A worker that began a moment ago may not have reported yet.
        lt(sessions.createdAt, old),
        or(isNull(workers.id), lt(workers.seenAt, old)),
      ),
    );
  return rows.flatMap(({ id }) => id ?? []);
}
