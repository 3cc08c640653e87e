import { type AuditPack, FleetError, type Page, type PageQuery, type RulePackDocument } from "@deskfleet/contracts";
import { and, desc, eq, getTableColumns, lt, max, sql } from "drizzle-orm";
import type { Tx } from "../database.ts";
import { newId } from "../ids.ts";
import { decodeCursor, toPage } from "../paging.ts";
import { auditorPacks } from "../schema/index.ts";
import { notify } from "../signals.ts";

/** Until the end of the transaction nobody else stores or activates a pack of this tenant. */
export async function lockPacks(tx: Tx, tenantId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`auditor packs ${tenantId}`}, 0))`);
}

export interface NewPack {
  readonly tenantId: string;
  readonly name: string;
  /** Validated. */
  readonly document: RulePackDocument;
  readonly createdBy: string;
}

/** The next version, not in force; earlier ones stay. */
export async function putPack(tx: Tx, input: NewPack): Promise<StoredPack> {
  await lockPacks(tx, input.tenantId);
  const [last] = await tx
    .select({ version: max(auditorPacks.version) })
    .from(auditorPacks)
    .where(eq(auditorPacks.name, input.name));
  const [row] = await tx
    .insert(auditorPacks)
    .values({ id: newId(), ...input, version: (last?.version ?? 0) + 1 })
    .returning();
  return toPack(row!);
}

/** A pack with its document. */
export type StoredPack = AuditPack & { readonly document: RulePackDocument };

/** The version named, or the newest one. Null for an unknown pack and for another tenant's. */
export async function findPack(tx: Tx, name: string, version?: number): Promise<StoredPack | null> {
  const [row] = await tx
    .select()
    .from(auditorPacks)
    .where(and(eq(auditorPacks.name, name), version === undefined ? undefined : eq(auditorPacks.version, version)))
    .orderBy(desc(auditorPacks.version))
    .limit(1);
  return row ? toPack(row) : null;
}

const { document: _document, ...STORED } = getTableColumns(auditorPacks);

/** Every version of every pack, or of the one named; newest first, without their documents. */
export async function listPacks(
  tx: Tx,
  filters: { name?: string | undefined; isActive?: boolean | undefined },
  page: PageQuery,
): Promise<Page<AuditPack>> {
  const after = decodeCursor(page.cursor);
  const rows = await tx
    .select(STORED)
    .from(auditorPacks)
    .where(
      and(
        filters.name === undefined ? undefined : eq(auditorPacks.name, filters.name),
        filters.isActive === undefined ? undefined : eq(auditorPacks.isActive, filters.isActive),
        after === null ? undefined : lt(auditorPacks.id, after),
      ),
    )
    .orderBy(desc(auditorPacks.id))
    .limit(page.limit + 1);
  return toPage(rows, page.limit, (row) => toPack({ ...row, document: null }));
}

export type ActivePack = Pick<StoredPack, "name" | "version" | "document">;

/** Those in force, by name: the order in which they are merged. Not validated: whoever uses them does. */
export async function activePacks(tx: Tx): Promise<ActivePack[]> {
  const { name, version, document } = auditorPacks;
  const packs = await tx.select({ name, version, document }).from(auditorPacks).where(eq(auditorPacks.isActive, true));
  // Here, because a database sorts by its own locale.
  return packs.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Puts this version of the pack in force instead of another one; null: none of its versions from now on. Workers learn of it by
 * signal. @throws FleetError `resource.not_found` for an unknown version
 */
export async function setActivePack(
  tx: Tx,
  { tenantId, name, version }: { tenantId: string; name: string; version: number | null },
): Promise<void> {
  await lockPacks(tx, tenantId);
  await tx
    .update(auditorPacks)
    .set({ isActive: false })
    .where(and(eq(auditorPacks.name, name), eq(auditorPacks.isActive, true)));
  if (version !== null) {
    const { rowCount } = await tx
      .update(auditorPacks)
      .set({ isActive: true })
      .where(and(eq(auditorPacks.name, name), eq(auditorPacks.version, version)));
    if (rowCount !== 1) throw new FleetError("resource.not_found", "there is no such version of this pack");
  }
  await notify(tx, { kind: "auditor.changed", tenantId });
}

function toPack<D extends RulePackDocument | null>(
  row: Omit<typeof auditorPacks.$inferSelect, "document"> & { document: D },
): AuditPack & { document: D } {
  const { id: _id, tenantId: _tenantId, createdAt, ...pack } = row;
  return { ...pack, createdAt: createdAt.toISOString() };
}
