import { type Approval, FleetError } from "@deskfleet/contracts";

const REASONS: Record<NonNullable<Approval["expiredBecause"]>, string> = {
  time: "Nobody answered in time",
  session_ended: "The session that asked has ended",
  not_held: "The worker no longer holds the frozen action; ask again",
  wrong_codes: "Too many wrong confirmation codes were entered; ask again",
};

/** What whoever asked is told. `data.because` is for programs. */
export function expiredError(because: Approval["expiredBecause"]): FleetError {
  const reason = because ?? "time";
  return new FleetError("approval.expired", REASONS[reason], { data: { because: reason } });
}

/** With the approver's words, which are for the requester. */
export function deniedError(note: string | null): FleetError {
  const data = { gate: "consent", code: "approval.denied", layer: "default" };
  return note === null || note === ""
    ? new FleetError("policy.denied", "A person said no", { data })
    : new FleetError("policy.denied", `A person said no: ${note}`, { data: { ...data, note } });
}
