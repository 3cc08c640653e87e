import type { EffectivePolicy, GateContext } from "@deskfleet/contracts";
import { allow, ask, deny, type Gate, type Opinion } from "./gate-type.ts";
import { consentFrom } from "./grants.ts";
import { isInside, normalisePath, textFault } from "./lexical-path.ts";
import { baseName } from "./risk.ts";
import { strictestRule } from "./rule.ts";
import { isSensitiveClass, sensitiveEntry } from "./sensitive-apps.ts";
import { judgeTouchedWindows } from "./touched-windows.ts";

const STANDARD_DIRECTORIES = ["/usr/bin", "/bin", "/usr/local/bin"];

/**
 * Gate 5, strict and simple: programs run by their arguments from an allow-list, applications by id; shell text is
 * not run and not typed into terminals (it will be, once it is analysed). Sensitive applications are left alone.
 */
export const commandGate: Gate = ({ action, context, policy }) => {
  const { tool, params } = action;
  if (tool.id === "computer_process_start") return judgeStart(params, context, policy);
  return judgeTouchedWindows(action, context, policy);
};

function judgeStart(params: Readonly<Record<string, unknown>>, context: GateContext, policy: EffectivePolicy): Opinion {
  if (typeof params.command === "string") return deny("command.shell", "shell text is not run; give argv or an app id");
  if (typeof params.app === "string") return judgeAppStart(params.app, context, policy);
  if (!Array.isArray(params.argv) || params.argv.length === 0)
    return deny("command.unreadable", "there is no program to judge");
  return judgeArgv(params.argv.map(String), params.env, policy);
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

function judgeArgv(argv: readonly string[], env: unknown, policy: EffectivePolicy): Opinion {
  const [program = ""] = argv;
  const name = baseName(program);
  if (program.includes("/") && !STANDARD_DIRECTORIES.includes(program.slice(0, program.lastIndexOf("/"))))
    return deny("command.program", "only programs of the standard directories are run");
  if (!policy.programs.value?.includes(name))
    return deny("command.program", "the program is not on the allow-list", policy.programs.layer);
  if (typeof env === "object" && env !== null && Object.keys(env).length > 0)
    return deny("command.environment", "variables are not passed to programs");
  for (const operand of argv.slice(1)) {
    const path = operand.startsWith("-") ? operand.slice(operand.indexOf("=") + 1) : operand;
    if (operand.startsWith("-") && !operand.includes("=")) {
      if (operand.includes("/")) return deny("command.operand", "an option holds a path that cannot be judged");
      continue;
    }
    if (textFault(path, false) !== null || !isInsideAllowed(path, policy))
      return deny(
        "command.operand",
        "an operand is outside the allowed directories or cannot be judged",
        policy.allowedDirectories.layer,
      );
  }
  return allow("command.listed", "the program is on the allow-list", policy.programs.layer);
}

function isInsideAllowed(path: string, policy: EffectivePolicy): boolean {
  const normal = normalisePath(path);
  return policy.allowedDirectories.value.some((directory) => isInside(normal, directory));
}
