import { FleetError, type Principal, type Role } from "@deskfleet/contracts";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { newId } from "./ids.ts";
import { keys } from "./schema/index.ts";
import { randomBase62, sha256 } from "./secret-text.ts";

export interface KeyInfo {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

const KEY = /^dk_[0-9A-Za-z]{32}$/;

/** The key is in the answer and nowhere else. `createdBy`: the key that makes it; none at the start. */
export async function createKey(
  tx: Tx,
  input: { tenantId: string; name: string; role: Role; createdBy?: string },
): Promise<{ id: string; key: string }> {
  const id = newId();
  const key = `dk_${randomBase62(32)}`;
  await tx.insert(keys).values({ id, ...input, keySha256: sha256(key) });
  return { id, key };
}

/** In a system transaction: the caller's tenant is not known yet. Null for an unknown or revoked key. */
export async function findPrincipalByKey(tx: Tx, key: string): Promise<Principal | null> {
  if (!KEY.test(key)) return null;
  const [row] = await tx
    .select({ id: keys.id, tenantId: keys.tenantId, role: keys.role, name: keys.name })
    .from(keys)
    .where(and(eq(keys.keySha256, sha256(key)), isNull(keys.revokedAt)));
  return row ?? null;
}

/** The principal behind an id, as a worker needs it for a task's creator; null when its key was revoked meanwhile. */
export async function findPrincipal(tx: Tx, id: string): Promise<Principal | null> {
  const [row] = await tx
    .select({ id: keys.id, tenantId: keys.tenantId, role: keys.role, name: keys.name })
    .from(keys)
    .where(and(eq(keys.id, id), isNull(keys.revokedAt)));
  return row ?? null;
}

export async function listKeys(tx: Tx): Promise<KeyInfo[]> {
  const rows = await tx.select().from(keys).orderBy(asc(keys.id));
  return rows.map(({ id, name, role, createdAt, revokedAt }) => ({
    id,
    name,
    role,
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  }));
}

/** Takes effect at once, console log-ins and tickets of the key included. Idempotent. @throws FleetError `resource.not_found`. */
export async function revokeKey(tx: Tx, id: string): Promise<void> {
  const rows = await tx
    .update(keys)
    .set({ revokedAt: sql`coalesce(${keys.revokedAt}, now())` })
    .where(eq(keys.id, id))
    .returning({ id: keys.id });
  if (rows.length === 0) throw new FleetError("resource.not_found", "there is no such key");
}
