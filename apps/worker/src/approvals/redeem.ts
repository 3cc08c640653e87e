import { FleetError } from "@deskfleet/contracts";
import type { FrozenAction, LiveSession } from "../sessions/live-session.ts";
import type { ApprovalRecord } from "../sessions/records.ts";
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
  refuseUnlessApproved(record.approval.state);
  const frozen = session.frozen.get(approvalId);
  const isOver = Date.parse(record.approval.expiresAt) <= session.services.now();
  if (isOver || frozen === undefined) throw new FleetError("approval.expired", "The approval is no longer valid");
  if (digestAction(frozen.planned) !== record.approval.digest)
    throw new FleetError("approval.target_changed", "The approved action is not the one that was frozen");
  return { ...frozen, record };
}

function refuseUnlessApproved(state: ApprovalRecord["approval"]["state"]): void {
  switch (state) {
    case "approved":
      return;
    case "executed":
      throw new FleetError("approval.used", "The approved action was executed already");
    case "expired":
      throw new FleetError("approval.expired", "Nobody answered in time");
    case "denied":
      throw new FleetError("policy.denied", "A person said no", {
        data: { gate: "consent", code: "approval.denied", layer: "default" },
      });
    case "pending":
      throw new FleetError("resource.conflict", "The approval is not answered yet");
  }
}
