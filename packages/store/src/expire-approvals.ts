import type { ExpiryReason } from "@deskfleet/contracts";
import { and, eq, exists, inArray, isNotNull, lte, or, type SQL, sql } from "drizzle-orm";
import { type ApprovalRecord, tellDecided, toApprovalRecord } from "./approvals.ts";
import type { Tx } from "./database.ts";
import { approvals, sessions } from "./schema/index.ts";

/**
 * Pending and approved ones whose time is over, or whose session has ended: nothing could be executed any more. No answer
 * means no. Answers those that expired now, with event and signal.
 */
export async function expireApprovals(tx: Tx): Promise<ApprovalRecord[]> {
  const endedSession = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, approvals.sessionId), isNotNull(sessions.endedAt)));
  const isOver = lte(approvals.expiresAt, sql`clock_timestamp()`);
  const because = sql<ExpiryReason>`case when ${isOver} then 'time' else 'session_ended' end`;
  return expire(tx, or(isOver, exists(endedSession)), because);
}

/** One that cannot be executed any more, for the given reason. False when it had an end already. */
export async function expireApproval(tx: Tx, id: string, because: ExpiryReason): Promise<boolean> {
  return (await expire(tx, eq(approvals.id, id), because)).length === 1;
}

async function expire(
  tx: Tx,
  condition: SQL | undefined,
  expiredBecause: ExpiryReason | SQL<ExpiryReason>,
): Promise<ApprovalRecord[]> {
  const rows = await tx
    .update(approvals)
    .set({ state: "expired", expiredBecause })
    .where(and(inArray(approvals.state, ["pending", "approved"]), condition))
    .returning();
  for (const row of rows) await tellDecided(tx, row);
  return rows.map(toApprovalRecord);
}
