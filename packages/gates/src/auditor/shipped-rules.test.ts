import { describe, expect, it } from "vitest";
import { fires } from "./audit.ts";
import { exampleContext } from "./rule-example.ts";
import { validatePack } from "./rule-pack.ts";
import { SHIPPED_RULES } from "./rules/shipped.ts";

describe("the shipped rules", () => {
  it("are a pack that may be used", () => {
    expect(validatePack(SHIPPED_RULES, fires)).toEqual([]);
  });
  it.each(SHIPPED_RULES.rules)("$id fires on its examples and on none of the others", (rule) => {
    expect(rule.matches.map((row) => fires(rule, exampleContext(row)))).toEqual(rule.matches.map(() => true));
    expect(rule.notMatches.map((row) => fires(rule, exampleContext(row)))).toEqual(rule.notMatches.map(() => false));
  });
});
