import { describe, expect, it } from "vitest";
import { shareOf, sortedRules } from "./rule-share.ts";

const rule = {
  rule: "payment.repeated",
  mode: "shadow",
  fired: 10,
  enforced: 0,
  overridden: 0,
  harmful: 0,
  fine: 0,
} as const;

describe("the parts of a rule's bar", () => {
  it.each([
    ["nothing was said", {}, { harmful: 0, needless: 0, open: 0.5 }],
    ["half was harmful", { harmful: 5 }, { harmful: 0.25, needless: 0, open: 0.25 }],
    [
      "the same actions were run anyway and reported fine",
      { overridden: 4, fine: 3 },
      { harmful: 0, needless: 0.2, open: 0.3 },
    ],
    ["harmful ones were run anyway", { overridden: 10, harmful: 10 }, { harmful: 0.5, needless: 0, open: 0 }],
  ])("%s", (_name, facts, share) => {
    const got = shareOf({ ...rule, ...facts }, 20);
    for (const [name, value] of Object.entries(share)) expect(got[name as keyof typeof share]).toBeCloseTo(value);
  });

  it("are nothing where no rule fired", () => {
    expect(shareOf({ ...rule, fired: 0 }, 0)).toEqual({ harmful: 0, needless: 0, open: 0 });
  });

  it("stand with what fired most often first", () => {
    const rules = [rule, { ...rule, rule: "b.rule", fired: 11 }, { ...rule, rule: "a.rule" }];
    expect(sortedRules(rules).map((each) => each.rule)).toEqual(["b.rule", "a.rule", "payment.repeated"]);
  });
});
