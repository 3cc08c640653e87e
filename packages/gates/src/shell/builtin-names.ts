import { assignVariable } from "./assign-variable.ts";
import type { BuiltinCall } from "./builtins.ts";
import { checkNameOperand, checkNumberOperand } from "./conditions.ts";
import { evaluateText } from "./expand-arithmetic.ts";
import { NUMBER } from "./expansion-context.ts";
import type { Invocation } from "./invocation.ts";
import { printedInto, printedWith } from "./printed.ts";
import { scalar } from "./shell-state.ts";
import { literalText, textWord, type UnknownPiece, type Word } from "./word.ts";
import type { World } from "./worlds.ts";

const READ_VALUES = "adinNptu";
const MAPFILE_VALUES = "dnOsuCc";

/** `read` and `mapfile` give names what comes in. Where that is a list of files, each value is one of them. */
export function readVariables(args: readonly Word[], { invocation, world }: BuiltinCall): void {
  const isMapfile = invocation.words.some((word) => /^(?:mapfile|readarray)$/.test(literalText(word) ?? ""));
  const piece = inputPiece(invocation, world);
  const names: Word[] = [];
  let array: Word | null = null;
  for (let at = 0; at < args.length; at++) {
    const text = literalText(args[at]!);
    if (text === null || !/^-./.test(text) || text === "--") {
      names.push(...args.slice(text === "--" ? at + 1 : at));
      break;
    }
    const letters = text.slice(1);
    const index = [...letters].findIndex((letter) => (isMapfile ? MAPFILE_VALUES : READ_VALUES).includes(letter));
    if (index === -1) continue;
    const rest = letters.slice(index + 1);
    const value = rest === "" ? (args[++at] ?? []) : textWord(rest);
    if (letters[index] === "a" && !isMapfile) array = value;
    if (letters[index] === "C" && isMapfile) world.deny("command.eval", "a callback runs for the lines that are read");
  }
  if (isMapfile) {
    assignNamed(names[0] ?? textWord("MAPFILE"), { kind: "array", elements: null }, world);
    return;
  }
  if (array !== null) assignNamed(array, { kind: "array", elements: null }, world);
  else if (names.length === 0) assignVariable("REPLY", [scalar([piece])], world);
  for (const name of names) assignNamed(name, scalar([{ ...piece, name: literalText(name) ?? "" }]), world);
}

function inputPiece({ input }: Invocation, { scene }: World): UnknownPiece {
  const from = input.kind === "pipe" || input.kind === "process" ? input.from : null;
  const below = from === null ? null : (scene.walk.host.listed?.(from) ?? null);
  const printed = printedInto(input);
  return {
    kind: "unknown",
    from: "input",
    isSplit: false,
    ...(below === null ? {} : { listedBelow: below }),
    ...(printed === null ? {} : { printed }),
  };
}

type Value = Parameters<typeof assignVariable>[1][number];

function assignNamed(word: Word, value: Value, world: World): void {
  checkNameOperand(word, world);
  const name = literalText(word);
  if (name === null) world.deny("command.variable", "the name of a variable is computed");
  else if (/^[A-Za-z_]\w*$/.test(name)) assignVariable(name, [value], world);
  else if (/^[A-Za-z_]\w*\[/.test(name))
    world.state.assign(name.slice(0, name.indexOf("[")), [{ kind: "array", elements: null }]);
}

/** `printf -v name`; what it makes is known only for a plain format. */
export function printToVariable(args: readonly Word[], world: World): void {
  const first = args[0] === undefined ? null : literalText(args[0]);
  if (first === null || !first.startsWith("-v")) return;
  const isJoined = first.length > 2;
  const name = isJoined ? textWord(first.slice(2)) : (args[1] ?? []);
  const [format, ...values] = args.slice(isJoined ? 1 : 2);
  const text = format === undefined ? null : literalText(format);
  const isPlain = text !== null && !/[%\\]/.test(text);
  const isString = text === "%s" && values.length === 1;
  const value = isPlain ? textWord(text) : isString ? values[0]! : formatted(args.slice(isJoined ? 1 : 2));
  assignNamed(name, scalar(value), world);
}

function formatted(words: readonly Word[]): Word {
  const printed = printedWith("printf", words);
  return [{ kind: "unknown", from: "variable", isSplit: false, ...(printed === null ? {} : { printed }) }];
}

/** `let`: each argument is arithmetic. */
export function evaluateLet(args: readonly Word[], world: World): void {
  for (const word of args) {
    const text = literalText(word);
    if (text !== null) evaluateText(text, world);
    else {
      checkNameOperand(word, world);
      const name = /^\s*([A-Za-z_]\w*)/.exec(word[0]?.kind === "text" ? word[0].text : "")?.[1];
      if (name === undefined) world.deny("command.variable", "the name of a variable is computed");
      else world.assign(name, scalar(NUMBER));
    }
  }
}

/** `test -v name` and numbers in `test`: a subscript in them runs. */
export function checkTestArguments(args: readonly Word[], world: World): void {
  args.forEach((word, index) => {
    const text = literalText(word);
    if ((text === "-v" || text === "-R") && args[index + 1] !== undefined) checkNameOperand(args[index + 1]!, world);
    if (text !== null && /^-(?:eq|ne|lt|le|gt|ge)$/.test(text))
      for (const operand of [args[index - 1], args[index + 1]])
        if (operand !== undefined) checkNumberOperand(operand, world);
  });
}
