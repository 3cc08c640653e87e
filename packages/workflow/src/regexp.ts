import v8 from "node:v8";

/**
 * Patterns come from tenants (`pattern` in an input schema, `matches` in CEL), and one that backtracks exponentially would
 * hold a process that many tenants share until bounded.ts ends it. V8 can fall back to its linear-time engine when a match
 * backtracks too much, if it is told so before the pattern is compiled; it cannot do it for look-around and back-references,
 * so those are refused, nor with the flag `u`, which JSON Schema needs.
 * @see https://v8.dev/blog/non-backtracking-regexp
 */
v8.setFlagsFromString("--enable-experimental-regexp-engine-on-excessive-backtracks");

const PATTERN_CHARACTERS_MAX = 1_000;

/** What is wrong with a pattern, or null. */
export function patternFault(pattern: string): string | null {
  if (pattern.length > PATTERN_CHARACTERS_MAX) return `the pattern is longer than ${PATTERN_CHARACTERS_MAX} characters`;
  try {
    new RegExp(pattern, "u");
  } catch {
    return "the pattern is not a valid regular expression";
  }
  if (/\(\?<?[=!]|\\[1-9]|\\k</.test(pattern)) return "look-around and back-references are not supported in patterns";
  return null;
}
