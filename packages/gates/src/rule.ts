import type { EffectivePolicy } from "@deskfleet/contracts";
import { matchesDomain } from "./domain.ts";
import { matchesPath, matchesWildcard } from "./wildcard.ts";

export type RuleKind = "tool" | "read" | "write" | "app" | "command" | "domain";
type EffectiveRule = EffectivePolicy["rules"][number];

/** `kind(pattern)` taken apart; null when it is not of that form. */
export function parseMatch(match: string): { kind: RuleKind; pattern: string } | null {
  const parts = /^(tool|read|write|app|command|domain)\(([^\n]+)\)$/.exec(match);
  return parts ? { kind: parts[1] as RuleKind, pattern: parts[2] as string } : null;
}

/** A tool's id, a path, an application's id or name, a host or a command's text, by the kind. */
export function ruleMatches(match: string, kind: RuleKind, subject: string): boolean {
  const parsed = parseMatch(match);
  if (parsed === null || parsed.kind !== kind) return false;
  switch (kind) {
    case "read":
    case "write":
      return matchesPath(parsed.pattern, subject);
    case "app":
      return matchesWildcard(parsed.pattern.toLowerCase(), subject.toLowerCase());
    case "domain":
      return matchesDomain(parsed.pattern, subject);
    default:
      return matchesWildcard(parsed.pattern, subject);
  }
}

/**
 * The strictest rule about a subject, from whichever layer: deny beats ask beats allow. The policy holds only rules that
 * count (see the merge table). A rule that cannot be read may be about anything, so it is, unless it allows.
 */
export function strictestRule(policy: EffectivePolicy, kind: RuleKind, subject: string): EffectiveRule | null {
  let strictest: EffectiveRule | null = null;
  for (const rule of policy.rules) {
    const isAbout =
      ruleMatches(rule.match, kind, subject) || (rule.effect !== "allow" && parseMatch(rule.match) === null);
    if (!isAbout) continue;
    if (rule.effect === "deny") return rule;
    if (strictest === null || (rule.effect === "ask" && strictest.effect === "allow")) strictest = rule;
  }
  return strictest;
}
