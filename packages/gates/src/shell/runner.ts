import { checkName } from "./assign-variable.ts";
import { characterFault } from "./characters.ts";
import type { Invocation } from "./invocation.ts";
import { parseScript } from "./parse-script.ts";
import type { Runner, Scene } from "./scene.ts";
import { INHERITED, positionalOf, type ShellState, scalar } from "./shell-state.ts";
import { emit } from "./simple-command.ts";
import { walkScript } from "./walk.ts";
import { hasGlob, hasUnknown, textWord } from "./word.ts";
import { inEveryWorld } from "./worlds.ts";

/** Scripts within scripts, and wrappers around wrappers, that are followed. */
const DEPTH_MAX = 24;

/** What the host may ask to follow, from the state before the command's own effects. */
export function runnerFor(invocation: Invocation, scene: Scene): Runner {
  const { span } = invocation;
  const inner = (changes: Partial<Scene>): Scene | null => {
    if (scene.depth >= DEPTH_MAX) {
      scene.walk.deny("command.too_complex", "scripts within scripts go too deep", span);
      return null;
    }
    const state = scene.state.fork();
    giveTo(state, invocation.assignments);
    return { ...scene, state, fixedSpan: span, locals: null, depth: scene.depth + 1, ...changes };
  };
  return {
    script(text, positional, input) {
      const next = inner({ input, calls: scene.calls });
      if (next === null || !scene.walk.step(span)) return;
      next.state.becomeChild(true);
      const [name = textWord("bash"), ...rest] = positional;
      next.state.change({
        positional: positionalOf(rest),
        hasArguments: true,
        stdin: null,
        name,
      });
      walkText(text, next);
    },
    words(words, changes) {
      const next = inner({});
      if (next === null || !scene.walk.step(span)) return;
      inEveryWorld(next, span, (world) => {
        for (const { name, value } of changes.assignments ?? []) checkName(name, world, value);
      });
      // Only `env` sets variables, and it may as well have taken others away.
      if (changes.assignments !== undefined) {
        next.state.becomeChild(false);
        giveTo(next.state, changes.assignments);
      }
      const [command] = words;
      if (command !== undefined && (hasUnknown(command) || hasGlob(command)))
        scene.walk.deny("command.dynamic", "the command word is computed", span);
      emit(
        {
          words,
          assignments: changes.assignments ?? [],
          redirections: [],
          cwd: changes.cwd ?? invocation.cwd,
          input: changes.input ?? invocation.input,
          isBackground: invocation.isBackground,
          span,
        },
        next,
      );
    },
  };
}

/** What stands before a command is exported to it, and to all that it starts. */
function giveTo(state: ShellState, assignments: Invocation["assignments"]): void {
  for (const { name, value } of assignments) state.assign(name, [value === null ? INHERITED : scalar(value)], "x");
}

/** Text of a script of its own, at any depth. */
export function walkText(text: string, scene: Scene): void {
  const span = scene.fixedSpan;
  const fault = characterFault(text);
  if (fault !== null) {
    scene.walk.deny(fault.code, fault.reason, span ?? { pos: fault.pos, end: fault.pos + 1 });
    return;
  }
  const reading = parseScript(text);
  if (reading.script === null) scene.walk.deny(reading.fault.code, reading.fault.reason, span ?? reading.fault.span);
  else walkScript(reading.script, scene);
}
