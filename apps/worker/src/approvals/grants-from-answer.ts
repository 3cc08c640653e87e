import { isGrantable } from "@deskfleet/gates";
import type { LiveSession } from "../sessions/live-session.ts";
import type { Redeemed } from "./redeem.ts";

/**
 * An answer "for this session" or "always" is a consent beyond the one action: what was asked for becomes a grant. A rule
 * that asks and a risk that is asked each time give none. "Always" holds for the tenant only where policy lets callers
 * hold that consent at all, else for the session.
 */
export async function storeGrants(session: LiveSession, { record, askedGrants, requester }: Redeemed): Promise<void> {
  const { answer, answeredBy } = record.approval;
  if (answer !== "session" && answer !== "always") return;
  for (const grant of askedGrants) {
    const scope = answer === "always" && isGrantable(grant, session.policy) ? "tenant" : "session";
    await session.services.records.insertGrant(session.tenantId, {
      grant,
      scope,
      principalId: requester.id,
      sessionId: session.id,
      givenBy: answeredBy ?? "unknown",
    });
  }
  session.storedGrants = await session.services.records.grants(session.tenantId, session.principal.id, session.id);
}
