import type { AuditorReport } from "@deskfleet/contracts";

type RuleReport = AuditorReport["rules"][number];

/** Parts of one bar, as shares of the longest one: what people said of the times that a rule fired. */
export interface RuleShare {
  readonly harmful: number;
  /** Reported as fine, or run anyway: whichever is more, since one action can be both. */
  readonly needless: number;
  /** Nobody said anything. */
  readonly open: number;
}

export function shareOf({ fired, harmful, fine, overridden }: RuleReport, firedMax: number): RuleShare {
  const part = (count: number) => (firedMax === 0 ? 0 : count / firedMax);
  const known = Math.min(harmful, fired);
  const needless = Math.min(Math.max(fine, overridden), fired - known);
  return { harmful: part(known), needless: part(needless), open: part(fired - known - needless) };
}

/** Most often fired first; of equals by name and mode. */
export function sortedRules(rules: readonly RuleReport[]): RuleReport[] {
  return rules.toSorted((a, b) => b.fired - a.fired || a.rule.localeCompare(b.rule) || a.mode.localeCompare(b.mode));
}
