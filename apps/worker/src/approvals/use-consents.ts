import { FleetError } from "@deskfleet/contracts";
import type { LiveSession } from "../sessions/live-session.ts";
import { storeGrants } from "./grants-from-answer.ts";
import type { Redeemed } from "./redeem.ts";

/** False when another action was faster with one of them: then the action is judged again, without it. */
export async function spend(session: LiveSession, grantIds: readonly string[]): Promise<boolean> {
  for (const id of grantIds) {
    session.storedGrants = session.storedGrants.filter((grant) => grant.id !== id);
    if (!(await session.services.records.useUpGrant(session.tenantId, id))) return false;
  }
  return true;
}

/** Marks an approval as executed and keeps what its answer consented to beyond it. @throws FleetError `approval.used` */
export async function useUp(session: LiveSession, redeemed: Redeemed): Promise<void> {
  const { id } = redeemed.record.approval;
  session.frozen.delete(id);
  if (!(await session.services.records.markExecuted(session.tenantId, id)))
    throw new FleetError("approval.used", "The approved action was executed already");
  await storeGrants(session, redeemed);
}
