import type { ArithmeticExpansionPart, ArithmeticExpression, Word as ParsedWord } from "unbash";
import { type ArithmeticVariables, evaluateArithmetic } from "./arithmetic.ts";
import { UnreadableWord } from "./atoms.ts";
import { expandSingle } from "./expand-word.ts";
import { type ExpansionContext, NUMBER } from "./expansion-context.ts";
import { readParameter } from "./parameters.ts";
import { scalar, scalarText, type Value } from "./shell-state.ts";
import { hasSubscriptedCommand, holdsCommand } from "./subscripts.ts";
import { literalText, textWord, type Word } from "./word.ts";

/** `$((…))` and `$[…]`: digits when everything in it is known, else some number. */
export function expandArithmetic(part: ArithmeticExpansionPart, context: ExpansionContext): Word {
  const [open, close] = part.text.startsWith("$[") ? [2, 1] : [3, 2];
  const source = { text: part.text.slice(open, -close), pos: part.pos + open };
  const value = evaluateSource(source, part.expression, context);
  return value === null ? NUMBER : textWord(String(value));
}

/**
 * Arithmetic as it stands in the script (`((…))`, `for ((…))`): expands what is in it, walks the commands of its
 * substitutions, assigns what it assigns.
 */
export function evaluateSource(
  source: { readonly text: string; readonly pos: number },
  expression: ArithmeticExpression | undefined,
  context: ExpansionContext,
): bigint | null {
  if (hasSubscriptedCommand(source.text)) context.deny("command.subscript", "a command runs inside a subscript");
  if (expression === undefined) {
    if (source.text.trim() !== "") throw new UnreadableWord("arithmetic that does not parse");
    return 0n;
  }
  const leaves: ParsedWord[] = [];
  collectLeaves(expression, leaves);
  let text: string | null = "";
  let shown = "";
  let at = source.pos;
  for (const leaf of leaves) {
    const between = source.text.slice(at - source.pos, leaf.pos - source.pos);
    const word = expandSingle(leaf, context, "operand");
    const known = literalText(word);
    text = text === null || known === null ? null : text + between + known;
    shown += between + (known ?? "0");
    at = leaf.end;
  }
  const rest = source.text.slice(at - source.pos);
  if (text !== null) return evaluateText(text + rest, context);
  noteWrites(shown + rest, context);
  return null;
}

/** The same from the tree alone, where the parser keeps no text (`for ((…))`). */
export function evaluateTree(expression: ArithmeticExpression, context: ExpansionContext): bigint | null {
  const leaves: ParsedWord[] = [];
  collectLeaves(expression, leaves);
  const values = new Map<number, string | null>();
  for (const leaf of leaves) {
    if (hasSubscriptedCommand(leaf.text)) context.deny("command.subscript", "a command runs inside a subscript");
    values.set(leaf.pos, literalText(expandSingle(leaf, context, "operand")));
  }
  const text = written(expression, values);
  if (![...values.values()].includes(null)) return evaluateText(text, context);
  noteWrites(text, context);
  return null;
}

/** The tree as text again, in brackets; what is not known shows as 0. */
function written(node: ArithmeticExpression, values: ReadonlyMap<number, string | null>): string {
  switch (node.type) {
    case "ArithmeticBinary":
      // An assignment's left side must stay a bare name.
      return `(${written(node.left, values)} ${node.operator} ${written(node.right, values)})`;
    case "ArithmeticUnary": {
      const operand = written(node.operand, values);
      return node.prefix ? `(${node.operator}${operand})` : `(${operand}${node.operator})`;
    }
    case "ArithmeticTernary":
      return `(${written(node.test, values)} ? ${written(node.consequent, values)} : ${written(node.alternate, values)})`;
    case "ArithmeticGroup":
      return written(node.expression, values);
    case "ArithmeticCommandExpansion":
      return values.get(node.pos) ?? "0";
    case "ArithmeticWord":
      return node.parts === undefined && !node.value.includes("$") ? node.value : (values.get(node.pos) ?? "0");
  }
}

/** Arithmetic in a value that is known: an operand of `-eq`, of `let`, of `${x:offset}`. */
export function evaluateText(text: string, context: ExpansionContext): bigint | null {
  if (holdsCommand(text)) {
    context.deny("command.subscript", "a value that arithmetic reads holds a command");
    return null;
  }
  return evaluateArithmetic(text.replaceAll(/["\\\n]/g, ""), variablesOf(context));
}

/** Not every operand is known; what is assigned is then some number. */
function noteWrites(text: string, context: ExpansionContext): void {
  if (holdsCommand(text)) context.deny("command.subscript", "a value that arithmetic reads holds a command");
  for (const [, before, after] of withoutSubscripts(text).matchAll(WRITES))
    context.assign(before ?? after ?? "", scalar(NUMBER));
}

/** `x = `, `x += `, `x++`, `--x`. Begins where a name does, so that a long one is looked at once. */
const WRITES = /(?<!\w)([A-Za-z_]\w*)\s*(?:(?:[*/%+\-&^|]|<<|>>)?=(?!=)|\+\+|--)|(?:\+\+|--)\s*([A-Za-z_]\w*)/g;

/** Without `[…]`. Behind the last `]` none is closed, and each that is not would be followed to the end. */
function withoutSubscripts(text: string): string {
  const end = text.lastIndexOf("]") + 1;
  return text.slice(0, end).replaceAll(/\[[^\]]*\]/g, "") + text.slice(end);
}

function collectLeaves(node: ArithmeticExpression, leaves: ParsedWord[]): void {
  switch (node.type) {
    case "ArithmeticBinary":
      collectLeaves(node.left, leaves);
      collectLeaves(node.right, leaves);
      return;
    case "ArithmeticUnary":
      collectLeaves(node.operand, leaves);
      return;
    case "ArithmeticTernary":
      collectLeaves(node.test, leaves);
      collectLeaves(node.consequent, leaves);
      collectLeaves(node.alternate, leaves);
      return;
    case "ArithmeticGroup":
      collectLeaves(node.expression, leaves);
      return;
    case "ArithmeticCommandExpansion":
      leaves.push(
        wordAt(node, node.text, [{ ...place(node), type: "CommandExpansion", text: node.text, script: node.script }]),
      );
      return;
    case "ArithmeticWord":
      if (node.parts !== undefined) leaves.push(wordAt(node, node.value, node.parts));
      else if (node.value.includes("$")) leaves.push(wordAt(node, node.value, [simpleExpansion(node)]));
  }
}

/** `$x` alone: the parser leaves it without parts. */
function simpleExpansion(node: { readonly pos: number; readonly end: number; readonly value: string }) {
  if (!/^\$(?:[A-Za-z_]\w*|[\d#?$!@*-])$/.test(node.value))
    throw new UnreadableWord("arithmetic with an expansion unread");
  return { type: "SimpleExpansion", text: node.value, ...place(node) } as const;
}

const place = ({ pos, end }: { readonly pos: number; readonly end: number }) => ({ pos, end });

function wordAt(
  node: { readonly pos: number; readonly end: number },
  text: string,
  parts: NonNullable<ParsedWord["parts"]>,
): ParsedWord {
  if (text.length !== node.end - node.pos) throw new UnreadableWord("arithmetic whose parts do not fit");
  return { type: "Word", text, value: text, ...place(node), parts };
}

function variablesOf(context: ExpansionContext): ArithmeticVariables {
  return {
    read(name, subscript) {
      const value = readParameter(name, context);
      if (value === null) return null;
      const word = elementOf(value, subscript);
      if (word === undefined || word === null) return word;
      const text = literalText(word);
      if (text !== null && holdsCommand(text)) {
        context.deny("command.subscript", "a value that arithmetic reads holds a command");
        return null;
      }
      return text;
    },
    write(name, subscript, value) {
      if (subscript !== undefined) context.assign(name, { kind: "array", elements: null });
      else context.assign(name, value === null ? scalar(NUMBER) : scalarText(String(value)));
    },
  };
}

/** Null: not known; undefined: unset. */
export function elementOf(value: Value, subscript: bigint | null | undefined): Word | null | undefined {
  if (value.kind === "unset") return undefined;
  if (value.kind === "scalar") return subscript === undefined || subscript === 0n ? value.word : undefined;
  if (value.elements === null || subscript === null) return null;
  const index = Number(subscript ?? 0n);
  return value.elements[index < 0 ? value.elements.length + index : index];
}
