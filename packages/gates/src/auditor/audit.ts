import type { AuditContext } from "@deskfleet/contracts";
import { FACTS, type Fact, factsOf, type Judged } from "./facts.ts";
import { foldText } from "./fold-text.ts";
import { isPassive } from "./passive.ts";
import { type ActiveRules, type AuditRule, holdsWord, type MeaningName, type Severity } from "./rule-pack.ts";

export interface AuditEvidence {
  readonly rule: string;
  readonly version: number;
  readonly severity: Severity;
  readonly reason: string;
}
export interface AuditVerdict {
  readonly verdict: "pass" | "warn" | "block";
  /** Every rule that fired, the strictest first. */
  readonly evidence: readonly AuditEvidence[];
  readonly rulesVersion: string;
}

/** The verdict of the rules. Pure, and linear in the length of the page. */
export function audit(context: AuditContext, rules: ActiveRules): AuditVerdict {
  if (isPassive(context.action)) return { verdict: "pass", evidence: [], rulesVersion: rules.version };
  return judge(context, factsOf(context), rules);
}

/** As `audit`, when the facts are known already: the ledger needs them after a passive step as well. */
export function judge(context: AuditContext, judged: Judged, rules: ActiveRules): AuditVerdict {
  if (isPassive(context.action)) return { verdict: "pass", evidence: [], rulesVersion: rules.version };
  const isAnswered = judged.facts.has("confirmation.matches");
  const names = namesOf(judged);
  const evidence = rules.rules
    .filter((rule) => holds(rule, context, judged, names) && !(isAnswered && rule.isAnswerable))
    .map(({ id, version, severity, reason }): AuditEvidence => ({ rule: id, version, severity, reason }))
    .sort((a, b) => Number(b.severity === "block") - Number(a.severity === "block"));
  return { verdict: evidence[0]?.severity ?? "pass", evidence, rulesVersion: rules.version };
}

export function fires(rule: AuditRule, context: AuditContext): boolean {
  const judged = factsOf(context);
  return holds(rule, context, judged, namesOf(judged));
}

function holds(rule: AuditRule, context: AuditContext, judged: Judged, names: ReadonlySet<MeaningName>): boolean {
  if (rule.actions !== "any" && !rule.actions.includes(context.action)) return false;
  if (rule.meanings !== "any" && !rule.meanings.some((name) => names.has(name))) return false;
  for (const name of rule.when) {
    const denied = DENIED.get(name);
    if (denied === undefined ? !judged.facts.has(name as Fact) : judged.facts.has(denied)) return false;
  }
  const { target, page, goal } = rule.words ?? {};
  return (
    (target === undefined || holdsWord(judged.meaning.label.text, target)) &&
    (page === undefined || holdsWord(`${judged.page.text}\n${foldText(context.page.hidden.join("\n"))}`, page)) &&
    (goal === undefined || holdsWord(judged.goal.scan.text, goal))
  );
}

/** `!name` to the fact that must not hold. */
const DENIED = new Map(FACTS.map((fact): [string, Fact] => [`!${fact}`, fact]));

function namesOf({ meaning }: Judged): ReadonlySet<MeaningName> {
  const names = new Set<MeaningName>(meaning.consequences);
  if (meaning.isField) names.add("field");
  if (meaning.isConfirm) names.add("confirm");
  if (meaning.isDecline) names.add("decline");
  if (names.size === 0) names.add("other");
  return names;
}
