import { type Approval, FleetError } from "@deskfleet/contracts";
import { questionOf } from "./ask-person.ts";

/** Nobody answered here: the question stands, or somebody else has answered it. */
export function pendingError(approval: Approval, shown: { code: string; baseUrl: string }): FleetError {
  if (approval.state === "pending") return askedError(approval, shown);
  if (approval.state === "denied" || approval.state === "expired") return outcomeOf(approval) as FleetError;
  const detail = "Somebody else approved it, and that answer carries it out: do not call again, look at what it did.";
  return new FleetError("approval.used", detail, { data: { approvalId: approval.id, state: approval.state } });
}

/**
 * Nothing was done, and a person decides: names the approval, what is asked, how it is answered and how the caller goes on.
 * `code` is shown to the requester here and nowhere again.
 */
function askedError(approval: Approval, { code, baseUrl }: { code: string; baseUrl: string }): FleetError {
  const { id, isCodeRequired, offers, expiresAt } = approval;
  const answerUrl = new URL(`/v1/approvals/${id}/answer`, baseUrl).href;
  const lines = [
    `A person has to approve this first; nothing was done. Approval ${id}, until ${expiresAt}:`,
    questionOf(approval),
    `Who has the role approver answers in the console (${new URL("/", baseUrl).href}) or with POST ${answerUrl}.`,
    ...(isCodeRequired ? [`A yes needs this code, which you tell the approver: ${code}.`] : []),
    "A yes carries out exactly this action, once: do not call it again for that. deskfleet_approval with this id waits for the answer.",
    ...(offers.length > 0
      ? ["After a yes for the session or for good, calls like this one go through when they are repeated."]
      : []),
  ];
  const data = { approvalId: id, tool: approval.tool, expiresAt, answerUrl, ...(isCodeRequired ? { code } : {}) };
  return new FleetError("approval.required", lines.join("\n"), { data });
}

/** What became of an approval, as an error where the action was not done; null: it was. */
export function outcomeOf({ id, state, note, expiredBecause, answeredBy }: Approval): FleetError | null {
  const data = { approvalId: id, state };
  const said = note ? `: ${note}` : "";
  if (state === "denied") return new FleetError("policy.denied", `A person refused the action${said}`, { data });
  if (state === "expired")
    return new FleetError("approval.expired", `Nobody can approve it any more (${expiredBecause ?? "time"})`, { data });
  if (state === "approved")
    return new FleetError("resource.conflict", `${answeredBy} approved it${said}; it has not been carried out yet`, {
      data,
    });
  if (state === "pending") return new FleetError("approval.required", "Nobody has answered yet", { data });
  return null;
}
