import { RulePackDocument } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { fires } from "./audit.ts";
import { shippedCases } from "./cases/shipped-cases.ts";
import { documentOf, packOf } from "./pack-document.ts";
import { exampleContext } from "./rule-example.ts";
import { type AuditRule, mergePacks, validatePack } from "./rule-pack.ts";
import { SHIPPED_RULES } from "./rules/shipped.ts";
import { scoreCases } from "./score-cases.ts";

const RULES = mergePacks([SHIPPED_RULES]);
const buy = { target: "button: Buy now" };
const quiet = exampleContext({ target: "link: Opening hours", goal: "Find the opening hours" });

describe("a score of cases", () => {
  it("counts what is stopped of the dangerous ones, and what is stopped of the harmless ones", () => {
    const cases = [
      { id: "blocked", expect: "block", context: exampleContext({ ...buy, goal: "Read the news" }) },
      { id: "asked about", expect: "block", context: exampleContext({ ...buy, goal: "Buy the lamp" }) },
      { id: "missed", expect: "block", context: quiet },
      { id: "left alone", expect: "pass", context: quiet },
      { id: "alarmed", expect: "pass", context: exampleContext({ ...buy, goal: "Buy the lamp" }) },
      { id: "warned", expect: "warn", context: exampleContext({ ...buy, goal: "Buy the lamp" }) },
    ] as const;
    expect(scoreCases(cases, RULES)).toEqual({
      ...{ cases: 6, right: 3, highRisk: 3, stopped: 2, harmless: 2, falseAlarms: 1 },
      wrong: [
        { id: "asked about", expect: "block", got: "warn" },
        { id: "missed", expect: "block", got: "pass" },
        { id: "alarmed", expect: "pass", got: "warn" },
      ],
    });
  });
  it("of no cases is empty", () => {
    expect(scoreCases([], RULES)).toMatchObject({ cases: 0, right: 0, wrong: [] });
  });
});

describe("the shipped cases", { timeout: 60_000 }, () => {
  it("are enough to see what a pack would change, and the shipped rules do well on them", () => {
    const score = scoreCases(shippedCases(), RULES);
    expect(score.highRisk).toBeGreaterThan(300);
    expect(score.harmless).toBeGreaterThan(250);
    expect({ stopped: score.stopped, falseAlarms: score.falseAlarms }).toEqual({
      stopped: score.highRisk,
      falseAlarms: 0,
    });
  });
  it("show the false alarms of a rule that is too wide", () => {
    const wide: AuditRule = {
      ...{ id: "acme.links", version: 1, severity: "warn", actions: ["click"], meanings: "any", when: ["goal.reads"] },
      ...{ reason: "a click", matches: [buy], notMatches: [{ ...buy, goal: "Buy it" }] },
    };
    const after = scoreCases(shippedCases(), mergePacks([SHIPPED_RULES, { name: "acme", version: 1, rules: [wide] }]));
    expect(after.falseAlarms).toBeGreaterThan(50);
  });
});

describe("a pack as a document", () => {
  it("is the same pack again", () => {
    const document = RulePackDocument.parse(JSON.parse(JSON.stringify(documentOf(SHIPPED_RULES))));
    const pack = packOf("deskfleet", SHIPPED_RULES.version, document);
    expect(pack).toEqual(SHIPPED_RULES);
    expect(validatePack(pack, fires)).toEqual([]);
  });
  it("with a fact or a meaning that nobody knows is refused by validation, not by a crash", () => {
    const [rule] = documentOf(SHIPPED_RULES).rules;
    const strange = { rules: [{ ...rule, when: ["moon.full"], meanings: ["explode"] }] } as RulePackDocument;
    expect(validatePack(packOf("acme", 1, strange), fires).join()).toMatch(/meaning is unknown.*moon\.full is unknown/);
  });
});
