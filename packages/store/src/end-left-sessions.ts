import { and, isNull, or, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { sessions } from "./schema/index.ts";
import { ENDED } from "./sessions.ts";

/**
 * Ends live sessions that nobody will end: those whose attempt has ended (their worker could not write it down), and those
 * that no worker ever took (the API died in between). Answers their ids. This is about the rows; a desktop, if there is
 * one, is its worker's or its reaper's to destroy.
 */
export async function endLeftSessions(tx: Tx, input: { attemptEndedMs: number; untakenMs: number }): Promise<string[]> {
  const ago = (ms: number) => sql`clock_timestamp() - ${ms} * interval '1 millisecond'`;
  const rows = await tx
    .update(sessions)
    .set({ ...ENDED, endReason: "left_behind" })
    .where(
      and(
        isNull(sessions.endedAt),
        or(
          sql`exists (select from attempts a where a.id = ${sessions.attemptId} and a.ended_at < ${ago(input.attemptEndedMs)})`,
          and(isNull(sessions.workerId), sql`${sessions.createdAt} < ${ago(input.untakenMs)}`),
        ),
      ),
    )
    .returning({ id: sessions.id });
  return rows.map(({ id }) => id);
}
