import { type AttemptOutcome, type ErrorCode, FleetError } from "@deskfleet/contracts";
import { ExpressionError } from "@deskfleet/workflow";
import { AttemptEnd } from "./attempt-end.ts";

/**
 * How an attempt ends when an error ends it. Only application_error and infrastructure_error are tried again, so a code
 * belongs there when another desktop or another moment could make a difference.
 */
const OUTCOMES = {
  "policy.denied": "policy_denied",
  "auth.forbidden": "policy_denied",
  "approval.required": "policy_denied",
  "approval.expired": "approval_expired",
  "approval.used": "infrastructure_error",
  "approval.target_changed": "application_error",
  "action.failed": "application_error",
  "action.timeout": "application_error",
  // Repeating is no danger here: whatever was done was done on a desktop that is thrown away.
  "action.unknown": "infrastructure_error",
  "action.rate_limited": "application_error",
  "request.invalid": "application_error",
  "workflow.invalid": "application_error",
  "content.withheld": "infrastructure_error",
  "audit.unavailable": "infrastructure_error",
  "lease.lost": "infrastructure_error",
  "session.ended": "infrastructure_error",
  // A person stopped it: starting it again on another desktop would undo that.
  "session.stopped": "cancelled",
  "session.paused": "infrastructure_error",
  "session.human_control": "infrastructure_error",
  "desktop.unavailable": "infrastructure_error",
  "desktop.isolation_unavailable": "infrastructure_error",
  "desktop.lost": "infrastructure_error",
  "worker.unreachable": "infrastructure_error",
  "capacity.exhausted": "infrastructure_error",
} as const satisfies Partial<Record<ErrorCode, AttemptOutcome>>;

export interface Ending {
  readonly outcome: AttemptOutcome;
  readonly reason: string;
}

/** What the error means for the attempt. What nobody foresaw is ours, so infrastructure; its message stays in the log. */
export function endingOf(error: unknown): Ending {
  if (error instanceof AttemptEnd) return { outcome: error.outcome, reason: error.reason };
  if (error instanceof ExpressionError) return { outcome: "application_error", reason: error.message };
  if (!(error instanceof FleetError)) return { outcome: "infrastructure_error", reason: "Unexpected error" };
  const outcomes: Partial<Record<ErrorCode, AttemptOutcome>> = OUTCOMES;
  return { outcome: outcomes[error.code] ?? "infrastructure_error", reason: describe(error) };
}

function describe(error: FleetError): string {
  const faults = (error.faults ?? []).slice(0, 5).map(({ path, message }) => `${path} ${message}`);
  return [error.detail, ...faults].join("; ");
}
