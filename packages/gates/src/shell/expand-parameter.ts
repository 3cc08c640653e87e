import type { ParameterExpansionPart, ParameterOperation } from "unbash";
import { elementOf, evaluateText } from "./expand-arithmetic.ts";
import { expandOperand, expandSingle } from "./expand-word.ts";
import { type ExpansionContext, NUMBER } from "./expansion-context.ts";
import type { FieldBuilder } from "./fields.ts";
import { applyOperation } from "./parameter-operations.ts";
import { asScalar, fieldSeparators, isEnvironmentName, readParameter } from "./parameters.ts";
import { scalar, type Value } from "./shell-state.ts";
import { hasCommandSubscript } from "./subscripts.ts";
import { literalText, textWord, unknownPiece, type Word } from "./word.ts";

/** `$name`, `$1`, `$@`, `$?`… */
export function expandSimple(name: string, isQuoted: boolean, builder: FieldBuilder, context: ExpansionContext): void {
  const value = readParameter(name, context);
  emitValue({ value, name, isList: name === "@" || name === "*", isStar: name === "*" }, isQuoted, builder, context);
}

/** `${…}` in all its forms. */
export function expandParameter(
  part: ParameterExpansionPart,
  isQuoted: boolean,
  builder: FieldBuilder,
  context: ExpansionContext,
): void {
  const { operation } = part;
  if (operation?.type === "Transform" && literalText(expandSingle(operation.operand, context, "operand")) === "P")
    context.deny("command.prompt_expansion", "prompt expansion runs what is in the value");
  const subject = subjectOf(part, context);
  if (part.prefix === "#" && operation === undefined) {
    builder.value(lengthOf(subject), isQuoted);
    return;
  }
  if (operation?.type === "Default") {
    expandDefault(part, subject, operation, isQuoted, builder, context);
    return;
  }
  if (operation?.type === "Names" || (part.prefix === "!" && subject.isList)) {
    builder.unknown({ kind: "unknown", from: "variable", isSplit: false }, isQuoted);
    return;
  }
  if (operation === undefined) emitValue(subject, isQuoted, builder, context);
  else emitValue({ ...subject, value: operate(subject, operation, context) }, isQuoted, builder, context);
}

/** What an expansion is about. `value` null: nothing is known. */
interface Subject {
  readonly value: Value | null;
  readonly name: string;
  /** `@` or `*`: all elements. */
  readonly isList: boolean;
  readonly isStar: boolean;
}

function subjectOf(part: ParameterExpansionPart, context: ExpansionContext): Subject {
  const { index } = part;
  let name = part.parameter;
  if (index !== undefined && index.text !== "@" && index.text !== "*") {
    if (hasCommandSubscript(`[${index.text}`)) context.deny("command.subscript", "a command runs inside a subscript");
    const value = readParameter(name, context);
    const text = literalText(expandSingle(index, context, "operand"));
    const subscript = text === null ? null : evaluateText(text, context);
    const word = value === null ? null : elementOf(value, subscript);
    const element: Value | null = word === null ? null : word === undefined ? { kind: "unset" } : scalar(word);
    return { value: element, name, isList: false, isStar: false };
  }
  const isStar = (index?.text ?? name) === "*";
  const isList = isStar || (index?.text ?? name) === "@";
  if (part.prefix === "!" && !isList && part.operation?.type !== "Names") {
    const target = indirectName(name, context);
    if (target === null) return { value: null, name: "", isList, isStar };
    name = target;
  }
  return { value: readParameter(name, context), name, isList, isStar };
}

/** `${!x}`: the name that x holds, when it is one; with a subscript it may run commands, which data may hold. */
function indirectName(name: string, context: ExpansionContext): string | null {
  const pointer = readParameter(name, context);
  const word = pointer === null ? null : asScalar(pointer);
  const target = word === null ? null : literalText(word);
  if (target === null) {
    if (
      word !== null &&
      !word.every((piece) => piece.kind === "text" || (piece.kind === "unknown" && piece.from === "number"))
    )
      context.ask("command.subscript", "the name of a variable comes from data");
    return null;
  }
  if (hasCommandSubscript(target)) context.deny("command.subscript", "a command runs inside a subscript");
  return /^\w+$/.test(target) ? target : null;
}

function lengthOf(subject: Subject): Word {
  const { value } = subject;
  if (value === null) return NUMBER;
  if (subject.isList) {
    if (value.kind === "array") return value.elements === null ? NUMBER : textWord(String(value.elements.length));
    return textWord(value.kind === "unset" ? "0" : "1");
  }
  const word = asScalar(value);
  const text = word === null ? "" : literalText(word);
  return text === null ? NUMBER : textWord(String([...text].length));
}

function emitValue(subject: Subject, isQuoted: boolean, builder: FieldBuilder, context: ExpansionContext): void {
  const { value, name, isList, isStar } = subject;
  if (value === null) {
    const isPositional = /^\d+$/.test(name) || name === "@" || name === "*";
    const piece = unknownPiece(isPositional ? "positional" : "variable", name === "" ? undefined : name);
    if (piece.kind === "unknown") builder.unknown(isList && !isStar ? { ...piece, isSplit: true } : piece, isQuoted);
    return;
  }
  if (!isList) {
    builder.value(asScalar(value) ?? [], isQuoted);
    return;
  }
  const elements = value.kind === "array" ? value.elements : value.kind === "scalar" ? [value.word] : [];
  // How many elements there are is not known: even in quotes it may be no field or several.
  if (elements === null)
    builder.piece({
      kind: "unknown",
      from: name === "@" || name === "*" ? "positional" : "variable",
      name,
      isSplit: true,
    });
  else if (isStar && isQuoted) builder.value(joinElements(elements, context), true);
  else builder.list(elements, isQuoted);
}

/** `"$*"` joins with the first character of IFS. */
function joinElements(elements: readonly Word[], context: ExpansionContext): Word {
  const separators = fieldSeparators(context);
  const separator: Word = separators === null ? [unknownPiece("variable")] : textWord([...separators][0] ?? "");
  return elements.flatMap((word, index) => (index === 0 ? word : [...separator, ...word]));
}

function operate(subject: Subject, operation: ParameterOperation, context: ExpansionContext): Value | null {
  const { value } = subject;
  if (value === null) {
    applyOperation([unknownPiece("variable")], operation, context);
    return null;
  }
  if (subject.isList && value.kind === "array") {
    if (operation.type === "Slice") return sliceList(value.elements, subject.name, operation, context);
    if (value.elements === null) return value;
    return { kind: "array", elements: value.elements.map((word) => applyOperation(word, operation, context)) };
  }
  const word = asScalar(value);
  return word === null ? value : scalar(applyOperation(word, operation, context));
}

type Slice = Extract<ParameterOperation, { readonly type: "Slice" }>;

/** `${a[@]:1:2}`; the parameters `$@` count from 1, with `$0` before them. */
function sliceList(elements: readonly Word[] | null, name: string, operation: Slice, context: ExpansionContext): Value {
  const read = (word: Slice["offset"] | undefined) => {
    const text = word === undefined ? null : literalText(expandSingle(word, context, "operand"));
    return text === null ? null : evaluateText(text, context);
  };
  const offset = read(operation.offset);
  const length = read(operation.length);
  const isUnknown = elements === null || offset === null || (operation.length !== undefined && length === null);
  if (isUnknown || offset < 0n || (length !== null && length < 0n)) return { kind: "array", elements: null };
  const all = name === "@" || name === "*" ? [context.state.at.name, ...elements] : elements;
  const start = Number(offset);
  return { kind: "array", elements: all.slice(start, length === null ? undefined : start + Number(length)) };
}

type Default = Extract<ParameterOperation, { readonly type: "Default" }>;

/**
 * `${x:-d}` and its kin. A name that nothing in the text assigns and no session sets counts as unset; a value that only
 * the run knows may be empty.
 */
function expandDefault(
  part: ParameterExpansionPart,
  subject: Subject,
  operation: Default,
  isQuoted: boolean,
  builder: FieldBuilder,
  context: ExpansionContext,
): void {
  const isSet = context.choose(presence(subject, operation.operator.startsWith(":"), context), part);
  const operator = operation.operator.at(-1);
  if (operator === "+") {
    if (isSet) expandOperand(operation.operand, isQuoted, builder, context);
    else if (isQuoted) builder.quoted("");
    return;
  }
  if (isSet || operator === "?") {
    if (operator === "?") expandSingle(operation.operand, context, "operand");
    emitValue(subject, isQuoted, builder, context);
    return;
  }
  if (operator === "=" && part.index === undefined)
    context.assign(subject.name, scalar(expandSingle(operation.operand, context, "operand")));
  expandOperand(operation.operand, isQuoted, builder, context);
}

const YES: readonly boolean[] = [true];
const NO: readonly boolean[] = [false];

/** Whether the parameter may be set (`isNull` also asks for a value that is not empty) and whether it may not. */
function presence(subject: Subject, isNull: boolean, context: ExpansionContext): readonly boolean[] {
  const { value, name } = subject;
  if (value === null) {
    if (/^[A-Za-z_]\w*$/.test(name) && !isEnvironmentName(name)) return NO;
    return /^\d+$/.test(name) && !context.state.at.hasArguments ? NO : [true, false];
  }
  if (value.kind === "array") {
    if (value.elements === null) return [true, false];
    return value.elements.length > 0 ? YES : NO;
  }
  if (value.kind === "unset") return NO;
  // One of several values became unknown: that it was not set may have been among them.
  if (value.word.length === 1 && value.word[0]?.kind === "unknown" && value.word[0].from === "variable")
    return [true, false];
  if (!isNull) return YES;
  if (value.word.length === 0) return NO;
  return value.word.some((piece) => piece.kind !== "unknown") ? YES : [true, false];
}
