import { type AuditJudgement, type AuditReportKind, FleetError, type Page, type PageQuery } from "@deskfleet/contracts";
import { and, desc, eq, getTableColumns, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { storable } from "../audit/canonical.ts";
import type { Tx } from "../database.ts";
import { decodeCursor, toPage } from "../paging.ts";
import { auditorJudgements } from "../schema/index.ts";

/** What is known when an action was judged; what people say of it comes later. */
export type NewJudgement = Omit<AuditJudgement, "at" | "overriddenBy" | "report">;

/**
 * What pages say is kept whatever it is: text that Postgres does not take is written as U+FFFD.
 * @throws FleetError `resource.not_found`: no such session
 */
export async function insertJudgement(tx: Tx, input: NewJudgement & { readonly tenantId: string }): Promise<void> {
  const { context, model, ...judgement } = input;
  await tx.insert(auditorJudgements).values({ ...judgement, context: storable(context), model: storable(model) });
}

/** A person ran it anyway: the answer to the ask that the judgement led to. Nothing happens where the auditor did not ask. */
export async function overrideJudgement(tx: Tx, { approvalId, by }: { approvalId: string; by: string }): Promise<void> {
  await tx
    .update(auditorJudgements)
    .set({ overriddenBy: by })
    .where(and(eq(auditorJudgements.approvalId, approvalId), isNull(auditorJudgements.overriddenBy)));
}

export interface JudgementFilters {
  readonly sessionId?: string | undefined;
  readonly verdict?: AuditJudgement["verdict"] | undefined;
  /** Id of a rule that fired. */
  readonly rule?: string | undefined;
  readonly mode?: AuditJudgement["mode"] | undefined;
  readonly report?: AuditReportKind | undefined;
  readonly isOverridden?: boolean | undefined;
}

/** Newest first, without their contexts. */
export async function listJudgements(
  tx: Tx,
  filters: JudgementFilters,
  page: PageQuery,
): Promise<Page<AuditJudgement>> {
  const after = decodeCursor(page.cursor);
  const { sessionId, verdict, rule, mode, report, isOverridden } = filters;
  const columns = auditorJudgements;
  const rows = await tx
    .select(WITHOUT_CONTEXT)
    .from(columns)
    .where(
      and(
        sessionId === undefined ? undefined : eq(columns.sessionId, sessionId),
        verdict === undefined ? undefined : eq(columns.verdict, verdict),
        rule === undefined ? undefined : sql`${columns.evidence} @> ${JSON.stringify([{ rule }])}::jsonb`,
        mode === undefined ? undefined : eq(columns.mode, mode),
        report === undefined ? undefined : eq(columns.reportKind, report),
        isOverridden === undefined ? undefined : (isOverridden ? isNotNull : isNull)(columns.overriddenBy),
        after === null ? undefined : lt(columns.id, after),
      ),
    )
    .orderBy(desc(columns.id))
    .limit(page.limit + 1);
  return toPage(rows, page.limit, toJudgement);
}

/** With its context. Null for an unknown one and for another tenant's. */
export async function findJudgement(tx: Tx, id: string): Promise<AuditJudgement | null> {
  const [row] = await tx.select().from(auditorJudgements).where(eq(auditorJudgements.id, id));
  return row ? toJudgement(row) : null;
}

/** The last report counts. @throws FleetError `resource.not_found` */
export async function reportJudgement(
  tx: Tx,
  { id, kind, by, comment }: { id: string; kind: AuditReportKind; by: string; comment: string },
): Promise<AuditJudgement> {
  const [row] = await tx
    .update(auditorJudgements)
    .set({ reportKind: kind, reportedBy: by, reportComment: comment, reportedAt: sql`clock_timestamp()` })
    .where(eq(auditorJudgements.id, id))
    .returning();
  if (!row) throw new FleetError("resource.not_found", "there is no such judgement");
  return toJudgement(row);
}

const { context: _context, ...STORED } = getTableColumns(auditorJudgements);
const WITHOUT_CONTEXT = { ...STORED, context: sql<null>`null` };

function toJudgement(row: typeof auditorJudgements.$inferSelect): AuditJudgement {
  const { tenantId: _tenantId, at, reportKind, reportedBy, reportedAt, reportComment, ...judgement } = row;
  const isReported = reportKind !== null && reportedBy !== null && reportedAt !== null && reportComment !== null;
  const report = isReported
    ? { kind: reportKind, by: reportedBy, at: reportedAt.toISOString(), comment: reportComment }
    : null;
  return { ...judgement, at: at.toISOString(), report };
}
