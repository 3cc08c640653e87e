import {
  FleetError,
  type GrantScope,
  type HeldGrant,
  type Layer,
  type Page,
  type PageQuery,
  type StoredGrant,
} from "@deskfleet/contracts";
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { newId } from "./ids.ts";
import { decodeCursor, toPage } from "./paging.ts";
import { grants, sessions } from "./schema/index.ts";
import { notify } from "./signals.ts";

export interface NewGrant {
  readonly tenantId: string;
  readonly principalId: string | null;
  readonly grant: string;
  readonly scope: GrantScope;
  /** Needed for the scopes `once` and `session`, and for these alone. */
  readonly sessionId: string | null;
  /** Needed for the scope `project`, and for it alone. */
  readonly projectId?: string | null;
  readonly layer: Layer;
  /** `principal:<id>` … */
  readonly givenBy: string;
  readonly approvalId?: string | null;
  /** ISO 8601; null: until revoked. */
  readonly expiresAt: string | null;
}

/** Workers hear of it: it is in force in running sessions within a second. */
export async function insertGrant(tx: Tx, input: NewGrant): Promise<StoredGrant> {
  const isOfSession = input.scope === "once" || input.scope === "session";
  if (isOfSession !== (input.sessionId !== null))
    throw new FleetError("internal", "a grant's scope and session differ");
  if ((input.scope === "project") !== ((input.projectId ?? null) !== null))
    throw new FleetError("internal", "a grant's scope and project differ");
  const [row] = await tx
    .insert(grants)
    .values({ id: newId(), ...input, expiresAt: input.expiresAt === null ? null : new Date(input.expiresAt) })
    .returning();
  await notify(tx, { kind: "policy.changed", tenantId: input.tenantId });
  return toGrant(row!);
}

const IN_FORCE = and(
  isNull(grants.revokedAt),
  or(isNull(grants.expiresAt), gt(grants.expiresAt, sql`clock_timestamp()`)),
);

/**
 * What this principal holds now in this session: its own and the tenant's, of every session, of this one and of its project.
 * Without a session: what holds in every one.
 */
export async function heldGrants(tx: Tx, principalId: string, sessionId: string | null): Promise<HeldGrant[]> {
  const ofSession = (id: string) =>
    or(
      eq(grants.sessionId, id),
      sql`${grants.projectId} = (select ${sessions.projectId} from ${sessions} where ${sessions.id} = ${id})`,
    );
  const everywhere = and(isNull(grants.sessionId), isNull(grants.projectId));
  const rows = await tx
    .select()
    .from(grants)
    .where(
      and(
        or(isNull(grants.principalId), eq(grants.principalId, principalId)),
        sessionId === null ? everywhere : or(everywhere, ofSession(sessionId)),
        IN_FORCE,
      ),
    )
    .orderBy(asc(grants.id));
  return rows.map(({ id, grant, scope, layer, expiresAt }) => ({
    ...{ id, grant, scope, layer },
    expiresAtMs: expiresAt?.getTime() ?? null,
  }));
}

export interface GrantFilters {
  /** Held by it, what everybody of the tenant holds included. */
  readonly principalId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly projectId?: string | undefined;
  readonly approvalId?: string | undefined;
  readonly scope?: GrantScope | undefined;
  readonly grant?: string | undefined;
  readonly state?: "in_force" | "revoked" | "expired" | undefined;
}

/** Newest first. */
export async function findGrants(tx: Tx, filters: GrantFilters, page: PageQuery): Promise<Page<StoredGrant>> {
  const after = decodeCursor(page.cursor);
  const equal = <T>(value: T | undefined, condition: (value: T) => SQL | undefined): SQL | undefined =>
    value === undefined ? undefined : condition(value);
  const rows = await tx
    .select()
    .from(grants)
    .where(
      and(
        equal(filters.principalId, (id) => or(isNull(grants.principalId), eq(grants.principalId, id))),
        equal(filters.sessionId, (id) => eq(grants.sessionId, id)),
        equal(filters.projectId, (id) => eq(grants.projectId, id)),
        equal(filters.approvalId, (id) => eq(grants.approvalId, id)),
        equal(filters.scope, (scope) => eq(grants.scope, scope)),
        equal(filters.grant, (grant) => eq(grants.grant, grant)),
        equal(filters.state, inState),
        after === null ? undefined : lt(grants.id, after),
      ),
    )
    .orderBy(desc(grants.id))
    .limit(page.limit + 1);
  return toPage(rows, page.limit, toGrant);
}

function inState(state: NonNullable<GrantFilters["state"]>): SQL | undefined {
  if (state === "in_force") return IN_FORCE;
  if (state === "revoked") return isNotNull(grants.revokedAt);
  return and(isNull(grants.revokedAt), lte(grants.expiresAt, sql`clock_timestamp()`));
}

export async function findGrant(tx: Tx, id: string): Promise<StoredGrant | null> {
  const [row] = await tx.select().from(grants).where(eq(grants.id, id));
  return row ? toGrant(row) : null;
}

export function toGrant(row: typeof grants.$inferSelect): StoredGrant {
  const { tenantId: _tenantId, createdAt, expiresAt, revokedAt, ...fields } = row;
  return {
    ...fields,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
