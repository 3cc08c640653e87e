import { describe, expect, it } from "vitest";
import { parseWorkflowText } from "./parse-workflow-text.ts";

describe("parseWorkflowText", () => {
  it("reads YAML", () => {
    const text = "name: a\nversion: 1\nsteps:\n  - { do: computer_window_list }\n";
    expect(parseWorkflowText(text)).toEqual({
      document: { name: "a", version: 1, steps: [{ do: "computer_window_list" }] },
      faults: [],
    });
  });

  it("reads what was written once and named with an alias", () => {
    expect(parseWorkflowText("a: &a { x: 1 }\nb: *a\n").document).toEqual({ a: { x: 1 }, b: { x: 1 } });
  });

  it.each([
    ["a duplicate key", "a: 1\na: 2\n"],
    ["a duplicate key further in", "a:\n  - { b: 1, b: 2 }\n"],
    ["two keys that JSON cannot tell apart", "1: a\n'1': b\n"],
    ["a key that is a list", "? [a, b]\n: 1\n"],
    ["an open bracket", "a: [1\n"],
    ["a custom tag", "a: !!js/function 'x'\n"],
    ["two documents", "a: 1\n---\na: 2\n"],
    ["an alias bomb", `a: &a [x]\nb: [${Array(30).fill("*a").join(",")}]\n`],
    ["an alias inside what it names", "a: &a [*a]\n"],
    ["an alias of the whole inside it", "&a\nb: *a\n"],
  ])("refuses %s", (_name, text) => {
    expect(parseWorkflowText(text)).toMatchObject({ document: null, faults: [{ path: "" }] });
  });

  it.each([
    ["brackets", `a: ${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["blocks", Array.from({ length: 1_000 }, (_, level) => `${" ".repeat(level)}a:`).join("\n")],
    ["lists in lists", "- ".repeat(20_000)],
    ["keys of keys", "? ".repeat(20_000)],
    ["values", `a: [${"1,".repeat(500_000)}1]`],
    ["fields", Array.from({ length: 60_000 }, (_, n) => `k${n}: 1`).join("\n")],
    ["text", `a: "${"x".repeat(1_100_000)}"`],
  ])("refuses too many %s, before they take the stack or seconds", (_name, text) => {
    const startedMs = performance.now();
    expect(parseWorkflowText(text).faults).toMatchObject([{ message: /^(more than|nested)/ }]);
    expect(performance.now() - startedMs).toBeLessThan(3_000);
  });

  it("compares the keys of a large map in one pass", () => {
    const text = Array.from({ length: 10_000 }, (_, n) => `k${n}: 1`).join("\n");
    const startedMs = performance.now();
    expect(parseWorkflowText(text).faults).toEqual([]);
    expect(performance.now() - startedMs).toBeLessThan(3_000);
  });
});
