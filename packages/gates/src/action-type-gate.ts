import type { Action, EffectivePolicy, GateContext } from "@deskfleet/contracts";
import { analyseStart } from "./command/analyse-start.ts";
import type { CommandWords } from "./command-grant.ts";
import { allow, ask, deny, type Gate, type Opinion } from "./gate-type.ts";
import { askForCommands, consentFrom } from "./grants.ts";
import { strictestRule } from "./rule.ts";

/**
 * Gate 3: rules about the tool, then its risk. R4 never; R3 is asked each time, unless somebody consented to this very
 * command; what needs a grant (`write`, `screen`) is asked until the grant or an allowing rule is there.
 */
export const actionTypeGate: Gate = ({ action, context, policy, risk }) => {
  if (risk === "R4_FORBIDDEN") return deny("risk.forbidden", "actions of this risk are never done");
  const rule = strictestRule(policy, "tool", action.tool.id);
  if (rule?.effect === "deny")
    return { ...deny("rule.deny", rule.reason ?? "a rule denies this tool", rule.layer), rule: rule.match };
  const external = risk === "R3_EXTERNAL" ? judgeExternal(action, context, policy) : null;
  if (external?.outcome === "ask") return external;
  if (rule?.effect === "ask")
    return { ...ask("rule.ask", rule.reason ?? "a rule asks for this tool", rule.layer), rule: rule.match };
  if (rule?.effect === "allow")
    return { ...allow("rule.allow", "a rule allows this tool", rule.layer), rule: rule.match };
  const needed = action.tool.grant ?? (risk === "R2_LOCAL_STATE" ? "write" : null);
  if (needed === null) return allow("risk.low", "the risk is low");
  const layer = consentFrom(needed, context, policy);
  return layer === null
    ? { ...ask("grant.needed", `the ${needed} grant is needed`), grants: [needed] }
    : allow("grant.held", `the ${needed} grant is held`, layer);
};

function judgeExternal(action: Action, context: GateContext, policy: EffectivePolicy): Opinion {
  const asked = ask("risk.external", "the action leaves the desktop and is asked each time");
  const commands = externalCommands(action);
  return commands === null ? asked : askForCommands(asked, commands, context, policy);
}

/** The commands of a text that reach another machine, with the variables set for them; null when not all of them are known. */
function externalCommands({ tool, params }: Action): readonly CommandWords[] | null {
  if (tool.id !== "computer_process_start") return null;
  const findings = analyseStart(params, ["/"])?.findings.filter(({ code }) => code === "command.network") ?? [];
  if (findings.length === 0 || findings.some(({ command }) => command === undefined)) return null;
  return findings.map(({ variables = [], command = [] }) => [...variables, ...command]);
}
