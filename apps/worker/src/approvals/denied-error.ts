import { FleetError } from "@deskfleet/contracts";

/** With the approver's words, which are for the requester. */
export function deniedError(note: string | null): FleetError {
  const data = { gate: "consent", code: "approval.denied", layer: "default" };
  return note === null || note === ""
    ? new FleetError("policy.denied", "A person said no", { data })
    : new FleetError("policy.denied", `A person said no: ${note}`, { data: { ...data, note } });
}
