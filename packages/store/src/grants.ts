import { FleetError, type Layer } from "@deskfleet/contracts";
import { and, asc, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { newId } from "./ids.ts";
import { grants } from "./schema/index.ts";
import { notify } from "./signals.ts";

export interface Grant {
  readonly id: string;
  /** `computer_use`, `screen`, `write` or `app(<id>)`. */
  readonly grant: string;
  readonly scope: "once" | "session" | "project" | "tenant";
  /** Null: everybody of the tenant. */
  readonly principalId: string | null;
  readonly sessionId: string | null;
  readonly layer: Layer;
  /** `principal:<id>` … */
  readonly givenBy: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

export interface NewGrant {
  readonly tenantId: string;
  readonly principalId: string | null;
  readonly grant: string;
  readonly scope: Grant["scope"];
  /** Needed for the scopes `once` and `session`. */
  readonly sessionId: string | null;
  readonly layer: Layer;
  readonly givenBy: string;
  /** ISO 8601; null: until revoked. */
  readonly expiresAt: string | null;
}

export async function insertGrant(tx: Tx, input: NewGrant): Promise<Grant> {
  if ((input.scope === "once" || input.scope === "session") && input.sessionId === null)
    throw new FleetError("internal", "a grant for a session needs the session");
  const [row] = await tx
    .insert(grants)
    .values({ id: newId(), ...input, expiresAt: input.expiresAt === null ? null : new Date(input.expiresAt) })
    .returning();
  return toGrant(row!);
}

/** What this principal holds now in this session: its own and the tenant's, of every session or of this one. */
export async function listGrants(tx: Tx, principalId: string, sessionId: string | null): Promise<Grant[]> {
  const rows = await tx
    .select()
    .from(grants)
    .where(
      and(
        or(isNull(grants.principalId), eq(grants.principalId, principalId)),
        sessionId === null ? isNull(grants.sessionId) : or(isNull(grants.sessionId), eq(grants.sessionId, sessionId)),
        isNull(grants.revokedAt),
        or(isNull(grants.expiresAt), gt(grants.expiresAt, sql`clock_timestamp()`)),
      ),
    )
    .orderBy(asc(grants.id));
  return rows.map(toGrant);
}

/**
 * Also how a `once` grant is used up: true for exactly one caller. Workers read the consents of the tenant's running sessions
 * again at the signal that a changed policy sends them too.
 */
export async function revokeGrant(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx
    .update(grants)
    .set({ revokedAt: sql`clock_timestamp()` })
    .where(and(eq(grants.id, id), isNull(grants.revokedAt)))
    .returning({ tenantId: grants.tenantId });
  for (const { tenantId } of rows) await notify(tx, { kind: "policy.changed", tenantId });
  return rows.length === 1;
}

function toGrant(row: typeof grants.$inferSelect): Grant {
  const { tenantId: _tenantId, revokedAt: _revokedAt, createdAt, expiresAt, ...fields } = row;
  return {
    ...fields,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
