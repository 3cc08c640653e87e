import type { TextMatch } from "@deskfleet/contracts";
import { RUN_MS_MAX, withinMs } from "./bounded.ts";
import "./regexp.ts";

/** Whether a text is as asked. @throws ExpressionError a pattern that takes too long */
export function matchesText(text: string, match: TextMatch): boolean {
  if (typeof match === "string") return text === match;
  if ("contains" in match) return text.includes(match.contains);
  if ("startsWith" in match) return text.startsWith(match.startsWith);
  return withinMs(RUN_MS_MAX, () => new RegExp(match.pattern, "u").test(text));
}

/** For people, of what has this text: `"Save"`, `with "Order" in its title`. `what` says of what: "its title". */
export function describeText(match: TextMatch, what: string): string {
  if (typeof match === "string") return `"${match}"`;
  if ("contains" in match) return `with "${match.contains}" in ${what}`;
  return "startsWith" in match
    ? `with "${match.startsWith}" at the start of ${what}`
    : `with ${what} like "${match.pattern}"`;
}
