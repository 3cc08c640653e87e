import { TOOLS, type ToolDefinition } from "@deskfleet/contracts";
import { expect, it } from "vitest";
import { evaluate } from "./evaluate.ts";
import { actionOf, contextFor, policyOf } from "./testing.ts";
import { toolDenial } from "./tool-denial.ts";

const size = TOOLS.get("computer_screen_size") as ToolDefinition;

it.each([
  ["a feature that is off", { features: { "computer_screen_*": false } }, "feature.off"],
  ["a deny rule", { rules: [{ effect: "deny", match: "tool(computer_*)" }] }, "rule.deny"],
] as const)("%s denies the tool as such, and the pipeline says the same", (_name, document, code) => {
  const policy = policyOf(structuredClone(document) as Parameters<typeof policyOf>[0]);
  expect(toolDenial(size, policy)).toMatchObject({ outcome: "deny", code, layer: "tenant" });
  const action = actionOf("computer_screen_size");
  expect(evaluate(action, contextFor(action), policy).decisive).toMatchObject({ outcome: "deny", code });
});

it.each([
  ["a rule that asks", { rules: [{ effect: "ask", match: "tool(computer_*)" }] }],
  ["a rule about another tool", { rules: [{ effect: "deny", match: "tool(computer_file_*)" }] }],
  ["a rule about paths", { rules: [{ effect: "deny", match: "read(/**)" }] }],
  ["no policy", {}],
] as const)("%s does not: the call decides", (_name, document) => {
  expect(toolDenial(size, policyOf(structuredClone(document) as Parameters<typeof policyOf>[0]))).toBeNull();
});

it("a tool that is disabled or forbidden is denied without any policy", () => {
  expect(toolDenial({ ...size, enabled: false }, policyOf())?.code).toBe("feature.disabled");
  expect(toolDenial({ ...size, risk: "R4_FORBIDDEN" }, policyOf())?.code).toBe("risk.forbidden");
});
