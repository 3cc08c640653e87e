import { FleetError, type Principal, type ViewMode } from "@deskfleet/contracts";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { newId } from "./ids.ts";
import { keys, sessions, tickets } from "./schema/index.ts";
import { randomBase62, sha256 } from "./secret-text.ts";

export interface RedeemedTicket {
  readonly tenantId: string;
  readonly sessionId: string;
  readonly principal: Principal;
  readonly mode: ViewMode;
}

/**
 * A one-time ticket for the live view of a session that this transaction can see.
 * @throws FleetError `resource.not_found` for an unknown session or another tenant's, `session.ended`.
 */
export async function createTicket(
  tx: Tx,
  input: { sessionId: string; principalId: string; mode: ViewMode; ttlSeconds: number },
): Promise<{ ticket: string; expiresAt: string }> {
  const [session] = await tx
    .select({ tenantId: sessions.tenantId, endedAt: sessions.endedAt })
    .from(sessions)
    .where(eq(sessions.id, input.sessionId));
  if (!session) throw new FleetError("resource.not_found", "there is no such session");
  if (session.endedAt) throw new FleetError("session.ended", "the session has ended");
  const ticket = randomBase62(43);
  const [row] = await tx
    .insert(tickets)
    .values({
      id: newId(),
      tenantId: session.tenantId,
      sessionId: input.sessionId,
      principalId: input.principalId,
      mode: input.mode,
      ticketSha256: sha256(ticket),
      expiresAt: sql`now() + make_interval(secs => ${input.ttlSeconds})`,
    })
    .returning({ expiresAt: tickets.expiresAt });
  return { ticket, expiresAt: row!.expiresAt.toISOString() };
}

/** In a system transaction. One update decides, so of any number of callers one gets the answer and the others null. */
export async function redeemTicket(tx: Tx, ticket: string): Promise<RedeemedTicket | null> {
  const [row] = await tx
    .update(tickets)
    .set({ redeemedAt: sql`now()` })
    .from(keys)
    .where(
      and(
        eq(tickets.ticketSha256, sha256(ticket)),
        isNull(tickets.redeemedAt),
        gt(tickets.expiresAt, sql`now()`),
        eq(keys.id, tickets.principalId),
        isNull(keys.revokedAt),
      ),
    )
    .returning({
      tenantId: tickets.tenantId,
      sessionId: tickets.sessionId,
      mode: tickets.mode,
      principal: { id: keys.id, tenantId: keys.tenantId, role: keys.role, name: keys.name },
    });
  return row ?? null;
}
