import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesPath, matchesWildcard, mayMatchWildcard } from "./wildcard.ts";

/** The meaning, as a regular expression has it: fine for short texts. */
const asExpression = (pattern: string) =>
  new RegExp(`^${pattern.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("\\*", ".*")}$`, "s");
/** By trying every number of components for each `**`. */
function componentsMatch([first, ...rest]: readonly string[], components: readonly string[]): boolean {
  if (first === undefined) return components.length === 0;
  if (first !== "**")
    return (
      components.length > 0 && asExpression(first).test(components[0]!) && componentsMatch(rest, components.slice(1))
    );
  return [...components, ""].some((_each, skipped) => componentsMatch(rest, components.slice(skipped)));
}

describe("a pattern", () => {
  it("means what the regular expression says", () => {
    const few = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 8 });
    fc.assert(
      fc.property(few, fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 10 }), (pattern, text) => {
        expect(matchesWildcard(pattern, text)).toBe(asExpression(pattern).test(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it("means in a path what trying every number of components says", () => {
    const part = fc.constantFrom("a", "b", "ab", "a*", "*", "**");
    const paths = fc.array(fc.constantFrom("a", "b", "ab"), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), paths, (pattern, path) => {
        expect(matchesPath(`/${pattern.join("/")}`, `/${path.join("/")}`)).toBe(
          componentsMatch(["", ...pattern], path.length === 0 ? ["", ""] : ["", ...path]),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it("may match a text with unknown parts exactly when some text for them matches", () => {
    const few = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 6 });
    const pieces = fc.array(fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 3 }), {
      minLength: 1,
      maxLength: 3,
    });
    // Enough texts for the unknown parts: none needs more than the whole pattern.
    const fillings = (left: number): string[] =>
      left === 0 ? [""] : ["", ...fillings(left - 1).flatMap((text) => [`a${text}`, `b${text}`])];
    const texts = fillings(6);
    const fill = ([first = "", ...rest]: readonly string[]): string[] =>
      rest.length === 0 ? [first] : fill(rest).flatMap((end) => texts.map((text) => first + text + end));
    fc.assert(
      fc.property(few, pieces, (pattern, known) => {
        const some = fill(known).some((text) => asExpression(pattern).test(text));
        expect(mayMatchWildcard(pattern, known)).toBe(some);
      }),
      { numRuns: 150 },
    );
  });

  const long = "a".repeat(65_536);
  it.each([
    ["a long text behind a star", `*${"a".repeat(1_000)}b`],
    ["a long text with another beginning", `*b${"a".repeat(1_000)}*`],
    ["a difference in the middle", `*${"a".repeat(500)}b${"a".repeat(500)}*`],
    ["five hundred stars", `${"*a".repeat(500)}b`],
    ["nothing but stars", `${"*".repeat(1_000)}b`],
  ])("with %s takes no time for 64 KiB", (_name, pattern) => {
    const startedMs = performance.now();
    for (let time = 0; time < 3; time += 1) expect(matchesWildcard(pattern, long)).toBe(false);
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });

  it.each([
    ["at its end", `/**${"/a".repeat(500)}/b`],
    ["between two", `/**${"/a".repeat(7)}/b/**`],
  ])("of components that differ %s is compared with a path of two thousand in no time", (_name, pattern) => {
    const path = "/a".repeat(2_048);
    const startedMs = performance.now();
    for (let time = 0; time < 20; time += 1) expect(matchesPath(pattern, path)).toBe(false);
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });
});
