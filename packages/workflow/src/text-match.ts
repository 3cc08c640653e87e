import { FleetError, type TextMatch } from "@deskfleet/contracts";
import { RUN_MS_MAX, withinMs } from "./bounded.ts";
import { ExpressionError } from "./expression-error.ts";
import { patternFault } from "./regexp.ts";

type TextTest = (text: string, match: TextMatch) => boolean;

/** Whether a text is as asked. @throws FleetError, ExpressionError as matchingTexts */
export function matchesText(text: string, match: TextMatch): boolean {
  return matchingTexts((test) => test(text, match));
}

/** A machine that is busy with others may let the time of a look pass without it: so often it begins anew. */
const TRIES_MAX = 3;

/**
 * Work that compares many texts. As soon as it comes to a pattern, which is a tenant's program, it begins anew with a quarter of
 * a second for all of it; without one nothing of it can take long. It has no effects of its own.
 * @throws ExpressionError when it takes longer; FleetError `request.invalid` for a pattern that is none
 */
export function matchingTexts<T>(work: (test: TextTest) => T): T {
  try {
    return work(plainTest);
  } catch (error) {
    if (!(error instanceof PatternMet)) throw error;
  }
  for (let number = 1; ; number += 1) {
    const before = process.cpuUsage();
    try {
      return withinMs(RUN_MS_MAX, () => work(patternTest()));
    } catch (error) {
      const { user, system } = process.cpuUsage(before);
      const hasRun = (user + system) / 1_000 > RUN_MS_MAX / 2;
      if (hasRun || number === TRIES_MAX || !(error instanceof ExpressionError)) throw error;
    }
  }
}

class PatternMet extends Error {}

const plainTest: TextTest = (text, match) => {
  if (typeof match === "string") return text === match;
  if ("contains" in match) return text.includes(match.contains);
  if ("startsWith" in match) return text.startsWith(match.startsWith);
  throw new PatternMet();
};

/** Compiles each pattern once. Only to be run where the time is bounded. */
function patternTest(): TextTest {
  const patterns = new Map<string, RegExp>();
  return (text, match) => {
    if (typeof match === "string" || !("pattern" in match)) return plainTest(text, match);
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
