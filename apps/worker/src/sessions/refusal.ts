import { type ErrorCode, type Evaluation, FleetError } from "@deskfleet/contracts";

/** Verdicts of gates 7 and 9 that speak of the session and not of the action; callers tell them apart by code. */
const SESSION_CODES: ReadonlySet<string> = new Set<ErrorCode>([
  "session.stopped",
  "session.paused",
  "session.human_control",
]);

/** The failure that a caller gets for a verdict of `deny` or `wait`: gate, code, reason and deciding layer, no values. */
export function refusalOf(evaluation: Evaluation): FleetError {
  const { verdicts, decisive } = evaluation;
  // A stop is what the caller has to know first, whatever else would have been denied too.
  const ofSession = verdicts.find(({ outcome, code }) => outcome === "deny" && SESSION_CODES.has(code));
  const verdict = ofSession ?? decisive;
  const { gate, code, layer, rule, retryAfterMs } = verdict;
  const data = { gate, code, layer, ...(rule ? { rule } : {}), ...(retryAfterMs ? { retryAfterMs } : {}) };
  if (SESSION_CODES.has(code)) return new FleetError(code as ErrorCode, sentence(verdict.reason), { data });
  return new FleetError(
    verdict.outcome === "wait" ? "action.rate_limited" : "policy.denied",
    sentence(verdict.reason),
    {
      data,
    },
  );
}

const sentence = (reason: string): string => reason.charAt(0).toUpperCase() + reason.slice(1);
