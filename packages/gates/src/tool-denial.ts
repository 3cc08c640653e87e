import type { EffectivePolicy, ToolDefinition } from "@deskfleet/contracts";
import { judgeFeature } from "./feature-gate.ts";
import { deny, type Opinion } from "./gate-type.ts";
import { strictestRule } from "./rule.ts";

/**
 * Why policy denies a tool whatever it is called with, as gates 1 and 3 would say it; null: that depends on the call. For
 * lists, which do not offer what can only be refused.
 */
export function toolDenial(tool: ToolDefinition, policy: EffectivePolicy): Opinion | null {
  const feature = judgeFeature(tool, policy);
  if (feature.outcome === "deny") return feature;
  if (tool.risk === "R4_FORBIDDEN") return deny("risk.forbidden", "actions of this risk are never done");
  const rule = strictestRule(policy, "tool", tool.id);
  if (rule?.effect !== "deny") return null;
  return { ...deny("rule.deny", rule.reason ?? "a rule denies this tool", rule.layer), rule: rule.match };
}
