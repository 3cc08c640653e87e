import { type ErrorCode, FleetError } from "@deskfleet/contracts";
import { redactText } from "@deskfleet/gates";

/** A failure in words that agents know. They may repeat what the caller gave, so gate 8 is over them too. */
export function appError(text: string, reason: string, code: ErrorCode = "action.failed", cause?: unknown): FleetError {
  return new FleetError(code, redactText(text).text, { data: { reason }, ...(cause === undefined ? {} : { cause }) });
}
