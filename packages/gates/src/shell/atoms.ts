import type { DoubleQuotedChild, Word as ParsedWord, WordPart } from "unbash";
import { decodeAnsiC } from "./ansi-c.ts";

/** A parsed word taken apart for expansion: `plain` is unquoted text without backslashes, `quoted` is final text. */
export type Atom =
  | { readonly kind: "plain"; readonly text: string }
  | { readonly kind: "quoted"; readonly text: string }
  | { readonly kind: "expansion"; readonly part: Expansion; readonly isQuoted: boolean }
  | { readonly kind: "extendedGlob"; readonly text: string }
  /** A number that a long brace sequence stands for. */
  | { readonly kind: "number" };

export type Expansion = Extract<
  WordPart,
  {
    readonly type:
      | "SimpleExpansion"
      | "ParameterExpansion"
      | "CommandExpansion"
      | "ArithmeticExpansion"
      | "ProcessSubstitution";
  }
>;

/**
 * word: an ordinary shell word. operand: what `${x:-…}` and arithmetic hold, where blanks and brackets are text.
 * body: a here-document.
 */
export type WordPlace = "word" | "operand" | "body";

/** Thrown inside the shell part only: the parser's picture of a word cannot be right. */
export class UnreadableWord extends Error {
  override readonly name = "UnreadableWord";
}

interface Piece {
  readonly text: string;
  readonly pos: number;
  readonly end: number;
  readonly parts?: readonly WordPart[] | undefined;
}

/** The atoms of a word, and the check that the parser left no operator, substitution or quote inside plain text. */
export function atomsOf(word: ParsedWord, place: WordPlace = "word"): Atom[] {
  const atoms: Atom[] = [];
  if (word.parts === undefined) addPlain(atoms, word.text);
  else addParts(atoms, word);
  return joinPlain(atoms, place);
}

/** Plain text in one atom as far as it goes, and checked: the parser may have cut it anywhere. */
function joinPlain(atoms: readonly Atom[], place: WordPlace): Atom[] {
  const joined: Atom[] = [];
  let texts: string[] = [];
  const flush = () => {
    if (texts.length === 0) return;
    const text = texts.join("");
    checkResidue(text, place);
    joined.push({ kind: "plain", text });
    texts = [];
  };
  for (const atom of atoms) {
    if (atom.kind === "plain") texts.push(atom.text);
    else {
      flush();
      joined.push(atom);
    }
  }
  flush();
  return joined;
}

/** The atoms of an unquoted here-document: no quotes, backslashes as in double quotes. */
export function atomsOfBody(body: Piece): Atom[] {
  const atoms: Atom[] = [];
  let at = body.pos;
  for (const part of body.parts ?? []) {
    addQuotedLiteral(atoms, body.text.slice(at - body.pos, part.pos - body.pos), "body");
    if (part.type === "Literal") addQuotedLiteral(atoms, part.text, "body");
    else if (isExpansion(part)) atoms.push({ kind: "expansion", part, isQuoted: true });
    else throw new UnreadableWord("a quoted part in a here-document");
    at = part.end;
  }
  addQuotedLiteral(atoms, body.text.slice(at - body.pos), "body");
  return atoms;
}

function addParts(atoms: Atom[], whole: Piece): void {
  let at = whole.pos;
  for (const part of whole.parts ?? []) {
    if (part.pos < at) throw new UnreadableWord("parts overlap");
    addPlain(atoms, whole.text.slice(at - whole.pos, part.pos - whole.pos));
    addPart(atoms, part);
    at = part.end;
  }
  addPlain(atoms, whole.text.slice(at - whole.pos));
}

function addPart(atoms: Atom[], part: WordPart): void {
  switch (part.type) {
    case "Literal":
      addPlain(atoms, part.text);
      return;
    case "Glob":
    case "BraceExpansion":
      if (part.parts === undefined) addPlain(atoms, part.text);
      else addParts(atoms, { text: part.text, pos: part.pos, end: part.end, parts: part.parts });
      return;
    case "SingleQuoted":
      atoms.push({ kind: "quoted", text: part.text.slice(1, -1) });
      return;
    case "AnsiCQuoted":
      atoms.push({ kind: "quoted", text: decodeAnsiC(part.text.slice(2, -1)) });
      return;
    case "DoubleQuoted":
    case "LocaleString":
      addDoubleQuoted(atoms, part.parts);
      return;
    case "ExtendedGlob":
      if (/[$`\\'"<>]/.test(part.text)) throw new UnreadableWord("an expansion in an extended pattern");
      atoms.push({ kind: "extendedGlob", text: part.text });
      return;
    default:
      atoms.push({ kind: "expansion", part, isQuoted: false });
  }
}

function addDoubleQuoted(atoms: Atom[], parts: readonly DoubleQuotedChild[]): void {
  // An empty quoted atom keeps the field alive; only `"$@"` and `"${a[@]}"` alone may vanish.
  const [only] = parts;
  if (!(parts.length === 1 && only !== undefined && isList(only))) atoms.push({ kind: "quoted", text: "" });
  for (const part of parts) {
    if (part.type === "Literal") addQuotedLiteral(atoms, part.text, "word");
    else atoms.push({ kind: "expansion", part, isQuoted: true });
  }
}

function isList(part: DoubleQuotedChild): boolean {
  if (part.type === "SimpleExpansion") return part.text === "$@";
  if (part.type !== "ParameterExpansion" || part.prefix === "#") return false;
  return part.parameter === "@" || part.index?.text === "@" || part.operation?.type === "Names";
}

const isExpansion = (part: WordPart): part is Expansion =>
  part.type === "SimpleExpansion" ||
  part.type === "ParameterExpansion" ||
  part.type === "CommandExpansion" ||
  part.type === "ArithmeticExpansion";

/** What must not be left in plain text: the parser missed a quote, an operator or an expansion there. */
const RESIDUE: Readonly<Record<WordPlace, RegExp>> = {
  word: /[()<>;&|`'"\s]|\$[\w{([@*#?$!'"-]/,
  operand: /[`'"]|[$<>]\(|\$[\w{[@*#?$!'"-]/,
  body: /`|\$[\w{([@*#?$!-]/,
};

function addPlain(atoms: Atom[], raw: string): void {
  if (raw === "") return;
  if (!raw.includes("\\")) {
    atoms.push({ kind: "plain", text: raw });
    return;
  }
  let plain = "";
  for (let index = 0; index < raw.length; index++) {
    const character = raw[index]!;
    if (character !== "\\") {
      plain += character;
      continue;
    }
    index++;
    const next = raw[index];
    if (next === "\n") continue;
    if (plain !== "") atoms.push({ kind: "plain", text: plain });
    plain = "";
    // A backslash at the very end stands for itself; a pair of code units is one character.
    const point = next === undefined ? "\\" : String.fromCodePoint(raw.codePointAt(index)!);
    atoms.push({ kind: "quoted", text: point });
    index += point.length - 1;
  }
  if (plain !== "") atoms.push({ kind: "plain", text: plain });
}

/** Text between double quotes or in a here-document: a backslash only escapes `$`, backquote, `\`, newline (and `"`). */
function addQuotedLiteral(atoms: Atom[], raw: string, place: "word" | "body"): void {
  if (raw === "") return;
  let text = "";
  let bare = "";
  for (let index = 0; index < raw.length; index++) {
    const character = raw[index]!;
    const next = raw[index + 1];
    if (character !== "\\" || next === undefined) {
      text += character;
      bare += character;
    } else if (next === "\n") index++;
    else if (next === "$" || next === "`" || next === "\\" || (next === '"' && place === "word")) {
      text += next;
      bare += " ";
      index++;
    } else {
      text += character;
      bare += character;
    }
  }
  if (RESIDUE.body.test(bare) || (place === "word" && bare.includes('"')))
    throw new UnreadableWord("an expansion or quote left in quoted text");
  atoms.push({ kind: "quoted", text });
}

/** @throws UnreadableWord */
export function checkResidue(text: string, place: WordPlace): void {
  if (RESIDUE[place].test(text)) throw new UnreadableWord("an operator or expansion left in plain text");
}
