import type { Principal, ViewMode } from "@deskfleet/contracts";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { newId } from "./ids.ts";
import { consoleSessions, keys } from "./schema/index.ts";
import { randomBase62, sha256 } from "./secret-text.ts";

export interface ConsoleSession {
  readonly principal: Principal;
  /** When set, the log-in is good for this desktop session only. */
  readonly sessionId: string | null;
  readonly mode: ViewMode | null;
  readonly expiresAt: string;
}

/** A console log-in of a principal. The token goes into an HttpOnly cookie; only its SHA-256 is stored. */
export async function createConsoleSession(
  tx: Tx,
  input: { principal: Principal; ttlSeconds: number; sessionId?: string; mode?: ViewMode },
): Promise<{ token: string; expiresAt: string }> {
  const token = randomBase62(43);
  const [row] = await tx
    .insert(consoleSessions)
    .values({
      id: newId(),
      tenantId: input.principal.tenantId,
      principalId: input.principal.id,
      tokenSha256: sha256(token),
      sessionId: input.sessionId ?? null,
      mode: input.mode ?? null,
      expiresAt: sql`now() + make_interval(secs => ${input.ttlSeconds})`,
    })
    .returning({ expiresAt: consoleSessions.expiresAt });
  return { token, expiresAt: row!.expiresAt.toISOString() };
}

/** In a system transaction. Null when unknown, expired, logged out, or when the principal's key was revoked. */
export async function findConsoleSession(tx: Tx, token: string): Promise<ConsoleSession | null> {
  const [row] = await tx
    .select({
      principal: { id: keys.id, tenantId: keys.tenantId, role: keys.role, name: keys.name },
      sessionId: consoleSessions.sessionId,
      mode: consoleSessions.mode,
      expiresAt: consoleSessions.expiresAt,
    })
    .from(consoleSessions)
    .innerJoin(keys, eq(keys.id, consoleSessions.principalId))
    .where(
      and(
        eq(consoleSessions.tokenSha256, sha256(token)),
        gt(consoleSessions.expiresAt, sql`now()`),
        isNull(consoleSessions.endedAt),
        isNull(keys.revokedAt),
      ),
    );
  return row ? { ...row, expiresAt: row.expiresAt.toISOString() } : null;
}

/** Log-out. Idempotent; an unknown token resolves. */
export async function endConsoleSession(tx: Tx, token: string): Promise<void> {
  await tx
    .update(consoleSessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(consoleSessions.tokenSha256, sha256(token)), isNull(consoleSessions.endedAt)));
}
