import type { EffectivePolicy, GateContext } from "@deskfleet/contracts";
import { analyseStart } from "./command/analyse-start.ts";
import type { CommandAnalysis } from "./command/analysis.ts";
import { allow, ask, deny, type Gate, type Opinion } from "./gate-type.ts";
import { consentFrom } from "./grants.ts";
import { judgeAppTarget } from "./judge-app-target.ts";
import { judgeCommand } from "./judge-command.ts";
import { strictestRule } from "./rule.ts";
import { isSensitiveClass, sensitiveEntry } from "./sensitive-apps.ts";
import { strictest } from "./strictest.ts";
import { judgeTouchedWindows } from "./touched-windows.ts";

/**
 * Gate 5: shell text and programs by what they would do (command/), applications by id. Sensitive applications are left
 * alone. What is typed into a terminal is a command, too.
 */
export const commandGate: Gate = ({ action, context, policy }) => {
  const { tool, params } = action;
  if (tool.id === "computer_process_start") return judgeStart(params, context, policy);
  if (tool.category === "app_state") return judgeAppTarget(action, context, policy);
  return judgeTouchedWindows(action, context, policy);
};

function judgeStart(params: Readonly<Record<string, unknown>>, context: GateContext, policy: EffectivePolicy): Opinion {
  if (typeof params.app === "string") return judgeAppStart(params.app, context, policy);
  const analysis = analyseStart(params, policy.allowedDirectories.value);
  if (analysis === null) return deny("command.unreadable", "there is no program to judge");
  const { node, ...opinion } = judgeCommand(analysis, context, policy);
  // Of argv there is no text that a place could be in.
  const isText = node !== undefined && typeof params.command === "string";
  return strictest([isText ? { ...opinion, node } : opinion, ...unconfined(analysis, context, policy)]) ?? opinion;
}

/** What would run confined runs in the desktop as it is only where policy lets a person decide so, each time. */
function unconfined(
  { confinement }: CommandAnalysis,
  { canConfine = true }: GateContext,
  policy: EffectivePolicy,
): Opinion[] {
  if (confinement.kind === "plain" || canConfine) return [];
  const { value, layer } = policy.confinement;
  return value === "preferred"
    ? [
        ask(
          "command.unconfined",
          "this desktop cannot run programs confined: it would run in the desktop as it is",
          layer,
        ),
      ]
    : [deny("command.not_confined", "this desktop cannot run programs confined", layer)];
}

function judgeAppStart(id: string, context: GateContext, policy: EffectivePolicy): Opinion {
  const app = context.apps.find((candidate) => candidate.id === id);
  if (app === undefined) return deny("app.unknown", "the image has no application with this id");
  if (isSensitiveClass(app.class)) return deny("app.sensitive", "sensitive applications are not started");
  const rule = strictestRule(policy, "app", id);
  if (rule?.effect === "deny")
    return { ...deny("rule.deny", rule.reason ?? "a rule denies this application", rule.layer), rule: rule.match };
  const listed = sensitiveEntry([id, app.name], policy);
  if (listed !== null) return deny("app.sensitive", "sensitive applications are not started", listed);
  if (rule?.effect === "ask")
    return { ...ask("rule.ask", rule.reason ?? "a rule asks for this application", rule.layer), rule: rule.match };
  if (rule?.effect === "allow")
    return { ...allow("rule.allow", "a rule allows this application", rule.layer), rule: rule.match };
  const layer = consentFrom(`app(${id})`, context, policy);
  return layer === null
    ? { ...ask("app.first_use", "the first use of an application is asked"), grants: [`app(${id})`] }
    : allow("app.granted", "the application is granted", layer);
}
