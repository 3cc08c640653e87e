import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { appendEvent } from "./events.ts";
import { sessions } from "./schema/index.ts";
import { ENDED } from "./sessions.ts";

/*
 * Ends of live sessions whose worker does not end them. This is about the rows; a desktop, if there is one, is its worker's or its
 * reaper's to destroy. Who follows the session's events is told, as its worker would have told them. All answer the sessions' ids.
 */

/** Of a worker that is gone, or that says after a restart that it has none. */
export function endSessionsOfWorker(tx: Tx, workerId: string, endReason: string): Promise<string[]> {
  return endWhere(tx, eq(sessions.workerId, workerId), endReason);
}

/** Of an attempt whose worker fell silent. */
export function endSessionOfAttempt(tx: Tx, sessionId: string, endReason: string): Promise<string[]> {
  return endWhere(tx, eq(sessions.id, sessionId), endReason);
}

/** Those whose attempt has ended (their worker could not write it down), and those that no worker ever took (the API died in between). */
export function endLeftSessions(tx: Tx, input: { attemptEndedMs: number; untakenMs: number }): Promise<string[]> {
  const ago = (ms: number) => sql`clock_timestamp() - ${ms} * interval '1 millisecond'`;
  const isLeft = or(
    sql`exists (select from attempts a where a.id = ${sessions.attemptId} and a.ended_at < ${ago(input.attemptEndedMs)})`,
    and(isNull(sessions.workerId), sql`${sessions.createdAt} < ${ago(input.untakenMs)}`),
  );
  return endWhere(tx, isLeft, "left_behind");
}

async function endWhere(tx: Tx, condition: SQL | undefined, endReason: string): Promise<string[]> {
  const { id, tenantId, taskId } = sessions;
  const rows = await tx
    .update(sessions)
    .set({ ...ENDED, endReason })
    .where(and(isNull(sessions.endedAt), condition))
    .returning({ id, tenantId, taskId });
  for (const { id: sessionId, ...row } of rows)
    await appendEvent(tx, { ...row, type: "session.ended", sessionId, data: { reason: endReason } });
  return rows.map((row) => row.id);
}
