import { isGrantable } from "@deskfleet/gates";
import type { LiveSession } from "../sessions/live-session.ts";
import type { Redeemed } from "./redeem.ts";

/**
 * An answer "for this session" or "always" is a consent beyond the one action: what was asked for becomes a grant. A rule
 * that asks and a risk that is asked each time give none. "Always" keeps it (in the session's project, else everywhere)
 * only where policy now lets callers hold that consent at all; else it is for the session. Each is recorded before it counts.
 * @throws FleetError `audit.unavailable`, `store.unavailable`: then it was not given
 */
export async function storeGrants(session: LiveSession, { record, askedGrants, requester }: Redeemed): Promise<void> {
  const { id: approvalId, answer, answeredBy } = record.approval;
  if (answer !== "session" && answer !== "always") return;
  const { records, audit } = session.services;
  const givenBy = answeredBy ?? "unknown";
  for (const grant of askedGrants) {
    const isKept = answer === "always" && isGrantable(grant, session.policy);
    const params = { approvalId, grant, isKept, principalId: requester.id };
    await audit.append(session.auditRecord({ kind: "event", actor: givenBy, action: "grant.give", params }));
    const given = { grant, isKept, principalId: requester.id, sessionId: session.id, givenBy, approvalId };
    await records.insertGrant(session.tenantId, given);
  }
  session.storedGrants = await records.grants(session.tenantId, session.principal.id, session.id);
}
