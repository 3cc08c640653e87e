import type { ArithmeticExpression, ArithmeticFor, For, Select, While } from "unbash";
import { assignVariable } from "./assign-variable.ts";
import { startsJobsForever } from "./endless.ts";
import { evaluateTree } from "./expand-arithmetic.ts";
import { expandFields } from "./expand-word.ts";
import { type Scene, spanOf } from "./scene.ts";
import { CWD_CHANGE, OTHER_CHANGE, type ShellState, scalar, type Value, widened } from "./shell-state.ts";
import { walkList } from "./walk.ts";
import { type Piece, unknownWord, type Word } from "./word.ts";
import { inEveryWorld, settle } from "./worlds.ts";

/** `for` and `select`: the body is walked with all words as values of the name. */
export function walkFor(node: For | Select, scene: Scene): void {
  const span = spanOf(node, scene);
  const words: Word[] = [];
  let isCertain = false;
  if (node.wordlist === undefined) words.push(...(scene.state.at.positional ?? [unknownWord("positional", "@")]));
  else {
    const { worlds, results } = inEveryWorld(scene, span, (world) =>
      (node.wordlist ?? []).flatMap((word) => expandFields(word, world)),
    );
    settle(scene, worlds);
    words.push(...results.flat());
    scene.walk.host.patterns?.(words, { cwd: scene.state.at.cwd, span });
    isCertain =
      results.length > 0 &&
      results.every((fields) => fields.some((field) => field.every((piece) => piece.kind !== "unknown")));
  }
  const values = words.map((word): Value => scalar(word.map(wholePiece)));
  // The names of `select` are answered by whoever reads the menu: any of them, or none.
  if (node.type === "Select") values.push(scalar([]));
  const inside: Scene = { ...scene, state: scene.state.fork() };
  const assign = (state: ShellState) => {
    const { worlds } = inEveryWorld({ ...scene, state }, span, (world) => {
      if (values.length > 0) assignVariable(node.name.text, values, world);
      if (node.type === "Select") assignVariable("REPLY", [scalar(unknownWord("input", "REPLY"))], world);
    });
    settle({ ...scene, state }, worlds);
  };
  assign(inside.state);
  repeat(inside, (state) => walkList(node.body, { ...scene, state }), true, assign);
  scene.state.merge([inside.state], isCertain);
}

/** A field that held several names holds one of them each time. */
const wholePiece = (piece: Piece): Piece =>
  piece.kind === "unknown" && piece.isSplit ? { ...piece, isSplit: false } : piece;

export function walkWhile(node: While, scene: Scene): void {
  refuseFlood(node, scene);
  walkList(node.clause, scene);
  repeat(
    scene,
    (state) => {
      walkList(node.body, { ...scene, state });
      walkList(node.clause, { ...scene, state });
    },
    false,
  );
}

function refuseFlood(node: While | ArithmeticFor, scene: Scene): void {
  if (startsJobsForever(node))
    scene.walk.deny("command.bomb", "jobs are started in the background without end", spanOf(node, scene));
}

export function walkArithmeticFor(node: ArithmeticFor, scene: Scene): void {
  refuseFlood(node, scene);
  const evaluate = (expression: ArithmeticExpression | undefined, state: ShellState) => {
    if (expression === undefined) return;
    const inner = { ...scene, state };
    const { worlds } = inEveryWorld(inner, spanOf(node, scene), (world) => evaluateTree(expression, world));
    settle(inner, worlds);
  };
  evaluate(node.initialize, scene.state);
  evaluate(node.test, scene.state);
  repeat(
    scene,
    (state) => {
      walkList(node.body, { ...scene, state });
      evaluate(node.update, state);
      evaluate(node.test, state);
    },
    false,
  );
}

/**
 * Walks a body until nothing new becomes possible at its start: once, again with what it left behind, and at last with
 * everything that still changes taken as unknown. `restart` begins each round but the first.
 */
function repeat(
  scene: Scene,
  body: (state: ShellState) => void,
  isCertain: boolean,
  restart: (state: ShellState) => void = () => undefined,
): void {
  const first = scene.state.fork();
  body(first);
  if (scene.state.merge([first], isCertain).length === 0) return;
  const second = scene.state.fork();
  restart(second);
  body(second);
  const changing = scene.state.merge([second], false);
  if (changing.length === 0) return;
  for (const name of changing) {
    if (name === OTHER_CHANGE) continue;
    if (name === CWD_CHANGE) scene.state.change({ cwd: [null] });
    else scene.state.assign(name, [widened(scene.state.variable(name)?.values ?? [], name)]);
  }
  const last = scene.state.fork();
  restart(last);
  body(last);
  scene.state.merge([last], false);
}
