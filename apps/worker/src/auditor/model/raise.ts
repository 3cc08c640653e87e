import type { ModelOpinion } from "@deskfleet/contracts";
import type { AuditEvidence, AuditVerdict } from "@deskfleet/gates";

const ORDER = { pass: 0, warn: 1, block: 2 } as const;
/** Of the evidence that a model gives: what a raise means changes with it. */
const VERSION = 1;

const REASONS: Readonly<Record<ModelOpinion["outcome"], string>> = {
  answered: "The model that was shown the screen advises against it",
  late: "The model that judges unclear actions did not answer in time",
  unparsable: "The model that judges unclear actions did not answer as asked",
  failed: "The model that judges unclear actions could not be asked",
  over_budget: "The tenant's budget for the model that judges unclear actions is used up",
};

/**
 * The rules' verdict after the model's opinion: stricter or the same, never milder, whatever the model was talked into. Its
 * own words stay out of the evidence, because a page can dictate them.
 */
export function raise(verdict: AuditVerdict, opinion: ModelOpinion): AuditVerdict {
  // A missing answer is a warning, whatever else the opinion says.
  const said = opinion.outcome === "answered" ? opinion.verdict : "warn";
  if (said === "pass") return verdict;
  const evidence: AuditEvidence = {
    rule: opinion.outcome === "answered" ? "model" : `model.${opinion.outcome}`,
    version: VERSION,
    severity: said,
    reason: REASONS[opinion.outcome],
  };
  const isRaised = ORDER[said] > ORDER[verdict.verdict];
  return {
    ...verdict,
    verdict: isRaised ? said : verdict.verdict,
    evidence: isRaised ? [evidence, ...verdict.evidence] : [...verdict.evidence, evidence],
  };
}
