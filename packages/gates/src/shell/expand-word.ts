import type { HereDocBody, Word as ParsedWord } from "unbash";
import { type Atom, atomsOf, atomsOfBody, type Expansion, UnreadableWord } from "./atoms.ts";
import { expandBraces, mayBrace } from "./braces.ts";
import { expandArithmetic } from "./expand-arithmetic.ts";
import { expandParameter, expandSimple } from "./expand-parameter.ts";
import type { ExpansionContext } from "./expansion-context.ts";
import { FieldBuilder } from "./fields.ts";
import { fieldSeparators } from "./parameters.ts";
import type { PatternRun } from "./pattern.ts";
import { tildePrefix } from "./tilde.ts";
import { textWord, unknownPiece, type Word } from "./word.ts";

/** What one more word costs beside its text. */
const CHARACTERS_PER_WORD = 64;

/** Where a tilde counts: `value` at the start and after `:`; `assignment`, an argument like one, after the first `=` and `:`. */
type TildePlace = "none" | "word" | "value" | "assignment";

/** An argument: braces, tilde, expansions, splitting, patterns. It may become no field or many. */
export function expandFields(word: ParsedWord, context: ExpansionContext): Word[] {
  if (word.parts === undefined && isPlain(word.text)) return [textWord(word.text)];
  const atoms = atomsOf(word);
  if (!mayBrace(atoms)) return fieldsOf(atoms, context, LIKE_ASSIGNMENT.test(word.text) ? "assignment" : "word");
  // Braces make much out of little text: what all words of a script may become together is bounded before it is made.
  context.spend(0);
  const made = expandBraces(atoms);
  context.spend(made.length * CHARACTERS_PER_WORD);
  return made.flatMap((one) => fieldsOf(one, context, "word"));
}

/** The value of an assignment. */
export function expandValue(word: ParsedWord, context: ExpansionContext): Word {
  return one(atomsOf(word), context, "value");
}

/** One word without splitting or patterns: the subject of `case`, operands of `[[`, here-strings. */
export function expandSingle(word: ParsedWord, context: ExpansionContext, place: "word" | "operand" = "word"): Word {
  return one(atomsOf(word, place), context, "word");
}

/** Null when it is not wholly known. */
export function expandPattern(word: ParsedWord, context: ExpansionContext): readonly PatternRun[] | null {
  const builder = new FieldBuilder("pattern", null, (characters) => context.spend(characters));
  emit(atomsOf(word, "operand"), builder, context, "word");
  return builder.finishPattern();
}

/** An unquoted here-document. */
export function expandBody(body: HereDocBody, context: ExpansionContext): Word {
  return one(atomsOfBody(body), context, "none");
}

/** What `${x:-word}` becomes, into the field that is being built. */
export function expandOperand(word: ParsedWord, isQuoted: boolean, builder: FieldBuilder, context: ExpansionContext) {
  if (!isQuoted) {
    emit(atomsOf(word, "operand"), builder, context, "word", true);
    return;
  }
  // Between double quotes a single quote is a character, which the parser does not see here. In `$(…)` quoting starts anew.
  const text = outsideSubstitutions(word);
  if (/['\\]/.test(text)) {
    if (text !== word.text || /[$`"]/.test(text)) throw new UnreadableWord("quotes in an operand between quotes");
    builder.quoted(text.replaceAll("\\\\", "\\").replaceAll("\\\n", ""));
    return;
  }
  for (const atom of atomsOf(word, "operand")) {
    if (atom.kind === "expansion") emitExpansion(atom.part, true, builder, context);
    else if (atom.kind !== "number") builder.quoted(atom.text);
  }
}

function outsideSubstitutions({ text, parts = [] }: ParsedWord): string {
  const isWhole = parts.length > 0 && parts.map((part) => part.text).join("") === text;
  if (!isWhole) return text;
  return parts
    .filter((part) => part.type !== "CommandExpansion" || !part.text.startsWith("$("))
    .map((part) => part.text)
    .join("");
}

/** Words that are what they look like: nearly all. */
const isPlain = (text: string): boolean => /^[\w./,:@%+-][\w./,:@%+=-]*$/.test(text);

function one(atoms: readonly Atom[], context: ExpansionContext, tilde: TildePlace): Word {
  const builder = new FieldBuilder("single", null, (characters) => context.spend(characters));
  emit(atoms, builder, context, tilde);
  return builder.finishOne();
}

/** Arguments like `prefix=~/x` have their tilde expanded too, unless braces made them. */
const LIKE_ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;

function fieldsOf(atoms: readonly Atom[], context: ExpansionContext, tilde: TildePlace): Word[] {
  const builder = new FieldBuilder("fields", fieldSeparators(context), (characters) => context.spend(characters));
  emit(atoms, builder, context, tilde);
  return builder.finish();
}

function emit(
  atoms: readonly Atom[],
  builder: FieldBuilder,
  context: ExpansionContext,
  tilde: TildePlace,
  isOperand = false,
): void {
  const plain = (text: string) => (isOperand ? builder.value([{ kind: "text", text }], false) : builder.plain(text));
  atoms.forEach((atom, index) => {
    if (atom.kind === "quoted") builder.quoted(atom.text);
    else if (atom.kind === "expansion") emitExpansion(atom.part, atom.isQuoted, builder, context);
    else if (atom.kind === "extendedGlob") builder.piece({ kind: "glob", text: atom.text });
    else if (atom.kind === "number") builder.piece(unknownPiece("number"));
    else if (tilde === "none" || !atom.text.includes("~")) plain(atom.text);
    else
      emitTildes(atom.text, {
        builder,
        context,
        plain,
        tilde,
        isFirst: index === 0,
        isLast: index + 1 === atoms.length,
      });
  });
}

interface TildeJob {
  readonly builder: FieldBuilder;
  readonly context: ExpansionContext;
  readonly plain: (text: string) => void;
  readonly tilde: TildePlace;
  /** Whether the text begins and ends the word: a prefix that quotes or expansions continue is none. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** What stands before the assignment's own `=`, in the word's first part and in a later one. */
const OWN_TARGET = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?$/;
const OWN_TARGET_END = /^[^\]=]*\]\+?$/;
const TILDES = { none: /$^/g, word: /^~/g, value: /(^|:)~/g, assignment: /(=|:)~/g } as const;

function emitTildes(text: string, job: TildeJob): void {
  const isAssignment = job.tilde !== "word";
  const starts = TILDES[job.tilde];
  let done = 0;
  for (const match of text.matchAll(starts)) {
    const at = match.index + match[0].length - 1;
    if (at === 0 && !job.isFirst) continue;
    if (match[1] === "=" && !(job.isFirst ? OWN_TARGET : OWN_TARGET_END).test(text.slice(0, at - 1))) continue;
    const end = endOfPrefix(text, at, isAssignment);
    // Bash ends the prefix there too, and then leaves the expansions of the word undone.
    if (!isAssignment && /[:=]/.test(text.slice(at, end))) throw new UnreadableWord("a tilde before : or =");
    if (end === text.length && !job.isLast) continue;
    const home = tildePrefix(text.slice(at + 1, end), job.context);
    if (home === null) continue;
    job.plain(text.slice(done, at));
    job.builder.value(home, true);
    done = end;
  }
  job.plain(text.slice(done));
}

function endOfPrefix(text: string, at: number, isAssignment: boolean): number {
  for (let end = at; end < text.length; end++) if (text[end] === "/" || (isAssignment && text[end] === ":")) return end;
  return text.length;
}

function emitExpansion(part: Expansion, isQuoted: boolean, builder: FieldBuilder, context: ExpansionContext) {
  switch (part.type) {
    case "SimpleExpansion":
      expandSimple(part.text.slice(1), isQuoted, builder, context);
      return;
    case "ParameterExpansion":
      expandParameter(part, isQuoted, builder, context);
      return;
    case "ArithmeticExpansion":
      builder.value(expandArithmetic(part, context), isQuoted);
      return;
    default: {
      const piece = context.substitute(part);
      if (piece.kind === "unknown") builder.unknown(piece, isQuoted);
      else builder.piece(piece);
    }
  }
}
