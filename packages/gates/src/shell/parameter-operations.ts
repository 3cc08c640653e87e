import type { ParameterOperation, Word as ParsedWord } from "unbash";
import { decodeAnsiC } from "./ansi-c.ts";
import { evaluateText } from "./expand-arithmetic.ts";
import { expandPattern, expandSingle } from "./expand-word.ts";
import type { ExpansionContext } from "./expansion-context.ts";
import { compilePattern, matchesWhole, matchLengths, type Pattern } from "./pattern.ts";
import { literalText, type Piece, textWord, type Word } from "./word.ts";

/** Longer values are not worked on: matching tries every position, from every start. */
const TEXT_MAX = 256;

/** `${x#p}`, `${x/p/r}`, `${x:1}`, `${x^}`, `${x@Q}` on one value: exact when everything is known, else unknown. */
export function applyOperation(word: Word, operation: ParameterOperation, context: ExpansionContext): Word {
  const known = literalText(word);
  const text = known === null || known.length > TEXT_MAX ? null : known;
  context.spend(((text?.length ?? 0) * (text?.length ?? 0)) >> 4);
  switch (operation.type) {
    case "Remove":
      return remove(word, text, operation, context);
    case "Replace":
      return orUnknown(replace(text, operation, context), word);
    case "Slice":
      return orUnknown(slice(text, operation, context), word);
    case "CaseModification":
      return orUnknown(changeCase(text, operation, context), word);
    case "Transform":
      return orUnknown(transform(text, operation, context), word);
    default:
      return unknownFrom(word);
  }
}

const orUnknown = (text: string | null, word: Word): Word => (text === null ? unknownFrom(word) : textWord(text));

/** Some value made of another: of its kind, but no longer one of the names that a program listed. */
function unknownFrom(word: Word): Word {
  const source = word.find((piece) => piece.kind === "unknown");
  if (source === undefined) return [{ kind: "unknown", from: "variable", isSplit: false }];
  const { from, name } = source;
  const kept = from === "number" || from === "listing" ? "variable" : from;
  return [{ kind: "unknown", from: kept, isSplit: false, ...(name === undefined ? {} : { name }) }];
}

type Operation<Type extends ParameterOperation["type"]> = Extract<ParameterOperation, { readonly type: Type }>;

function pattern(word: ParsedWord, context: ExpansionContext): Pattern | null {
  const runs = expandPattern(word, context);
  return runs === null ? null : compilePattern(runs);
}

function remove(word: Word, text: string | null, operation: Operation<"Remove">, context: ExpansionContext): Word {
  const { operator } = operation;
  const runs = expandPattern(operation.operand, context);
  const compiled = runs === null ? null : compilePattern(runs);
  if (text !== null && compiled !== null) {
    const characters = [...text];
    const removed =
      operator[0] === "#"
        ? characters.slice(prefixLength(compiled, characters, operator === "##"))
        : characters.slice(0, suffixStart(compiled, characters, operator === "%%"));
    return textWord(removed.join(""));
  }
  const literal = runs?.map((run) => run.text).join("") ?? "";
  const isLiteral = compiled?.every((token) => token.kind === "character") ?? false;
  const symbolic = operator[0] === "%" && isLiteral ? dropSuffix(word, literal) : null;
  if (symbolic !== null) return symbolic;
  return operator === "##" && literal === "*/" ? (dropDirectories(word) ?? unknownFrom(word)) : unknownFrom(word);
}

function prefixLength(compiled: Pattern, characters: readonly string[], isLongest: boolean): number {
  const lengths = matchLengths(compiled, characters, 0);
  return (isLongest ? lengths.at(-1) : lengths[0]) ?? 0;
}

function suffixStart(compiled: Pattern, characters: readonly string[], isLongest: boolean): number {
  const { length } = characters;
  const starts = Array.from({ length: length + 1 }, (_, index) => (isLongest ? index : length - index));
  return starts.find((start) => matchesWhole(compiled, characters.slice(start).join(""))) ?? length;
}

/** A name from a glob like `*.txt` without its known ending is one like `*`; of a listed name too little is known. */
function dropSuffix(word: Word, suffix: string): Word | null {
  const last = word.at(-1);
  if (last?.kind === "text" && last.text.endsWith(suffix) && word.every((piece) => piece.kind !== "process")) {
    const kept = last.text.slice(0, last.text.length - suffix.length);
    return [...word.slice(0, -1), ...textWord(kept)];
  }
  const [only] = word;
  return word.length === 1 && only?.kind === "unknown" && !suffix.includes("/") ? word : null;
}

/** The base name of a name from a glob: what stands after its last slash, which a pattern's own part cannot hold. */
function dropDirectories(word: Word): Word | null {
  const kept: Piece[] = [];
  for (const piece of word.toReversed()) {
    if (piece.kind === "glob") kept.unshift(piece);
    else if (piece.kind !== "text") return null;
    else {
      const slash = piece.text.lastIndexOf("/");
      kept.unshift({ kind: "text", text: piece.text.slice(slash + 1) });
      if (slash !== -1) break;
    }
  }
  return kept.filter((piece) => piece.kind !== "text" || piece.text !== "");
}

function replace(text: string | null, operation: Operation<"Replace">, context: ExpansionContext): string | null {
  const compiled = pattern(operation.pattern, context);
  const replacement = expandPattern(operation.replacement, context);
  if (text === null || compiled === null || replacement === null) return null;
  // An unquoted & is what matched; a backslash escapes it.
  if (replacement.some((run) => !run.isQuoted && /[&\\]/.test(run.text))) return null;
  const by = replacement.map((run) => run.text).join("");
  const characters = [...text];
  if (compiled.length === 0 && operation.operator !== "/#" && operation.operator !== "/%") return text;
  if (operation.operator === "/%") {
    const start = suffixStart(compiled, characters, true);
    const isMatch = start < characters.length || matchesWhole(compiled, "");
    return isMatch ? characters.slice(0, start).join("") + by : text;
  }
  if (operation.operator === "/#") {
    const longest = matchLengths(compiled, characters, 0).at(-1);
    return longest === undefined ? text : by + characters.slice(longest).join("");
  }
  return replaceInside(compiled, characters, by, operation.operator === "//");
}

function replaceInside(compiled: Pattern, characters: readonly string[], by: string, isGlobal: boolean): string | null {
  let done = "";
  for (let at = 0; at < characters.length; ) {
    const longest = matchLengths(compiled, characters, at).at(-1);
    if (longest === undefined) {
      done += characters[at];
      at++;
      continue;
    }
    // A match of nothing is replaced in ways that differ between versions.
    if (longest === 0) return null;
    done += by;
    at += longest;
    if (!isGlobal) return done + characters.slice(at).join("");
  }
  return done;
}

function slice(text: string | null, operation: Operation<"Slice">, context: ExpansionContext): string | null {
  const read = (word: ParsedWord) => {
    const known = literalText(expandSingle(word, context, "operand"));
    return known === null ? null : evaluateText(known, context);
  };
  const offset = read(operation.offset);
  const length = operation.length === undefined ? undefined : read(operation.length);
  if (text === null || offset === null || length === null) return null;
  const characters = [...text];
  const start = Number(offset) < 0 ? characters.length + Number(offset) : Number(offset);
  if (start < 0 || start > characters.length) return "";
  if (length === undefined) return characters.slice(start).join("");
  const end = Number(length) < 0 ? characters.length + Number(length) : start + Number(length);
  return end < start ? null : characters.slice(start, end).join("");
}

function changeCase(
  text: string | null,
  operation: Operation<"CaseModification">,
  context: ExpansionContext,
): string | null {
  const only = operation.operand === undefined ? undefined : pattern(operation.operand, context);
  if (text === null || only === null || /[^\u0020-\u007e]/.test(text)) return null;
  const isAll = operation.operator.length === 2;
  const change = (character: string) => {
    if (only !== undefined && only.length > 0 && !matchesWhole(only, character)) return character;
    return operation.operator[0] === "^" ? character.toUpperCase() : character.toLowerCase();
  };
  return [...text].map((character, index) => (isAll || index === 0 ? change(character) : character)).join("");
}

function transform(text: string | null, operation: Operation<"Transform">, context: ExpansionContext): string | null {
  const letter = literalText(expandSingle(operation.operand, context, "operand"));
  if (text === null || /[^\u0020-\u007e]/.test(text)) return null;
  switch (letter) {
    case "Q":
      return `'${text.replaceAll("'", "'\\''")}'`;
    case "E":
      return decodeAnsiC(text);
    case "U":
      return text.toUpperCase();
    case "L":
      return text.toLowerCase();
    case "u":
      return text.slice(0, 1).toUpperCase() + text.slice(1);
    default:
      return null;
  }
}
