import type { Page, PageQuery, PolicyDocument, PolicyVersion } from "@deskfleet/contracts";
import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { appendEvent } from "./events.ts";
import { newId } from "./ids.ts";
import { decodeCursor, toPage } from "./paging.ts";
import { policies } from "./schema/index.ts";
import { notify } from "./signals.ts";

export interface NewPolicy {
  /** Null: the fleet's document, in a system transaction. */
  readonly tenantId: string | null;
  /** Validated. */
  readonly document: PolicyDocument;
  readonly comment: string;
  /** `principal:<id>` … */
  readonly createdBy: string;
}

/** The next version; earlier ones stay. Workers learn of it by signal. @throws FleetError `resource.conflict` when somebody was faster. */
export async function putPolicy(tx: Tx, input: NewPolicy): Promise<PolicyVersion> {
  const [row] = await tx
    .insert(policies)
    .values({
      id: newId(),
      ...input,
      version: sql`(select coalesce(max(version), 0) + 1 from policies where ${ofTenant(input.tenantId)})`,
    })
    .returning();
  await notify(tx, { kind: "policy.changed", tenantId: input.tenantId });
  if (input.tenantId !== null)
    await appendEvent(tx, {
      tenantId: input.tenantId,
      type: "policy.changed",
      data: { layer: "tenant", version: row!.version, comment: input.comment },
    });
  return toVersion(row!);
}

/** What is stored for the managed layers now; null where nothing is. */
export async function currentPolicies(
  tx: Tx,
  tenantId: string,
): Promise<{ fleet: PolicyVersion | null; tenant: PolicyVersion | null }> {
  return { fleet: await newest(tx, null), tenant: await newest(tx, tenantId) };
}

/** Newest first; `tenantId` null for the fleet's. */
export async function listPolicyVersions(
  tx: Tx,
  tenantId: string | null,
  page: PageQuery,
): Promise<Page<PolicyVersion>> {
  const after = decodeCursor(page.cursor);
  const rows = await tx
    .select()
    .from(policies)
    .where(and(ofTenant(tenantId), after === null ? undefined : lt(policies.id, after)))
    .orderBy(desc(policies.id))
    .limit(page.limit + 1);
  return toPage(rows, page.limit, toVersion);
}

const ofTenant = (tenantId: string | null) =>
  tenantId === null ? isNull(policies.tenantId) : eq(policies.tenantId, tenantId);

async function newest(tx: Tx, tenantId: string | null): Promise<PolicyVersion | null> {
  const [row] = await tx.select().from(policies).where(ofTenant(tenantId)).orderBy(desc(policies.version)).limit(1);
  return row ? toVersion(row) : null;
}

const toVersion = (row: typeof policies.$inferSelect): PolicyVersion => ({
  layer: row.tenantId === null ? "fleet" : "tenant",
  version: row.version,
  document: row.document,
  comment: row.comment,
  createdAt: row.createdAt.toISOString(),
  createdBy: row.createdBy,
});
