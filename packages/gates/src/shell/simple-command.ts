import type { Assignment, Command, Word as ParsedWord } from "unbash";
import { assignVariable, checkName, type ExpandedAssignment, expandAssignment } from "./assign-variable.ts";
import { atomsOf, UnreadableWord } from "./atoms.ts";
import { expandBraces } from "./braces.ts";
import { runBuiltin } from "./builtins.ts";
import { isAscii } from "./characters.ts";
import { expandFields } from "./expand-word.ts";
import { callFunction } from "./functions.ts";
import type { Invocation } from "./invocation.ts";
import { expandRedirections } from "./redirections.ts";
import { runnerFor } from "./runner.ts";
import { type Scene, spanOf, subshell } from "./scene.ts";
import { NO_FUNCTION, scalar, type Value, type Variable } from "./shell-state.ts";
import { walkScriptOf } from "./substitution.ts";
import { joinWords, literalText, textWord, type Word } from "./word.ts";
import { inEveryWorld, settle, type World } from "./worlds.ts";

/** What a command is in one world, before anything of it happened. */
export interface Draft {
  readonly invocation: Invocation;
  readonly world: World;
  /** `NAME=value` arguments of `export`, `declare` and their kin. */
  readonly declared: readonly ExpandedAssignment[];
}

export function walkCommand(node: Command, scene: Scene): void {
  const span = spanOf(node, scene);
  if (!scene.walk.step(span)) return;
  if (node.name !== undefined && !isLiteralName(node.name))
    scene.walk.deny("command.dynamic", "the command word is computed", span);
  const { results } = inEveryWorld(scene, span, (world) => draft(node, scene, world));
  for (const one of results) perform(one, { ...scene, state: one.world.state });
  settle(
    scene,
    results.map((one) => one.world),
  );
}

/** Quotes alone leave a word literal; everything else computes it. */
function isLiteralName(word: ParsedWord): boolean {
  if (word.parts === undefined) return !word.text.startsWith("~");
  return word.parts.every((part) => {
    if (part.type === "DoubleQuoted" || part.type === "LocaleString")
      return part.parts.every((child) => child.type === "Literal");
    return part.type === "Literal" || part.type === "SingleQuoted" || part.type === "AnsiCQuoted";
  });
}

function draft(node: Command, scene: Scene, world: World): Draft {
  const words: Word[] = node.name === undefined ? [] : expandFields(node.name, world);
  const declared: ExpandedAssignment[] = [];
  for (const item of node.suffix) {
    if (item.type === "Word") words.push(...expandFields(item, world));
    else if (item.type === "Assignment") words.push(declare(item, declared, world));
  }
  const assignments: { name: string; value: Word | null }[] = [];
  for (const item of node.prefix)
    if (item.type === "Assignment") assignments.push(assign(item, words.length > 0, world));
  const { redirections, input } = expandRedirections(node.redirects, world.state.at.stdin ?? scene.input, world);
  const invocation: Invocation = {
    words,
    assignments,
    redirections,
    cwd: world.state.at.cwd,
    input,
    isBackground: scene.isBackground,
    span: world.span,
  };
  return { invocation, world, declared };
}

function declare(node: Assignment, declared: ExpandedAssignment[], world: World): Word {
  // Here, unlike in an assignment, Bash expands braces: into several arguments.
  if (node.value.type === "Word" && expandBraces(atomsOf(node.value)).length > 1)
    throw new UnreadableWord("braces in a declaration");
  const assignment = expandAssignment(node, world);
  declared.push(assignment);
  return joinWords(
    textWord(`${assignment.name}=`),
    shownValue(assignment) ?? [{ kind: "unknown", from: "variable", isSplit: false }],
  );
}

const shownValue = ({ value }: ExpandedAssignment): Word | null => (value.kind === "scalar" ? value.word : null);

/** Before a command an assignment is for that command only; alone it is for the shell. */
function assign(node: Assignment, isForCommand: boolean, world: World): { name: string; value: Word | null } {
  const assignment = expandAssignment(node, world);
  if (isForCommand) checkName(assignment.name, world, shownValue(assignment));
  else assignVariable(assignment.name, [assignment.value], world);
  return { name: assignment.name, value: shownValue(assignment) };
}

function perform({ invocation, world, declared }: Draft, scene: Scene): void {
  const [command] = invocation.words;
  const name = command === undefined ? null : literalText(command);
  if (name !== null && !isAscii(name))
    scene.walk.deny("command.characters", "the command word is not plain ASCII", world.span);
  const bodies = name === null ? NO_FUNCTION : scene.state.functionBodies(name);
  if (bodies.includes(null)) {
    emit(invocation, scene);
    const before = invocation.assignments.map(({ name: given }) => scene.state.variable(given));
    if (name !== null) runBuiltin({ invocation, world, declared }, name, invocation.words.slice(1), scene);
    if (name !== null) keepPrefix(name, invocation, before, scene);
  }
  callFunction(bodies, invocation, scene);
  for (const writer of world.writers) {
    const inner = subshell(scene, { input: { kind: "pipe", from: [invocation] }, output: [] });
    inner.state.change({ stdin: null });
    walkScriptOf(writer, inner);
  }
}

/** Builtins whose prefix lasts, in some modes or for the names that they declare. */
const LASTING: ReadonlySet<string> = new Set(
  ": . source eval exec export readonly set shift trap unset times declare typeset local command builtin".split(" "),
);

/**
 * What stands before a builtin lasts or not by rules that differ between builtins and modes (`x=1 export x`, `x=1 :`), and
 * what the builtin does to the same name may go with it (`x=1 read x`): all of it stays possible.
 */
function keepPrefix(
  command: string,
  { assignments }: Invocation,
  before: readonly (Variable | null)[],
  { state }: Scene,
): void {
  assignments.forEach(({ name, value }, index) => {
    const earlier = before[index] ?? null;
    if (state.variable(name) !== earlier) state.recall(name, earlier);
    const given: Value = value === null ? { kind: "array", elements: null } : scalar(value);
    if (LASTING.has(command)) state.recall(name, { values: [given], attributes: "" });
  });
}

export function emit(invocation: Invocation, scene: Scene): void {
  if (!scene.walk.countInvocation(invocation.span)) return;
  scene.output.push(invocation);
  scene.walk.host.command(invocation, runnerFor(invocation, scene));
}
