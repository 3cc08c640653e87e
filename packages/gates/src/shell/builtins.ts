import { assignVariable, checkName, type ExpandedAssignment } from "./assign-variable.ts";
import { declareVariables } from "./builtin-declare.ts";
import { changeDirectory, popDirectory, pushDirectory } from "./builtin-directories.ts";
import { checkTestArguments, evaluateLet, printToVariable, readVariables } from "./builtin-names.ts";
import { checkNameOperand } from "./conditions.ts";
import type { Invocation } from "./invocation.ts";
import type { Scene } from "./scene.ts";
import { NO_FUNCTION, positionalOf, scalar, UNSET } from "./shell-state.ts";
import { literalText, unknownWord, type Word } from "./word.ts";
import type { World } from "./worlds.ts";

export interface BuiltinCall {
  readonly invocation: Invocation;
  readonly world: World;
  readonly declared: readonly ExpandedAssignment[];
}

type Builtin = (args: readonly Word[], call: BuiltinCall, scene: Scene) => void;

/** What a command does to the shell that runs it, once the host has seen it; and the builtins that are refused. */
export function runBuiltin(call: BuiltinCall, name: string, args: readonly Word[], scene: Scene): void {
  const builtin = BUILTINS.get(name);
  if (builtin !== undefined) builtin(args, call, scene);
}

const refuse =
  (code: string, reason: string): Builtin =>
  (_args, { world }) =>
    world.deny(code, reason);

/** `command name …` and `builtin name …` run builtins as if they were not there. */
const passOn: Builtin = (args, call, scene) => {
  let at = 0;
  for (; at < args.length; at++) {
    const text = literalText(args[at]!);
    if (text === null || !text.startsWith("-")) break;
    // -v and -V only describe.
    if (/^-[a-zA-Z]*[vV]/.test(text)) return;
    if (text === "--") {
      at++;
      break;
    }
  }
  const name = args[at] === undefined ? null : literalText(args[at]!);
  if (args[at] !== undefined && name === null) call.world.deny("command.dynamic", "the command word is computed");
  if (name !== null) runBuiltin(call, name, args.slice(at + 1), scene);
};

/** A variable, or where there is none a function; -v and -f only the one. What a function hides outside may come back. */
const unset: Builtin = (args, { world }, scene) => {
  const letters = args.map(literalText).filter((text) => text?.startsWith("-") ?? false);
  const isOnly = (letter: string) => letters.some((text) => text?.includes(letter) ?? false);
  const { state } = world;
  for (const word of args) {
    const name = literalText(word);
    checkNameOperand(word, world);
    if (name === null) continue;
    if (/^[A-Za-z_]\w*$/.test(name)) {
      const before = state.variable(name);
      if (!isOnly("f")) {
        state.assign(name, [UNSET], "");
        if (before?.attributes.includes("r")) state.recall(name, before);
        if (scene.calls.length > 0)
          for (let layer = state.parent; layer !== null; layer = layer.parent)
            if (layer.variables.has(name)) state.recall(name, layer.variables.get(name) ?? null);
      }
      if (isOnly("f")) state.functions.set(name, NO_FUNCTION);
      else if (!isOnly("v")) state.functions.set(name, [...new Set([...state.functionBodies(name), null])]);
    } else if (name.includes("["))
      world.state.assign(name.slice(0, name.indexOf("[")), [{ kind: "array", elements: null }]);
  }
};

const set: Builtin = (args, { world }) => {
  const { state } = world;
  for (let at = 0; at < args.length; at++) {
    const text = literalText(args[at]!);
    if (text === "--" || text === "-") {
      state.change({ positional: positionalOf(args.slice(at + 1)), hasArguments: true });
      return;
    }
    if (text !== null && /^[-+][A-Za-z]+$/.test(text)) {
      if (/^-[A-Za-z]*a/.test(text)) world.deny("command.variable", "every later assignment would be exported");
      if (/o$/.test(text)) {
        const option = args[at + 1] === undefined ? null : literalText(args[at + 1]!);
        if (option === "allexport") world.deny("command.variable", "every later assignment would be exported");
        at++;
      }
      continue;
    }
    state.change({ positional: positionalOf(args.slice(at)), hasArguments: true });
    return;
  }
};

const shift: Builtin = (args, { world }) => {
  const { positional } = world.state.at;
  const count = args.length === 0 ? "1" : (literalText(args[0]!) ?? "");
  if (positional === null) return;
  world.state.change({ positional: /^\d+$/.test(count) ? positional.slice(Number(count)) : null });
};

const shopt: Builtin = (args, { world }) => {
  for (const word of args) {
    const text = literalText(word);
    if (text === "expand_aliases") world.deny("command.shadowing", "aliases would replace known commands");
    if (text === "cdable_vars") world.deny("command.variable", "directories would be named by variables");
    if (text === "lastpipe") world.state.change({ hasLastPipe: true });
  }
};

const getopts: Builtin = (args, { world }) => {
  const name = args[1] === undefined ? null : literalText(args[1]);
  for (const variable of [name, "OPTARG"])
    if (variable !== null) assignVariable(variable, [scalar(unknownWord("input", variable))], world);
};

const trap: Builtin = (args, { world }) => {
  const texts = args.map(literalText);
  const first = texts[0] === "--" ? texts[1] : texts[0];
  if (args.length === 0 || first === "-p" || first === "-l" || first === "-" || first === "") return;
  world.deny("command.eval", "a trap runs text later");
};

const source: Builtin = (args, { world }) => {
  const [file] = args;
  if (file === undefined) return;
  if (literalText(file) === null) world.deny("command.eval", "computed text is read as commands");
  // The file may set anything: what follows is not the shell that was known.
  world.state.change({ stack: null });
};

const exit: Builtin = (args, { world }) => {
  const status = args.length === 0 ? "0" : literalText(args[0]!);
  // With several operands or none that is a number, Bash goes on or ends with an error: then nothing is concluded.
  if (args.length <= 1 && status !== null && /^\d+$/.test(status)) world.state.change({ isDead: true });
};

/** Without a command it only redirects: the shell itself reads from there. */
const exec: Builtin = (args, { invocation, world }) => {
  const isInput = invocation.redirections.some(
    ({ operator, descriptor }) => operator.startsWith("<") && (descriptor ?? 0) === 0,
  );
  if (args.length === 0 && isInput) world.state.change({ stdin: invocation.input });
};

const wait: Builtin = (args, { world }) => {
  args.forEach((word, index) => {
    if (literalText(word) === "-p" && args[index + 1] !== undefined) {
      checkNameOperand(args[index + 1]!, world);
      const name = literalText(args[index + 1]!);
      if (name !== null) checkName(name, world);
    }
  });
};

const hash: Builtin = (args, { world }) => {
  if (args.some((word) => /^-[a-z]*p/.test(literalText(word) ?? "-p")))
    world.deny("command.shadowing", "a hash entry replaces a known command");
};

const enable: Builtin = (args, { world }) => {
  if (args.length > 0 && args.some((word) => !/^-[aps]+$/.test(literalText(word) ?? "x")))
    world.deny("command.shadowing", "builtins are switched or loaded");
};

const alias: Builtin = (args, { world }) => {
  if (args.some((word) => literalText(word) === null || literalText(word)!.includes("=")))
    world.deny("command.shadowing", "an alias replaces a command");
};

const complete: Builtin = (args, { world }) => {
  if (args.some((word) => /^-[a-zA-Z]*[CFW]/.test(literalText(word) ?? "-C")))
    world.deny("command.eval", "completion runs text");
};

const BUILTINS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ["command", passOn],
  ["builtin", passOn],
  ["cd", (args, { world }) => changeDirectory(args, world)],
  ["pushd", (args, { world }) => pushDirectory(args, world)],
  ["popd", (args, { world }) => popDirectory(args, world)],
  ["export", declareVariables],
  ["declare", declareVariables],
  ["typeset", declareVariables],
  ["local", declareVariables],
  ["readonly", declareVariables],
  ["read", readVariables],
  ["mapfile", readVariables],
  ["readarray", readVariables],
  ["printf", (args, { world }) => printToVariable(args, world)],
  ["let", (args, { world }) => evaluateLet(args, world)],
  ["test", (args, { world }) => checkTestArguments(args, world)],
  ["[", (args, { world }) => checkTestArguments(args, world)],
  ["unset", unset],
  ["set", set],
  ["shift", shift],
  ["shopt", shopt],
  ["getopts", getopts],
  ["eval", refuse("command.eval", "text is put together and run")],
  ["source", source],
  [".", source],
  ["trap", trap],
  ["exit", exit],
  ["exec", exec],
  ["wait", wait],
  ["hash", hash],
  ["enable", enable],
  ["alias", alias],
  ["complete", complete],
  ["compgen", complete],
  ["bind", refuse("command.eval", "key bindings run text")],
  ["fc", refuse("command.eval", "earlier commands run again")],
]);
