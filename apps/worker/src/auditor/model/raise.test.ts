import type { ModelOpinion } from "@deskfleet/contracts";
import { expect, it } from "vitest";
import { raise } from "./raise.ts";

const opinion = (changes: Partial<ModelOpinion>): ModelOpinion => ({
  ...{ outcome: "answered", verdict: "pass", reason: "words of a page", model: "eye-1" },
  ...{ durationMs: 1, tokensIn: 0, tokensOut: 0, ...changes },
});
const VERDICTS = ["pass", "warn", "block"] as const;
const rules = (verdict: (typeof VERDICTS)[number]) => ({
  ...{ verdict, rulesVersion: "7" },
  evidence: verdict === "pass" ? [] : [{ rule: "a.rule", version: 3, severity: verdict, reason: "Because" }],
});

it.each([
  ["pass", "pass", "pass"],
  ["pass", "warn", "warn"],
  ["pass", "block", "block"],
  ["warn", "pass", "warn"],
  ["warn", "warn", "warn"],
  ["warn", "block", "block"],
  ["block", "pass", "block"],
  ["block", "warn", "block"],
  ["block", "block", "block"],
] as const)("rules that say %s and a model that says %s come to %s", (ruled, said, verdict) => {
  const raised = raise(rules(ruled), opinion({ verdict: said }));
  expect(raised.verdict).toBe(verdict);
  expect(raised.evidence[0]?.severity ?? "pass").toBe(verdict);
  expect(raised.evidence.length).toBe((ruled === "pass" ? 0 : 1) + (said === "pass" ? 0 : 1));
});

it.each(["late", "unparsable", "failed", "over_budget"] as const)(
  "an opinion that is %s is a warning, even one that says pass",
  (outcome) => {
    const raised = raise(rules("pass"), opinion({ outcome, verdict: "pass" }));
    expect(raised).toMatchObject({ verdict: "warn", evidence: [{ rule: `model.${outcome}`, severity: "warn" }] });
    expect(raise(rules("block"), opinion({ outcome })).verdict).toBe("block");
  },
);

it("the model's words are no evidence", () => {
  const raised = raise(rules("warn"), opinion({ verdict: "block" }));
  expect(JSON.stringify(raised)).not.toContain("words of a page");
  expect(raised.evidence.map(({ rule }) => rule)).toEqual(["model", "a.rule"]);
  expect(raised.rulesVersion).toBe("7");
});
