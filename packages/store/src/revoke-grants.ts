import type { StoredGrant } from "@deskfleet/contracts";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { toGrant } from "./grants.ts";
import { grants } from "./schema/index.ts";
import { notify } from "./signals.ts";

/**
 * True for exactly one caller. Workers read the consents of the tenant's running sessions again at the signal that a changed
 * policy sends them too.
 */
export async function revokeGrant(tx: Tx, id: string, revokedBy: string): Promise<boolean> {
  return (await revoke(tx, eq(grants.id, id), revokedBy)).length === 1;
}

/** All that a principal holds by itself, all of a session, or all of the principal in the session. Answers those that it ended. */
export function revokeGrants(
  tx: Tx,
  of: { readonly principalId?: string | undefined; readonly sessionId?: string | undefined },
  revokedBy: string,
): Promise<StoredGrant[]> {
  const { principalId, sessionId } = of;
  if (principalId === undefined && sessionId === undefined) return Promise.resolve([]);
  const condition = and(
    principalId === undefined ? undefined : eq(grants.principalId, principalId),
    sessionId === undefined ? undefined : eq(grants.sessionId, sessionId),
  );
  return revoke(tx, condition, revokedBy);
}

/** A consent of the scope `once` goes with the action that needed it: true for exactly one caller, while it is in force. */
export async function useUpGrant(tx: Tx, id: string): Promise<boolean> {
  const isUsable = sql`${grants.expiresAt} is null or ${grants.expiresAt} > clock_timestamp()`;
  return (await revoke(tx, and(eq(grants.id, id), eq(grants.scope, "once"), sql`(${isUsable})`), null)).length === 1;
}

async function revoke(tx: Tx, condition: SQL | undefined, revokedBy: string | null): Promise<StoredGrant[]> {
  const rows = await tx
    .update(grants)
    .set({ revokedAt: sql`clock_timestamp()`, revokedBy })
    .where(and(condition, isNull(grants.revokedAt)))
    .returning();
  for (const tenantId of new Set(rows.map((row) => row.tenantId)))
    await notify(tx, { kind: "policy.changed", tenantId });
  return rows.map(toGrant);
}
