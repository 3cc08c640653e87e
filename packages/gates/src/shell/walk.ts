import type {
  AndOr,
  Case,
  Command,
  CompoundCommand,
  CompoundList,
  If,
  Pipeline,
  PipelineNode,
  Redirected,
  Script,
  Statement,
  SyntaxNode,
} from "unbash";
import { walkTest } from "./conditions.ts";
import { walkCoproc } from "./coproc.ts";
import { evaluateSource } from "./expand-arithmetic.ts";
import { expandPattern, expandSingle } from "./expand-word.ts";
import { defineFunction } from "./functions.ts";
import type { Input, Invocation } from "./invocation.ts";
import { walkArithmeticFor, walkFor, walkWhile } from "./loops.ts";
import { expandRedirections } from "./redirections.ts";
import { type Scene, spanOf, subshell } from "./scene.ts";
import { type FunctionBody, type ShellState, union } from "./shell-state.ts";
import { emit, walkCommand } from "./simple-command.ts";
import { inEveryWorld, settle } from "./worlds.ts";

export function walkScript(script: Script, scene: Scene): void {
  walkStatements(script.commands, scene);
}

/** The body of a function or coprocess. */
export function walkPart(body: FunctionBody | Command, scene: Scene): void {
  if (body.type === "CompoundList") walkList(body, scene);
  else walkNode(body, scene);
}

export function walkList(list: CompoundList, scene: Scene): void {
  walkStatements(list.commands, scene);
}

function walkStatements(statements: readonly Statement[], scene: Scene): void {
  for (const statement of statements) {
    if (!scene.walk.step(spanOf(statement, scene))) return;
    // A background job is a subshell: what it changes stays there.
    if (statement.background === true) walkAny(statement.command, subshell(scene, { isBackground: true }));
    else walkAny(statement.command, scene);
  }
}

function walkAny(node: PipelineNode | AndOr, scene: Scene): void {
  if (node.type === "AndOr") walkAndOr(node, scene);
  else if (node.type === "Pipeline") walkPipeline(node, scene);
  else walkNode(node, scene);
}

type CommandNode = Exclude<PipelineNode, Pipeline>;

function walkNode(node: CommandNode, scene: Scene): void {
  switch (node.type) {
    case "Command":
      walkCommand(node, scene);
      return;
    case "Function":
      defineFunction(node, scene);
      return;
    case "Coproc":
      walkCoproc(node, scene);
      return;
    case "Redirected":
      walkRedirected(node, scene);
      return;
    default:
      walkCompound(node, scene);
  }
}

function walkCompound(node: CompoundCommand, scene: Scene): void {
  switch (node.type) {
    case "BraceGroup":
      walkList(node.body, scene);
      return;
    case "Subshell":
      walkList(node.body, subshell(scene));
      return;
    case "If":
      walkIf(node, scene);
      return;
    case "Case":
      walkCase(node, scene);
      return;
    case "For":
    case "Select":
      walkFor(node, scene);
      return;
    case "While":
      walkWhile(node, scene);
      return;
    case "ArithmeticFor":
      walkArithmeticFor(node, scene);
      return;
    case "TestCommand":
      walkTest(node, scene);
      return;
    case "ArithmeticCommand": {
      const { worlds } = inEveryWorld(scene, spanOf(node, scene), (world) =>
        evaluateSource({ text: node.body, pos: node.pos + 2 }, node.expression, world),
      );
      settle(scene, worlds);
      return;
    }
    default:
      refuse(node, scene);
  }
}

/** A kind of node that no case above knows: the types say there is none. */
function refuse(node: never, scene: Scene): void {
  scene.walk.deny("command.unreadable", "a construct that is not understood", spanOf(node as SyntaxNode, scene));
}

/** The redirections of a compound are a command of their own, without words; what is inside reads from them. */
function walkRedirected(node: Redirected, scene: Scene): void {
  const span = spanOf(node, scene);
  let { input } = scene;
  const { stdin } = scene.state.at;
  const { results, worlds } = inEveryWorld(scene, span, (world) =>
    expandRedirections(node.redirects, stdin ?? scene.input, world),
  );
  for (const result of results) {
    input = result.input;
    const { redirections } = result;
    const { cwd } = scene.state.at;
    emit({ words: [], assignments: [], redirections, cwd, input, isBackground: scene.isBackground, span }, scene);
  }
  settle(scene, worlds);
  scene.state.change({ stdin: null });
  walkCompound(node.command, { ...scene, input });
  scene.state.change({ stdin });
}

/** Each stage is a subshell that reads what the one before prints. */
function walkPipeline(node: Pipeline, scene: Scene): void {
  const [only] = node.commands;
  if (node.commands.length === 1 && only !== undefined) {
    walkNode(only, scene);
    return;
  }
  let input: Input = scene.input;
  node.commands.forEach((command, index) => {
    const isLast = index === node.commands.length - 1;
    const output: Invocation[] = isLast ? scene.output : [];
    const isSameShell = isLast && scene.state.at.hasLastPipe;
    const inner = isSameShell ? { ...scene, output } : subshell(scene, { output });
    if (index > 0) inner.state.change({ stdin: null });
    walkNode(command, index > 0 ? { ...inner, input } : inner);
    input = { kind: "pipe", from: output };
  });
}

/**
 * What follows `&&` starts where the commands before it succeeded, what follows `||` where one failed: a `cd` that failed
 * changed nothing. Whether either runs is open, so `scene.state` takes in each of them as possible, while `success` goes
 * on as if all had run.
 */
function walkAndOr(node: AndOr, scene: Scene): void {
  const before = scene.state.at.cwd;
  let success = scene.state;
  node.commands.forEach((command, index) => {
    const operator = node.operators[index - 1];
    const previous = node.commands[index - 1];
    if (operator === undefined || previous === undefined) {
      walkAny(command, scene);
      success = scene.state.fork();
      return;
    }
    const branch = operator === "||" ? scene.state.fork() : success.fork();
    if (operator === "||" || isNegated(previous)) branch.change({ cwd: union(branch.at.cwd, before) });
    walkAny(command, { ...scene, state: branch });
    scene.state.merge([branch], false);
    if (operator === "||") success = scene.state.fork();
    else success.absorb(branch);
  });
}

const isNegated = (node: PipelineNode): boolean =>
  node.type === "Pipeline" && node.prefixes.some((prefix) => prefix.type === "Negation");

function walkIf(node: If, scene: Scene): void {
  walkArm(node.clause, node.then, scene, (rest) => walkElif(node, 0, rest));
}

function walkElif(node: If, index: number, scene: Scene): void {
  const elif = node.elif[index];
  if (elif !== undefined) walkArm(elif.clause, elif.then, scene, (rest) => walkElif(node, index + 1, rest));
  else if (node.else !== undefined) walkList(node.else, scene);
}

/** One condition with what follows when it holds and when it does not: then a `cd` in it may have failed. */
function walkArm(clause: CompoundList, then: CompoundList, scene: Scene, otherwise: (rest: Scene) => void): void {
  const before = scene.state.at.cwd;
  walkList(clause, scene);
  const yes = scene.state.fork();
  walkList(then, { ...scene, state: yes });
  const no = scene.state.fork();
  no.change({ cwd: union(no.at.cwd, before) });
  otherwise({ ...scene, state: no });
  scene.state.merge([yes, no], true);
}

/** Every body is walked, whatever the patterns; `;&` goes on into the next. */
function walkCase(node: Case, scene: Scene): void {
  const span = spanOf(node, scene);
  const { worlds } = inEveryWorld(scene, span, (world) => {
    expandSingle(node.word, world);
    for (const item of node.items) for (const pattern of item.pattern) expandPattern(pattern, world);
  });
  settle(scene, worlds);
  const branches: ShellState[] = [];
  node.items.forEach((item, index) => {
    const branch = scene.state.fork();
    const previous = node.items[index - 1];
    if (previous?.terminator === ";&" || previous?.terminator === ";;&") branch.merge([branches[index - 1]!], false);
    walkList(item.body, { ...scene, state: branch });
    branches.push(branch);
  });
  const isComplete = node.items.some((item) => item.pattern.some((pattern) => pattern.text === "*"));
  scene.state.merge(branches, isComplete);
}
