import type { AuditRecord, Outcome, Page, PageQuery } from "@deskfleet/contracts";
import { and, asc, desc, eq, gt, gte, inArray, lt, lte, notExists, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Tx } from "../database.ts";
import { decodeCursor, toPage } from "../paging.ts";
import { auditRecords } from "../schema/index.ts";
import { toAuditRecord } from "./chain.ts";

export interface AuditFilters {
  readonly sessionId?: string | undefined;
  readonly taskId?: string | undefined;
  readonly attemptId?: string | undefined;
  readonly chain?: string | undefined;
  readonly action?: string | undefined;
  readonly result?: AuditRecord["result"] | undefined;
  /** As recorded: `principal:<id>`, `system`. */
  readonly actor?: string | undefined;
  /** What the gates decided together. */
  readonly verdict?: Outcome | undefined;
  /** ISO 8601; from, inclusive. */
  readonly from?: string | undefined;
  /** ISO 8601; to, exclusive. */
  readonly to?: string | undefined;
}

/** Newest first, by id (ids sort by time of creation). */
export async function listAudit(tx: Tx, filters: AuditFilters, page: PageQuery): Promise<Page<AuditRecord>> {
  const after = decodeCursor(page.cursor);
  const rows = await tx
    .select()
    .from(auditRecords)
    .where(and(matches(filters), after === null ? undefined : lt(auditRecords.id, after)))
    .orderBy(desc(auditRecords.id))
    .limit(page.limit + 1);
  return toPage(rows, page.limit, toAuditRecord);
}

/**
 * Oldest first, in portions: memory does not grow with the export. Keep the transaction open while reading, or go on in another
 * one after the last record's id: a slow reader then holds no connection.
 */
export async function* exportAudit(
  tx: Tx,
  filters: AuditFilters,
  options: { afterId?: string | null; portion?: number } = {},
): AsyncGenerator<AuditRecord> {
  const portion = options.portion ?? 1_000;
  for (let afterId = options.afterId ?? null; ; ) {
    const rows: (typeof auditRecords.$inferSelect)[] = await tx
      .select()
      .from(auditRecords)
      .where(and(matches(filters), afterId === null ? undefined : gt(auditRecords.id, afterId)))
      .orderBy(asc(auditRecords.id))
      .limit(portion);
    for (const row of rows) yield toAuditRecord(row);
    const last = rows.at(-1);
    if (!last || rows.length < portion) return;
    afterId = last.id;
  }
}

/** The reconciler looks back this far; what is older was closed when it was younger. */
const OPEN_INTENTS_WINDOW_DAYS = 7;

/**
 * Intents without an outcome, oldest first: of these sessions, or older than `olderThanMs` (the age keeps what runs right now out
 * of it). After a crash the reconciler closes each with an outcome `unknown`.
 */
export async function openIntents(
  tx: Tx,
  filters: { olderThanMs?: number; sessionIds?: readonly string[]; limit?: number },
): Promise<AuditRecord[]> {
  const { olderThanMs = 0, sessionIds, limit = 500 } = filters;
  const outcomes = alias(auditRecords, "outcomes");
  const rows = await tx
    .select()
    .from(auditRecords)
    .where(
      and(
        eq(auditRecords.kind, "intent"),
        lte(auditRecords.at, sql`clock_timestamp() - ${olderThanMs} * interval '1 millisecond'`),
        sessionIds === undefined
          ? gt(auditRecords.at, sql`now() - make_interval(days => ${OPEN_INTENTS_WINDOW_DAYS})`)
          : inArray(auditRecords.chain, [...sessionIds]),
        notExists(tx.select({ one: sql`1` }).from(outcomes).where(eq(outcomes.intentId, auditRecords.id))),
      ),
    )
    .orderBy(asc(auditRecords.id))
    .limit(limit);
  return rows.map(toAuditRecord);
}

function matches(filters: AuditFilters): SQL | undefined {
  const { sessionId, taskId, attemptId, chain, action, result, actor, verdict, from, to } = filters;
  return and(
    // A session's id is its chain, which has the index.
    sessionId === undefined ? undefined : eq(auditRecords.chain, sessionId),
    taskId === undefined ? undefined : eq(auditRecords.taskId, taskId),
    attemptId === undefined ? undefined : eq(auditRecords.attemptId, attemptId),
    chain === undefined ? undefined : eq(auditRecords.chain, chain),
    action === undefined ? undefined : eq(auditRecords.action, action),
    result === undefined || result === null ? undefined : eq(auditRecords.result, result),
    actor === undefined ? undefined : eq(auditRecords.actor, actor),
    verdict === undefined ? undefined : sql`${auditRecords.evaluation} ->> 'outcome' = ${verdict}`,
    from === undefined ? undefined : gte(auditRecords.at, new Date(from)),
    to === undefined ? undefined : lt(auditRecords.at, new Date(to)),
  );
}
