import type { EffectivePolicy, PolicyRule } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { mergePolicies } from "./merge-policies.ts";
import { ruleMatches, strictestRule } from "./rule.ts";

describe("a rule", () => {
  it.each([
    ["tool(computer_file_*)", "tool", "computer_file_read", true],
    ["tool(computer_file_*)", "read", "computer_file_read", false],
    ["read(/workspace/*)", "read", "/workspace/a", true],
    ["read(/workspace/*)", "read", "/workspace/a/b", false],
    ["read(/workspace/*)", "write", "/workspace/a", false],
    ["write(/workspace/**)", "write", "/workspace/a/b", true],
    ["write(/workspace/**)", "write", "/workspacex/a", false],
    ["app(KeePassXC)", "app", "keepassxc", true],
    ["app(keepassxc)", "app", "KEEPASSXC", true],
    ["domain(*.example.com)", "domain", "a.b.example.com", true],
    ["domain(*.example.com)", "domain", "example.com", false],
    ["domain(*.example.com)", "domain", "evil-example.com", false],
    ["domain(example.com)", "domain", "EXAMPLE.com.", true],
    ["domain(example.com)", "domain", "example.com.evil.test", false],
    ["domain(example.com)", "domain", "user@example.com", false],
  ] as const)("%s as a rule about %s, asked for %s: %s", (match, kind, subject, expected) => {
    expect(ruleMatches(match, kind, subject)).toBe(expected);
  });
});

describe("the strictest rule", () => {
  const effectOf = (...rules: PolicyRule[]) =>
    strictestRule(mergePolicies([{ layer: "tenant", version: "tenant@1", document: { rules } }]), "tool", "click")
      ?.effect;

  it.each([
    [["allow", "ask", "deny"], "deny"],
    [["allow", "ask"], "ask"],
    [["ask", "allow"], "ask"],
    [["allow"], "allow"],
    [[], undefined],
  ] as const)("of %j is %s", (effects, expected) => {
    expect(effectOf(...effects.map((effect) => ({ effect, match: "tool(*)" })))).toBe(expected);
  });

  it.each(["deny", "ask"] as const)(
    "takes one that cannot be read for one about everything, where it says %s",
    (effect) => {
      expect(effectOf({ effect, match: "tool computer_*" })).toBe(effect);
    },
  );

  it("takes one that cannot be read for nothing, where it allows", () => {
    expect(effectOf({ effect: "allow", match: "tool computer_*" })).toBeUndefined();
  });

  it("names its layer and version", () => {
    const policy: EffectivePolicy = mergePolicies([
      { layer: "user", version: "user@7", document: { rules: [{ effect: "deny", match: "tool(click)" }] } },
    ]);
    expect(strictestRule(policy, "tool", "click")).toMatchObject({ layer: "user", version: "user@7" });
  });
});
