import { type AuditCase, type AuditVerdictName, FleetError, type Page, type PageQuery } from "@deskfleet/contracts";
import { and, asc, count, desc, eq, gt, lt, sql } from "drizzle-orm";
import type { Tx } from "../database.ts";
import { newId } from "../ids.ts";
import { decodeCursor, toPage } from "../paging.ts";
import { auditorCases, auditorJudgements } from "../schema/index.ts";

/** All of them are judged, twice, whenever a pack is activated. */
export const AUDIT_CASES_MAX = 1_000;

export interface NewAuditCase {
  readonly tenantId: string;
  readonly judgementId: string;
  readonly expect: AuditVerdictName;
  readonly comment: string;
  readonly createdBy: string;
}

/**
 * Makes a case of a judgement's context, which it keeps for longer than the judgement.
 * @throws FleetError `resource.not_found`: no such judgement, `resource.conflict`: it has no context, is a case already, or there
 *   are too many cases
 */
export async function insertCase(tx: Tx, { judgementId, ...input }: NewAuditCase): Promise<AuditCase> {
  const [judgement] = await tx
    .select({ context: auditorJudgements.context })
    .from(auditorJudgements)
    .where(eq(auditorJudgements.id, judgementId));
  if (!judgement) throw new FleetError("resource.not_found", "there is no such judgement");
  if (judgement.context === null) throw new FleetError("resource.conflict", "nothing of its context was kept");
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`auditor cases ${input.tenantId}`}, 0))`);
  const [kept] = await tx.select({ cases: count() }).from(auditorCases);
  if (kept!.cases >= AUDIT_CASES_MAX)
    throw new FleetError("resource.conflict", `there are ${AUDIT_CASES_MAX} cases already; delete some first`);
  const [row] = await tx
    .insert(auditorCases)
    .values({ id: newId(), ...input, judgementId, context: judgement.context })
    .returning();
  return toCase(row!);
}

/** Newest first. */
export async function listCases(tx: Tx, page: PageQuery): Promise<Page<AuditCase>> {
  const after = decodeCursor(page.cursor);
  const rows = await tx
    .select()
    .from(auditorCases)
    .where(after === null ? undefined : lt(auditorCases.id, after))
    .orderBy(desc(auditorCases.id))
    .limit(page.limit + 1);
  return toPage(rows, page.limit, toCase);
}

/** One portion of the cases after the one named, oldest first; shorter than `limit`: the last. */
export async function casesAfter(
  tx: Tx,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<AuditCase[]> {
  const rows = await tx
    .select()
    .from(auditorCases)
    .where(and(afterId === null ? undefined : gt(auditorCases.id, afterId)))
    .orderBy(asc(auditorCases.id))
    .limit(limit);
  return rows.map(toCase);
}

/** @throws FleetError `resource.not_found` */
export async function deleteCase(tx: Tx, id: string): Promise<AuditCase> {
  const [row] = await tx.delete(auditorCases).where(eq(auditorCases.id, id)).returning();
  if (!row) throw new FleetError("resource.not_found", "there is no such case");
  return toCase(row);
}

function toCase({ tenantId: _tenantId, createdAt, ...row }: typeof auditorCases.$inferSelect): AuditCase {
  return { ...row, createdAt: createdAt.toISOString() };
}
