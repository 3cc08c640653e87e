import { FleetError, type Page, type PageQuery, type PolicyDocument, type PolicyVersion } from "@deskfleet/contracts";
import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import { type AnyPgColumn, unionAll } from "drizzle-orm/pg-core";
import type { Tx } from "./database.ts";
import { appendEvent } from "./events.ts";
import { newId } from "./ids.ts";
import { decodeCursor, toPage } from "./paging.ts";
import { policies, tasks } from "./schema/index.ts";
import { notify } from "./signals.ts";

/** Whose document it is, and with that its layer: see schema/policies.ts. */
export interface PolicyOwner {
  /** Null: the fleet's document, written in a system transaction. */
  readonly tenantId: string | null;
  readonly projectId?: string | null;
  readonly principalId?: string | null;
}

export interface NewPolicy extends PolicyOwner {
  /** Validated. */
  readonly document: PolicyDocument;
  readonly comment: string;
  /** `principal:<id>` … */
  readonly createdBy: string;
  /** The version that the writer saw; 0: none. */
  readonly expectedVersion?: number | undefined;
}

/** For whom a tenant's transaction acts: row-level security lets it write this principal's own layers, and nobody else's. */
export async function actFor(tx: Tx, principalId: string): Promise<void> {
  await tx.execute(sql`select set_config('app.principal', ${principalId}, true)`);
}

/**
 * Until the end of the transaction nobody else changes this document: changes that name no version to be based on come one after
 * the other, and those that name one are told which is in force.
 */
export async function lockPolicy(tx: Tx, { tenantId, projectId, principalId }: PolicyOwner): Promise<void> {
  const owner = ["policy", tenantId, projectId, principalId].map((id) => id ?? "").join(" ");
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${owner}, 0))`);
}

/**
 * The next version; earlier ones stay. Workers learn of it by signal.
 * @throws FleetError `resource.conflict` when another version than `expectedVersion` is in force
 */
export async function putPolicy(tx: Tx, input: NewPolicy): Promise<PolicyVersion> {
  const { expectedVersion, ...columns } = input;
  await lockPolicy(tx, input);
  const current = (await findPolicy(tx, input))?.version ?? 0;
  if (expectedVersion !== undefined && expectedVersion !== current)
    throw new FleetError("resource.conflict", "Another version is in force than the one this change is based on", {
      data: { currentVersion: current },
    });
  const [row] = await tx
    .insert(policies)
    .values({ id: newId(), ...columns, version: current + 1 })
    .returning();
  const stored = toVersion(row!);
  await notify(tx, { kind: "policy.changed", tenantId: input.tenantId });
  if (input.tenantId !== null)
    await appendEvent(tx, {
      tenantId: input.tenantId,
      type: "policy.changed",
      data: { layer: stored.layer, projectId: stored.projectId, version: stored.version, comment: input.comment },
    });
  return stored;
}

/** The newest version, or the one asked for; null when there is none. */
export async function findPolicy(tx: Tx, owner: PolicyOwner, version?: number): Promise<PolicyVersion | null> {
  const [row] = await tx
    .select()
    .from(policies)
    .where(and(ofOwner(owner), version === undefined ? undefined : eq(policies.version, version)))
    .orderBy(desc(policies.version))
    .limit(1);
  return row ? toVersion(row) : null;
}

/** For whom a policy holds; without a project, its layers and `local` are not in force. */
export interface PolicySubject {
  readonly tenantId: string;
  readonly principalId: string;
  readonly projectId: string | null;
}

/** The newest document of every stored layer that holds for the subject, in one query. Not parsed: whoever uses them does. */
export async function policiesInForce(tx: Tx, subject: PolicySubject): Promise<PolicyVersion[]> {
  const { tenantId, principalId, projectId } = subject;
  const newest = (owner: PolicyOwner) =>
    tx.select().from(policies).where(ofOwner(owner)).orderBy(desc(policies.version)).limit(1);
  const general = unionAll(newest({ tenantId: null }), newest({ tenantId }), newest({ tenantId, principalId }));
  const rows = await (projectId === null
    ? general
    : general.unionAll(unionAll(newest({ tenantId, projectId }), newest({ tenantId, projectId, principalId }))));
  return rows.map(toVersion);
}

/** What came with a task, as it was stored; null: nothing. */
export async function findFlagPolicy(tx: Tx, taskId: string): Promise<PolicyDocument | null> {
  const [row] = await tx.select({ policy: tasks.policy }).from(tasks).where(eq(tasks.id, taskId));
  return row?.policy ?? null;
}

/** Newest first. */
export async function listPolicyVersions(tx: Tx, owner: PolicyOwner, page: PageQuery): Promise<Page<PolicyVersion>> {
  const after = decodeCursor(page.cursor);
  const rows = await tx
    .select()
    .from(policies)
    .where(and(ofOwner(owner), after === null ? undefined : lt(policies.id, after)))
    .orderBy(desc(policies.id))
    .limit(page.limit + 1);
  return toPage(rows, page.limit, toVersion);
}

function ofOwner({ tenantId, projectId, principalId }: PolicyOwner) {
  const is = (column: AnyPgColumn, id: string | null | undefined) => (id == null ? isNull(column) : eq(column, id));
  return and(is(policies.tenantId, tenantId), is(policies.projectId, projectId), is(policies.principalId, principalId));
}

function toVersion(row: typeof policies.$inferSelect): PolicyVersion {
  const { tenantId, projectId, principalId } = row;
  const own = projectId === null ? "user" : "local";
  const shared = projectId === null ? "tenant" : "project";
  return {
    layer: tenantId === null ? "fleet" : principalId === null ? shared : own,
    projectId,
    principalId,
    version: row.version,
    document: row.document,
    comment: row.comment,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
  };
}
