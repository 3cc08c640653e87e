import type { Function as FunctionNode } from "unbash";
import type { Invocation } from "./invocation.ts";
import { isKnownCommand } from "./known-commands.ts";
import { type Scene, spanOf } from "./scene.ts";
import { type FunctionBody, positionalOf, type Variable } from "./shell-state.ts";
import { emit } from "./simple-command.ts";
import { walkPart } from "./walk.ts";

const CALLS_MAX = 24;

/** Remembers the body; a name that is a command already would lie about every later use of it. */
export function defineFunction(node: FunctionNode, scene: Scene): void {
  const span = spanOf(node, scene);
  const name = node.name.text;
  if (!/^[A-Za-z0-9_.:+@%,/-]+$/.test(name) || name.includes("/"))
    scene.walk.deny("command.shadowing", "a function with a name that is none", span);
  else if (isKnownCommand(name)) scene.walk.deny("command.shadowing", "a function replaces a known command", span);
  scene.state.functions.set(name, [node.body]);
}

/** Walks the body where the function is called; with several definitions possible, each of them. */
export function callFunction(possible: readonly (FunctionBody | null)[], invocation: Invocation, scene: Scene): void {
  const bodies = possible.filter((body) => body !== null);
  if (bodies.length === 0) return;
  if (invocation.assignments.length > 0 || invocation.redirections.length > 0)
    emit({ ...invocation, words: [] }, scene);
  const frames = bodies.map((body) => {
    const frame = scene.state.fork();
    const isRecursive = scene.calls.includes(body);
    if (isRecursive) scene.walk.deny("command.bomb", "a function calls itself", invocation.span);
    else if (scene.calls.length >= CALLS_MAX)
      scene.walk.deny("command.too_complex", "functions within functions go too deep", invocation.span);
    if (isRecursive || scene.calls.length >= CALLS_MAX) return frame;
    const locals = new Map<string, Variable | undefined>();
    frame.change({ positional: positionalOf(invocation.words.slice(1)), hasArguments: true, stdin: null });
    for (const { name, value } of invocation.assignments)
      if (value !== null) frame.assign(name, [{ kind: "scalar", word: value }], "x");
    walkPart(body, { ...scene, state: frame, input: invocation.input, calls: [...scene.calls, body], locals });
    for (const [name, before] of locals) {
      if (before === undefined) frame.variables.delete(name);
      else frame.variables.set(name, before);
    }
    // The prefix is gone, but for what the body did to the name outside of its own scope.
    for (const { name } of invocation.assignments) frame.recall(name, scene.state.variable(name));
    const { positional, hasArguments, stdin } = scene.state.at;
    frame.change({ positional, hasArguments, stdin });
    return frame;
  });
  const [only] = frames;
  if (possible.length === 1 && only !== undefined) scene.state.absorb(only);
  else scene.state.merge(frames, frames.length === possible.length);
}
