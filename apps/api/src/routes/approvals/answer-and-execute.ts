import type { Approval, Principal } from "@deskfleet/contracts";
import { mergePolicies } from "@deskfleet/gates";
import { type ApprovalRecord, answerApproval, digestConfirmationCode, wrongCodeError } from "@deskfleet/store";
import { auditEvent } from "../../audit-event.ts";
import { layersOfApproval } from "../../policy-layers.ts";
import type { Services } from "../../services.ts";
import { type Executed, executeApproved } from "./execute-approved.ts";

export interface Answered {
  readonly answered: ApprovalRecord;
  readonly executed: Executed;
}

/**
 * One answer to an approval, and the frozen action where it was a yes. That the action failed is part of what is returned.
 * @throws FleetError `resource.not_found`, `auth.forbidden` by four eyes, `request.invalid` for the code, `approval.expired`,
 *   `approval.used`, `audit.unavailable`, `policy.invalid`: the answer does not count
 */
export async function answerAndExecute(
  services: Services,
  principal: Principal,
  {
    id,
    answer,
    note,
    code,
  }: { id: string; answer: NonNullable<Approval["answer"]>; note: string; code: string | undefined },
): Promise<Answered> {
  const { database, audit } = services;
  const policy = mergePolicies(await layersOfApproval(services, principal.tenantId, id));
  const answered = await database.tenant(principal.tenantId, async (tx) => {
    const answeredNow = await answerApproval(tx, {
      id,
      answer,
      note,
      answeredBy: `principal:${principal.id}`,
      fourEyes: policy.fourEyes.value,
      isCodeRequired: policy.confirmationCode.value === "required",
      ...(code === undefined ? {} : { codeSha256: digestCode(code) }),
    });
    // Before the commit: an answer that the audit store does not have is no answer. A wrong code counts in any case.
    if ("triesLeft" in answeredNow) return answeredNow;
    await audit.append(auditEvent(principal, { action: "approval.answer", params: { approvalId: id, answer } }));
    return answeredNow;
  });
  if ("triesLeft" in answered) {
    const params = { approvalId: id, ...answered };
    await audit.append(auditEvent(principal, { action: "approval.wrong_code", params }));
    throw wrongCodeError(answered);
  }
  return { answered, executed: await executeApproved(services, principal, answered) };
}

/** As people type what was read to them. */
export const digestCode = (code: string): string => digestConfirmationCode(code.toUpperCase().replaceAll(/[\s-]/g, ""));
