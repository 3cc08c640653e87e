import { allow, deny, type Gate } from "./gate-type.ts";
import { matchesWildcard } from "./wildcard.ts";

/** Gate 1: a tool that any layer switched off is off. */
export const featureGate: Gate = ({ action, policy }) => {
  const off = policy.features.find(({ pattern, isOn }) => !isOn && matchesWildcard(pattern, action.tool.id));
  if (off !== undefined) return { ...deny("feature.off", "the tool is switched off", off.layer), rule: off.pattern };
  if (!action.tool.enabled) return deny("feature.disabled", "the tool is disabled");
  return allow("feature.on", "the tool is switched on");
};
