import type { EffectivePolicy, Layer } from "@deskfleet/contracts";
import { matchesDomain } from "./domain.ts";
import { matchesPath, matchesWildcard } from "./wildcard.ts";

export type RuleKind = "tool" | "read" | "write" | "app" | "command" | "domain";
type EffectiveRule = EffectivePolicy["rules"][number];

/** `kind(pattern)` taken apart; null when it is not of that form. */
export function parseMatch(match: string): { kind: RuleKind; pattern: string } | null {
  const parts = /^(tool|read|write|app|command|domain)\((.+)\)$/.exec(match);
  return parts ? { kind: parts[1] as RuleKind, pattern: parts[2] as string } : null;
}

export function ruleMatches(match: string, kind: RuleKind, subject: string): boolean {
  const parsed = parseMatch(match);
  if (parsed === null || parsed.kind !== kind) return false;
  if (kind === "domain") return matchesDomain(parsed.pattern, subject);
  return kind === "read" || kind === "write"
    ? matchesPath(parsed.pattern, subject)
    : matchesWildcard(parsed.pattern, subject);
}

/** Layers that administrators manage. Only their `allow` rules loosen anything; those of lower layers count for nothing. */
const MANAGED: readonly Layer[] = ["tenant", "fleet"];

/** The strictest rule about a subject, from whichever layer: deny beats ask beats allow. */
export function strictestRule(policy: EffectivePolicy, kind: RuleKind, subject: string): EffectiveRule | null {
  let strictest: EffectiveRule | null = null;
  for (const rule of policy.rules) {
    if (!ruleMatches(rule.match, kind, subject)) continue;
    if (rule.effect === "allow" && !MANAGED.includes(rule.layer)) continue;
    if (rule.effect === "deny") return rule;
    if (strictest === null || (rule.effect === "ask" && strictest.effect === "allow")) strictest = rule;
  }
  return strictest;
}
