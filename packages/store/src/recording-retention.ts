import type { PolicyVersion } from "@deskfleet/contracts";
import { sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { findPolicy } from "./policies.ts";

/** The documents of the fleet and the tenant in force, those that are there. Not parsed: whoever uses them does. */
export async function managedPolicies(tx: Tx, tenantId: string): Promise<PolicyVersion[]> {
  const found = [await findPolicy(tx, { tenantId: null }), await findPolicy(tx, { tenantId })];
  return found.filter((version) => version !== null);
}

/**
 * Removes up to `limit` of the tenant's oldest recorded frames, and as many of the frames that its tasks kept, that were made more
 * than `days` ago. In a system transaction; safe to repeat. @returns how many went
 */
export async function forgetFrames(
  tx: Tx,
  { tenantId, days, limit }: { tenantId: string; days: number; limit: number },
): Promise<number> {
  const isOld = sql`tenant_id = ${tenantId} and created_at < now() - make_interval(days => ${days})`;
  const recorded = await tx.execute(sql`
    delete from session_frames where id in
      (select id from session_frames where ${isOld} order by created_at limit ${limit})`);
  const kept = await tx.execute(sql`
    delete from artifacts where id in (select id from artifacts where ${isOld} and kind = 'frame' limit ${limit})`);
  return (recorded.rowCount ?? 0) + (kept.rowCount ?? 0);
}

/** As `forgetFrames`, the auditor's judgements of that age, whose contexts say what the screen showed. Cases made of them stay. */
export async function forgetJudgements(
  tx: Tx,
  { tenantId, days, limit }: { tenantId: string; days: number; limit: number },
): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from auditor_judgements where tenant_id = ${tenantId} and id in
      (select id from auditor_judgements where tenant_id = ${tenantId} and at < now() - make_interval(days => ${days}) order by at limit ${limit})`);
  return rowCount ?? 0;
}
