import { TOOLS } from "@deskfleet/contracts";
import { normaliseHost } from "./domain.ts";
import type { RuleKind } from "./rule.ts";
import { matchesWildcard, runsOf, SOUGHT_COMPONENTS_MAX } from "./wildcard.ts";

/** Controls, format characters, halves of surrogate pairs, line and paragraph separators: nobody sees them in a list of rules. */
const UNREADABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * What is wrong with a pattern of this kind; null: nothing. A pattern that cannot match anything is a fault, because a deny
 * rule with a spelling mistake would protect nobody.
 */
export function patternFault(kind: RuleKind, pattern: string): string | null {
  if (UNREADABLE.test(pattern)) return "the pattern holds an invisible character";
  if (pattern !== pattern.trim()) return "the pattern begins or ends with a blank";
  switch (kind) {
    case "tool":
      return [...TOOLS.keys()].some((id) => matchesWildcard(pattern, id)) ? null : "no registered tool matches";
    case "read":
    case "write":
      return pathFault(pattern);
    case "domain":
      return domainFault(pattern);
    default:
      return null;
  }
}

function pathFault(pattern: string): string | null {
  if (!pattern.startsWith("/")) return "a path pattern is absolute";
  const components = pattern.slice(1).split("/");
  if (
    runsOf(components)
      .slice(1, -1)
      .some((run) => run.length > SOUGHT_COMPONENTS_MAX)
  )
    return `a path pattern has at most ${SOUGHT_COMPONENTS_MAX} components between two **`;
  if (pattern !== "/" && components.includes(""))
    return "a path pattern has no empty component and no slash at its end";
  if (components.some((component) => component === "." || component === ".."))
    return "a path pattern has no component . or ..: paths are compared as they resolve";
  if (components.some((component) => component.includes("**") && component !== "**"))
    return "** stands alone between slashes; inside a component * is enough";
  return pattern.includes("\\") ? "a path pattern has no backslash" : null;
}

function domainFault(pattern: string): string | null {
  const host = pattern.startsWith("*.") ? pattern.slice(2) : pattern;
  if (pattern === "*" || normaliseHost(host) !== null) return null;
  return "a host (example.com), all below one (*.example.com) or * is needed; other scripts in their xn-- form";
}
