import type { Action, AppTarget, EffectivePolicy, GateContext, WindowInfo } from "@deskfleet/contracts";
import { allow, deny, type Opinion } from "./gate-type.ts";
import { judgeTerminal } from "./judge-terminal.ts";
import { namedPoints } from "./point-parameters.ts";
import { strictestRule } from "./rule.ts";
import { isSensitiveClass, sensitiveEntry } from "./sensitive-apps.ts";
import { bringsSelection, isTerminal, KEYBOARD, topmostAt } from "./touched-windows.ts";

/** What would put text, or a command of the emulator's menus, into a terminal without anybody judging it. */
const UNJUDGED_INPUT: ReadonlySet<string> = new Set(["set_value", "perform_secondary_action"]);

/**
 * Gate 5 on the app-state tools: the application they are about is neither sensitive nor denied by a rule, by whichever of its
 * names; a pixel in its window may belong to another one that lies above, which counts as well. What is typed into a terminal is a
 * command here too, and no other way leads into one.
 */
export function judgeAppTarget(action: Action, context: GateContext, policy: EffectivePolicy): Opinion | null {
  if (action.tool.id === "list_apps") return allow("app.listed", "names of applications touch none of them");
  const { target = null, windows } = context;
  if (target === null || windows === null)
    return deny("app.unread", "it is not known which applications this would touch");
  const own = windows.filter(({ id }) => id === target.windowId);
  const touched = [...own, ...namedPoints(action.params).flatMap((point) => topmostAt(windows, point))];
  const refused = refusedTarget(target, context, policy) ?? sensitiveWindow(touched, policy);
  if (refused !== null) return refused;
  const processes = [target.processName, ...own.map(nameOf)];
  if (processes.some(isTerminal)) return judgeInTerminal(action, context, policy);
  if (bringsSelection(action) && touched.some((window) => isTerminal(nameOf(window)))) return notDropped;
  return allow("app.ordinary", "no sensitive application would be touched");
}

function refusedTarget(
  { names, processName }: AppTarget,
  { apps }: GateContext,
  policy: EffectivePolicy,
): Opinion | null {
  const all = [...names, processName].filter((name) => name !== "");
  const layer = sensitiveEntry(all, policy);
  if (layer !== null) return deny("app.sensitive", "a sensitive application would be touched", layer);
  const folded = new Set(all.map((name) => name.toLowerCase()));
  const registered = apps.filter(({ id, name }) => folded.has(id.toLowerCase()) || folded.has(name.toLowerCase()));
  if (registered.some((app) => isSensitiveClass(app.class)))
    return deny("app.sensitive", "a sensitive application would be touched");
  for (const name of [...all, ...registered.flatMap(({ id, name }) => [id, name])]) {
    const rule = strictestRule(policy, "app", name);
    if (rule?.effect === "deny")
      return { ...deny("rule.deny", rule.reason ?? "a rule denies this application", rule.layer), rule: rule.match };
  }
  return null;
}

const nameOf = ({ process: { name } }: WindowInfo): string => name;

function sensitiveWindow(windows: readonly WindowInfo[], policy: EffectivePolicy): Opinion | null {
  const names = windows.flatMap((window) => [nameOf(window), window.title]);
  const layer = names.length === 0 ? null : sensitiveEntry(names, policy);
  return layer === null ? null : deny("app.sensitive", "a sensitive application would be touched", layer);
}

const notDropped = deny("command.terminal", "no text is dropped on terminals; give argv to computer_process_start");

function judgeInTerminal(action: Action, context: GateContext, policy: EffectivePolicy): Opinion {
  const { id } = action.tool;
  if (KEYBOARD.has(id)) return judgeTerminal(action, context, policy);
  if (UNJUDGED_INPUT.has(id))
    return deny(
      "command.terminal",
      "in a terminal only type_text and press_key are judged; or give argv to computer_process_start",
    );
  return bringsSelection(action) ? notDropped : allow("app.ordinary", "no text gets into the terminal");
}
