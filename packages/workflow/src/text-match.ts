import { FleetError, type TextMatch } from "@deskfleet/contracts";
import { RUN_MS_MAX, withinMs } from "./bounded.ts";
import { patternFault } from "./regexp.ts";

/** Whether a text is as asked. @throws FleetError, ExpressionError as a `textTest` within its time */
export function matchesText(text: string, match: TextMatch): boolean {
  if (typeof match === "object" && "pattern" in match) return matchingTexts((test) => test(text, match));
  return textTest()(text, match);
}

/**
 * Work that compares many texts, all of it within a quarter of a second: patterns are tenants' programs.
 * @throws ExpressionError when it takes longer; FleetError `request.invalid` for a pattern that is none
 */
export function matchingTexts<T>(work: (test: (text: string, match: TextMatch) => boolean) => T): T {
  return withinMs(RUN_MS_MAX, () => work(textTest()));
}

/** Compiles each pattern once. Only to be run where the time is bounded. */
function textTest(): (text: string, match: TextMatch) => boolean {
  const patterns = new Map<string, RegExp>();
  return (text, match) => {
    if (typeof match === "string") return text === match;
    if ("contains" in match) return text.includes(match.contains);
    if ("startsWith" in match) return text.startsWith(match.startsWith);
    let pattern = patterns.get(match.pattern);
    if (pattern === undefined) {
      pattern = compile(match.pattern);
      patterns.set(match.pattern, pattern);
    }
    return pattern.test(text);
  };
}

function compile(pattern: string): RegExp {
  const fault = patternFault(pattern);
  if (fault !== null) throw new FleetError("request.invalid", `${JSON.stringify(pattern)}: ${fault}`);
  return new RegExp(pattern, "u");
}

/** For people, of what has this text: `"Save"`, `with "Order" in its title`. `what` says of what: "its title". */
export function describeText(match: TextMatch, what: string): string {
  if (typeof match === "string") return `"${match}"`;
  if ("contains" in match) return `with "${match.contains}" in ${what}`;
  return "startsWith" in match
    ? `with "${match.startsWith}" at the start of ${what}`
    : `with ${what} like "${match.pattern}"`;
}
