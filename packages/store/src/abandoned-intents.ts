import type { AuditRecord } from "@deskfleet/contracts";
import { and, eq, gt, isNotNull, lte, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { toAuditRecord } from "./audit/chain.ts";
import type { Tx } from "./database.ts";
import { auditRecords, sessions } from "./schema/index.ts";

/**
 * Intents without an outcome of sessions that ended within a span of time: their worker died, or could not write what became
 * of them. Whoever calls leaves the session's own worker some seconds to write late outcomes. Oldest first.
 */
export async function abandonedIntents(
  tx: Tx,
  input: { endedAfter: Date; endedBefore: Date; limit: number },
): Promise<AuditRecord[]> {
  const outcomes = alias(auditRecords, "outcomes");
  const rows = await tx
    .select({ intent: auditRecords })
    .from(sessions)
    .innerJoin(auditRecords, and(eq(auditRecords.chain, sql`${sessions.id}::text`), eq(auditRecords.kind, "intent")))
    .where(
      and(
        isNotNull(sessions.endedAt),
        gt(sessions.endedAt, input.endedAfter),
        lte(sessions.endedAt, input.endedBefore),
        notExists(tx.select({ id: outcomes.id }).from(outcomes).where(eq(outcomes.intentId, auditRecords.id))),
      ),
    )
    .orderBy(auditRecords.id)
    .limit(input.limit);
  return rows.map(({ intent }) => toAuditRecord(intent));
}

/** By which all times in the database are made. */
export async function databaseNow(tx: Tx): Promise<Date> {
  const { rows } = await tx.execute<{ now: string }>(sql`select clock_timestamp()::text as now`);
  return new Date(rows[0]!.now);
}
