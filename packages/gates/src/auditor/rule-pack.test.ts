import { describe, expect, it } from "vitest";
import { audit, fires } from "./audit.ts";
import { exampleContext } from "./rule-example.ts";
import { type AuditRule, mergePacks, type RulePack, validatePack } from "./rule-pack.ts";
import { SHIPPED_RULES } from "./rules/shipped.ts";

const rule: AuditRule = {
  ...{ id: "acme.release", version: 1, severity: "block", actions: ["click"], meanings: "any", when: ["goal.reads"] },
  words: { target: ["Roll out"] },
  reason: "a roll-out that nobody asked for",
  matches: [{ target: "button: Roll out", goal: "Read the plan" }],
  notMatches: [{ target: "button: Roll", goal: "Read the plan" }],
};
const pack = (...rules: AuditRule[]): RulePack => ({ name: "acme", version: 3, rules });

describe("a pack of rules", () => {
  it("of a tenant is used when its examples hold", () => {
    expect(validatePack(pack(rule), fires)).toEqual([]);
    const rules = mergePacks([SHIPPED_RULES, pack(rule)]);
    expect(rules.version).toBe("deskfleet@3+acme@3");
    expect(audit(exampleContext({ target: "button: ROLL OUT", goal: "Read the plan" }), rules)).toMatchObject({
      verdict: "block",
      evidence: [{ rule: "acme.release", version: 1, severity: "block", reason: "a roll-out that nobody asked for" }],
    });
  });
  it.each([
    ["an example that should match and does not", { ...rule, matches: rule.notMatches }, "matches[0] does not match"],
    ["an example that should not match and does", { ...rule, notMatches: rule.matches }, "notMatches[0] matches"],
    ["no examples", { ...rule, matches: [] }, "it needs examples that match and that do not"],
    ["an unknown fact", { ...rule, when: ["page.evil" as "page.directive"] }, "the fact page.evil is unknown"],
    ["an unknown meaning", { ...rule, meanings: ["explode" as "pay"] }, "a meaning is unknown"],
    ["no condition", { ...rule, when: [], words: undefined } as unknown as AuditRule, "it has no condition"],
    ["a bad id", { ...rule, id: "Acme Rule" }, "the id is not lower-case words with dots"],
    ["version 0", { ...rule, version: 0 }, "the version is no whole number from 1 on"],
    ["a severity of its own", { ...rule, severity: "pass" as "warn" }, "the severity is neither warn nor block"],
    ["no reason", { ...rule, reason: " " }, "the reason is empty or longer than 200 characters"],
  ])("with %s is refused", (_name, wrong, fault) => {
    expect(validatePack(pack(wrong), fires).join("\n")).toContain(fault);
  });
  it("with one id twice is refused", () => {
    expect(validatePack(pack(rule, rule), fires)).toContain("acme.release: the id occurs twice");
  });
  it("makes a shipped rule stricter, and never milder", () => {
    const asked = { ...rule, id: "consequence.asked", severity: "block" as const };
    const unasked = { ...rule, id: "consequence.unasked", severity: "warn" as const, version: 9 };
    const rules = mergePacks([SHIPPED_RULES, pack(asked, unasked)]);
    expect(rules.rules).toHaveLength(SHIPPED_RULES.rules.length);
    const buy = { target: "button: Buy lamp", goal: "Buy the lamp" };
    expect(audit(exampleContext(buy), rules).verdict).toBe("block");
    expect(audit(exampleContext({ ...buy, goal: "Read about the lamp" }), rules).verdict).toBe("block");
  });
});
