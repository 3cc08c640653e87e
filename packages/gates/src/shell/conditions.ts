import type { Word as ParsedWord, TestCommand, TestExpression } from "unbash";
import { evaluateText } from "./expand-arithmetic.ts";
import { expandPattern, expandSingle } from "./expand-word.ts";
import { type Scene, spanOf } from "./scene.ts";
import { emit } from "./simple-command.ts";
import { hasCommandSubscript } from "./subscripts.ts";
import { literalPrefix, literalText, textWord, type Word } from "./word.ts";
import { inEveryWorld, settle, type World } from "./worlds.ts";

const FILE_TESTS: ReadonlySet<string> = new Set(
  "-a -b -c -d -e -f -g -h -k -p -r -s -u -w -x -G -L -N -O -S".split(" "),
);
const FILE_COMPARISONS: ReadonlySet<string> = new Set(["-nt", "-ot", "-ef"]);
const NUMBER_COMPARISONS: ReadonlySet<string> = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

/** `[[ … ]]`: each file test comes as a command `[[ -f path`, so that the path is judged; one without any as `[[`. */
export function walkTest(node: TestCommand, scene: Scene): void {
  const span = spanOf(node, scene);
  const { worlds, results } = inEveryWorld(scene, span, (world) => {
    const tests: Word[][] = [];
    test(node.expression, tests, world);
    return tests.length === 0 ? [[]] : tests;
  });
  for (const tests of results)
    for (const words of tests) {
      const { cwd } = scene.state.at;
      const { input, isBackground } = scene;
      emit(
        { words: [textWord("[["), ...words], assignments: [], redirections: [], cwd, input, isBackground, span },
        scene,
      );
    }
  settle(scene, worlds);
}

function test(node: TestExpression, tests: Word[][], world: World): void {
  switch (node.type) {
    case "TestGroup":
      test(node.expression, tests, world);
      return;
    case "TestNot":
      test(node.operand, tests, world);
      return;
    case "TestLogical":
      for (const operand of node.operands) test(operand, tests, world);
      return;
    case "TestUnary":
      if (node.operator === "-v" && hasCommandSubscript(node.operand.text))
        world.deny("command.subscript", "a command runs inside a subscript");
      testUnary(node.operator, expandSingle(node.operand, world), tests, world);
      return;
    case "TestBinary":
      testBinary(node, tests, world);
  }
}

function testUnary(operator: string, operand: Word, tests: Word[][], world: World): void {
  if (FILE_TESTS.has(operator)) tests.push([textWord(operator), operand]);
  else if (operator === "-v" || operator === "-R") {
    checkNameOperand(operand, world);
    // A name that is not known is the host's to judge; a subscript is arithmetic like any other.
    if (literalText(operand) === null && !literalPrefix(operand).includes("["))
      tests.push([textWord(operator), operand]);
  }
}

/** A name that a builtin takes: its subscript would run. */
export function checkNameOperand(operand: Word, world: World): void {
  const text = operand.map((piece) => (piece.kind === "text" ? piece.text : "")).join("");
  if (hasCommandSubscript(text)) world.deny("command.subscript", "a command runs inside a subscript");
}

function testBinary(
  node: { readonly operator: string; readonly left: ParsedWord; readonly right: ParsedWord },
  tests: Word[][],
  world: World,
): void {
  const left = expandSingle(node.left, world);
  if (node.operator === "=~" || node.operator === "==" || node.operator === "=" || node.operator === "!=") {
    expandPattern(node.right, world);
    return;
  }
  const right = expandSingle(node.right, world);
  if (FILE_COMPARISONS.has(node.operator)) tests.push([left, textWord(node.operator), right]);
  else if (NUMBER_COMPARISONS.has(node.operator))
    for (const operand of [left, right]) checkNumberOperand(operand, world);
}

/** `-eq` evaluates both sides as arithmetic. */
export function checkNumberOperand(operand: Word, world: World): void {
  const text = literalText(operand);
  if (text !== null) evaluateText(text, world);
  else checkNameOperand(operand, world);
}
