import { type ErrorCode, FleetError } from "@deskfleet/contracts";

/** A failure in words that agents know. They may repeat what the caller gave: `perform` has gate 8 on all that it throws. */
export function appError(text: string, reason: string, code: ErrorCode = "action.failed", cause?: unknown): FleetError {
  return new FleetError(code, text, { data: { reason }, ...(cause === undefined ? {} : { cause }) });
}
