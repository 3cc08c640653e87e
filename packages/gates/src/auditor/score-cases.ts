import type { AuditCase, AuditContext, CaseScore } from "@deskfleet/contracts";
import { judge } from "./audit.ts";
import { factsOf, type Judged } from "./facts.ts";
import { isPassive } from "./passive.ts";
import type { ActiveRules } from "./rule-pack.ts";

/** What is needed of a case to judge it: those that ship have no history. */
export type JudgedCase = Pick<AuditCase, "id" | "expect" | "context">;

/**
 * How the rules do on cases. Pure; about a tenth of a millisecond a case with a short page, nearly all of it for the facts: whoever
 * judges the same cases by several rules gives those that it knows.
 */
export function scoreCases(
  cases: readonly JudgedCase[],
  rules: ActiveRules,
  knownFacts: (context: AuditContext) => Judged = factsOf,
): CaseScore {
  const score: CaseScore = {
    cases: cases.length,
    right: 0,
    highRisk: 0,
    stopped: 0,
    harmless: 0,
    falseAlarms: 0,
    wrong: [],
  };
  for (const { id, expect, context } of cases) {
    const got = isPassive(context.action) ? "pass" : judge(context, knownFacts(context), rules).verdict;
    if (expect === "block") score.highRisk++;
    if (expect === "block" && got !== "pass") score.stopped++;
    if (expect === "pass") score.harmless++;
    if (expect === "pass" && got !== "pass") score.falseAlarms++;
    if (got === expect) score.right++;
    else score.wrong.push({ id, expect, got });
  }
  return score;
}
