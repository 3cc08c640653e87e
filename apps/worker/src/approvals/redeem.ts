import { type Approval, FleetError } from "@deskfleet/contracts";
import { expiredError } from "@deskfleet/store";
import type { FrozenAction, LiveSession } from "../sessions/live-session.ts";
import type { ApprovalRecord } from "../sessions/records.ts";
import { deniedError } from "./denied-error.ts";
import { digestAction } from "./planned-action.ts";

export interface Redeemed extends FrozenAction {
  readonly record: ApprovalRecord;
}

/**
 * The frozen action of an answered approval. Nothing is used up yet: perform marks it executed, for one caller only, when
 * the gates have let it pass.
 * @throws FleetError `resource.not_found`, `approval.expired`, `approval.used`, `resource.conflict` (not answered yet),
 *   `policy.denied` (answered no), `approval.target_changed` (the record is not what this worker froze)
 */
export async function redeem(session: LiveSession, approvalId: string, toolId: string): Promise<Redeemed> {
  const record = await session.services.records.findApproval(session.tenantId, approvalId);
  if (record === null || record.approval.sessionId !== session.id || record.approval.tool !== toolId)
    throw new FleetError("resource.not_found", "There is no such approval of this session and tool");
  refuseUnlessApproved(record.approval);
  if (Date.parse(record.approval.expiresAt) <= session.services.now()) throw expiredError("time");
  const frozen = session.frozen.get(approvalId);
  if (frozen === undefined) {
    await session.services.records.expireApproval(session.tenantId, approvalId, "not_held");
    throw expiredError("not_held");
  }
  if (digestAction(frozen.planned) !== record.approval.digest)
    throw new FleetError("approval.target_changed", "The approved action is not the one that was frozen");
  return { ...frozen, record };
}

function refuseUnlessApproved({ state, note, expiredBecause }: Approval): void {
  switch (state) {
    case "approved":
      return;
    case "executed":
      throw new FleetError("approval.used", "The approved action was executed already");
    case "expired":
      throw expiredError(expiredBecause);
    case "denied":
      throw deniedError(note);
    case "pending":
      throw new FleetError("resource.conflict", "The approval is not answered yet");
  }
}
