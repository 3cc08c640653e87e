import type { Assignment } from "unbash";
import { judgeName } from "./dangerous-names.ts";
import { elementOf, evaluateText } from "./expand-arithmetic.ts";
import { expandFields, expandSingle, expandValue } from "./expand-word.ts";
import { NUMBER } from "./expansion-context.ts";
import { readParameter, resolveReference } from "./parameters.ts";
import { scalar, scalarText, type Value } from "./shell-state.ts";
import { hasCommandSubscript, holdsCommand } from "./subscripts.ts";
import { joinWords, literalText, unknownWord, type Word } from "./word.ts";
import type { World } from "./worlds.ts";

/** Says what is to be said of giving this name any value. Prefix assignments reach only this. */
export function checkName(name: string, world: World, value: Word | null = null): void {
  const verdict = judgeName(name);
  const text = value === null ? null : literalText(value);
  if (verdict === "deny") world.deny("command.variable", "the variable decides which programs run or what they load");
  else if (verdict === "ask") {
    const isPrompt = name.startsWith("PS");
    if (isPrompt && text !== null && holdsCommand(text)) world.deny("command.variable", "a prompt that runs a command");
    else if (!isPrompt)
      world.scene.walk.ask(
        "command.variable",
        "the variable moves files, servers or trust to another place",
        world.span,
      );
  }
}

/** Gives a name its values, whatever kind of command does it. */
export function assignVariable(given: string, values: readonly Value[], world: World, attributes?: string): void {
  const { name } = resolveReference(given, world);
  const [first] = values;
  checkName(name, world, first?.kind === "scalar" ? first.word : null);
  const kept = attributes ?? world.state.variable(name)?.attributes ?? "";
  const made = kept === "" ? values : values.map((value) => convert(value, kept, world));
  const before = world.state.variable(name);
  // What is read-only keeps its value, and Bash goes on with the next line.
  world.state.assign(name, before?.attributes.includes("r") ? [...before.values, ...made] : made, attributes);
}

/** What `declare -i`, `-l`, `-u` make of a value. */
function convert(value: Value, attributes: string, world: World): Value {
  if (value.kind !== "scalar") return value;
  const text = literalText(value.word);
  if (attributes.includes("i")) {
    const number = text === null ? null : evaluateText(text, world);
    return number === null ? scalar(NUMBER) : scalarText(String(number));
  }
  if (!/[lucA]/.test(attributes)) return value;
  return scalar(unknownWord("variable"));
}

export interface ExpandedAssignment {
  readonly name: string;
  readonly value: Value;
}

/** `name=value`, `name+=value`, `name[i]=value`, `name=(…)`: what the name then stands for. Nothing is assigned yet. */
export function expandAssignment(node: Assignment, world: World): ExpandedAssignment {
  const { name, index, value } = node;
  if (value.type === "ArrayValue") return { name, value: expandArray(node, world) };
  const word = expandValue(value, world);
  if (index !== undefined) return { name, value: withElement(node, word, world) };
  if (node.append !== true) return { name, value: scalar(word) };
  const before = readParameter(name, world);
  if (world.state.variable(name)?.attributes.includes("i")) return { name, value: scalar(NUMBER) };
  if (before === null) return { name, value: scalar(joinWords(unknownWord("variable", name), word)) };
  return { name, value: scalar(joinWords(elementOf(before, undefined) ?? [], word)) };
}

function expandArray(node: Assignment, world: World): Value {
  if (node.value.type !== "ArrayValue") return { kind: "array", elements: null };
  const isAssociative = world.state.variable(node.name)?.attributes.includes("A") ?? false;
  const added: Word[] = [];
  let isKnown = !isAssociative;
  for (const element of node.value.elements) {
    if (element.text.startsWith("[")) {
      isKnown = false;
      if (hasCommandSubscript(element.text)) world.deny("command.subscript", "a command runs inside a subscript");
      expandSingle(element, world, "operand");
      continue;
    }
    for (const field of expandFields(element, world)) {
      if (field.some((piece) => piece.kind === "unknown" && piece.isSplit)) isKnown = false;
      added.push(field);
    }
  }
  world.scene.walk.host.patterns?.(added, { cwd: world.state.at.cwd, span: world.span });
  if (!isKnown) return { kind: "array", elements: null };
  if (node.append !== true) return { kind: "array", elements: added };
  const before = readParameter(node.name, world);
  if (before === null || (before.kind === "array" && before.elements === null))
    return { kind: "array", elements: null };
  const kept = before.kind === "array" ? (before.elements ?? []) : before.kind === "scalar" ? [before.word] : [];
  return { kind: "array", elements: [...kept, ...added] };
}

function withElement(node: Assignment, word: Word, world: World): Value {
  const index = node.index!;
  if (hasCommandSubscript(`[${index.text}`)) world.deny("command.subscript", "a command runs inside a subscript");
  const text = literalText(expandSingle(index, world, "operand"));
  const isAssociative = world.state.variable(node.name)?.attributes.includes("A") ?? false;
  const subscript = text === null || isAssociative ? null : evaluateText(text, world);
  const before = readParameter(node.name, world) ?? { kind: "unset" };
  const elements = before.kind === "array" ? before.elements : before.kind === "scalar" ? [before.word] : [];
  if (elements === null || subscript === null || node.append === true) return { kind: "array", elements: null };
  const at = Number(subscript);
  if (at < 0 || at > elements.length) return { kind: "array", elements: null };
  return { kind: "array", elements: elements.toSpliced(at, 1, word) };
}
