import type { TextMatch } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { ExpressionError } from "./expression-error.ts";
import { matchesText, matchingTexts } from "./text-match.ts";

describe("a text is", () => {
  it.each<[TextMatch, string, boolean]>([
    ["Save", "Save", true],
    ["Save", "Save as", false],
    ["Save", "save", false],
    [{ contains: "av" }, "Save", true],
    [{ contains: "AV" }, "Save", false],
    [{ startsWith: "Sa" }, "Save", true],
    [{ startsWith: "av" }, "Save", false],
    [{ pattern: "v." }, "Save", true],
    [{ pattern: "^v." }, "Save", false],
    [{ pattern: "^\\p{Lu}\\p{Ll}+$" }, "Łódź", true],
    [{ pattern: "^.$" }, "🥐", true],
  ])("%j in %j: %s", (match, text, isMatch) => {
    expect(matchesText(text, match)).toBe(isMatch);
  });
});

describe("a pattern is refused", () => {
  it.each(["(", "(?=a)b", "(a)\\1", "x".repeat(1_001)])("that is no bounded expression: %.20s", (pattern) => {
    expect(() => matchesText("a", { pattern })).toThrow(expect.objectContaining({ code: "request.invalid" }));
  });
  it("that takes too long, over all the texts together", () => {
    const startedMs = performance.now();
    const texts = Array.from({ length: 1_000 }, () => "a".repeat(40));
    const work = () => matchingTexts((test) => texts.filter((text) => test(text, { pattern: "^(a|a|aa|aaa)+$ " })));
    expect(work).toThrow(ExpressionError);
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });
});

describe("texts that are compared without a pattern", () => {
  it("may take their time: nothing of them can take long, and a busy machine is no fault of theirs", () => {
    const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    expect(matchingTexts((test) => [pause(), test("Save", "Save"), test("Save", { contains: "x" })])).toEqual([
      "timed-out",
      true,
      false,
    ]);
  });
});

describe("texts that are compared with a pattern", () => {
  it("begin anew where the time passed without them", () => {
    let runs = 0;
    const late = () => {
      runs += 1;
      // The first run ends at the pattern, the second sleeps through its time.
      if (runs === 2) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
    };
    expect(matchingTexts((test) => [late(), test("Save", { pattern: "^S" })][1])).toBe(true);
    expect(runs).toBe(3);
  });
});
