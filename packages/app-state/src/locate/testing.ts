import type { TextTest } from "./texts.ts";

/** Compares without a limit of time: the patterns are the tests' own. */
export const plainTest: TextTest = (text, match) => {
  if (typeof match === "string") return text === match;
  if ("contains" in match) return text.includes(match.contains);
  return "startsWith" in match ? text.startsWith(match.startsWith) : new RegExp(match.pattern, "u").test(text);
};
