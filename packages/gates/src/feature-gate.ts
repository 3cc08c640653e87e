import type { EffectivePolicy, ToolDefinition } from "@deskfleet/contracts";
import { allow, deny, type Gate, type Opinion } from "./gate-type.ts";
import { matchesWildcard } from "./wildcard.ts";

/** Gate 1: a tool that any layer switched off is off. */
export const featureGate: Gate = ({ action, policy }) => judgeFeature(action.tool, policy);

export function judgeFeature(tool: ToolDefinition, policy: EffectivePolicy): Opinion {
  const off = policy.features.find(({ pattern, isOn }) => !isOn && matchesWildcard(pattern, tool.id));
  if (off !== undefined) return { ...deny("feature.off", "the tool is switched off", off.layer), rule: off.pattern };
  if (!tool.enabled) return deny("feature.disabled", "the tool is disabled");
  return allow("feature.on", "the tool is switched on");
}
