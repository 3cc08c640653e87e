/**
 * What is known of a shell word before the command runs. A word is a list of pieces in order; an empty list is the
 * empty string. Quotes are gone: what was quoted is `text`, what pathname expansion may still replace is `glob`.
 */
export type Word = readonly Piece[];

export type Piece = TextPiece | GlobPiece | UnknownPiece | ProcessPiece;

/** Characters that reach the program exactly so. */
export interface TextPiece {
  readonly kind: "text";
  readonly text: string;
}

/** An unquoted `*`, `?`, `[…]` or extended pattern, as written. */
export interface GlobPiece {
  readonly kind: "glob";
  readonly text: string;
}

/** A value that only the run decides. */
export interface UnknownPiece {
  readonly kind: "unknown";
  readonly from: UnknownSource;
  /** The variable's name, where it has one. */
  readonly name?: string;
  /** Unquoted: it may become no field or several, and be an option or a pattern. */
  readonly isSplit: boolean;
  /** Names of files that `find`, `ls`, `git ls-files`, `grep -l` or `rg -l` list below these starting points. */
  readonly listedBelow?: readonly Word[];
  /** What a substitution of known words most likely gives: for what is refused, never for what is allowed. */
  readonly printed?: string;
}

/**
 * `number`: digits and a sign at most ($?, $#, ${#x}, arithmetic). `input`: text that a program reads (read, xargs).
 * `listing`: a name found below `listedBelow` (find -exec's {}, xargs after find).
 */
export type UnknownSource = "variable" | "positional" | "substitution" | "number" | "input" | "listing";

/** `<(…)` or `>(…)`: the word is a /dev/fd name; what the commands print is what is read there, and the reverse. */
export interface ProcessPiece {
  readonly kind: "process";
  readonly operator: "<" | ">";
}

export const textWord = (text: string): Word => (text === "" ? [] : [{ kind: "text", text }]);

export const unknownPiece = (from: UnknownSource, name?: string): UnknownPiece => ({
  kind: "unknown",
  from,
  isSplit: false,
  ...(name === undefined ? {} : { name }),
});
export const unknownWord = (from: UnknownSource, name?: string): Word => [unknownPiece(from, name)];

/** The whole word when every character of it is known, else null. */
export function literalText(word: Word): string | null {
  let text = "";
  for (const piece of word) {
    if (piece.kind !== "text") return null;
    text += piece.text;
  }
  return text;
}

/** The known characters that the word certainly begins with. */
export function literalPrefix(word: Word): string {
  let text = "";
  for (const piece of word) {
    if (piece.kind !== "text") break;
    text += piece.text;
  }
  return text;
}

export const hasUnknown = (word: Word): boolean =>
  word.some((piece) => piece.kind === "unknown" || piece.kind === "process");

export const hasGlob = (word: Word): boolean => word.some((piece) => piece.kind === "glob");

/** The word without its first `length` known characters; the word must begin with that many. */
export function dropPrefix(word: Word, length: number): Word {
  const [first, ...rest] = word;
  if (length === 0) return word;
  if (first?.kind !== "text") throw new RangeError("the word does not begin with that many known characters");
  if (first.text.length > length) return [{ kind: "text", text: first.text.slice(length) }, ...rest];
  return dropPrefix(rest, length - first.text.length);
}

/** Pieces in a row, neighbouring texts joined. */
export function joinWords(...words: readonly Word[]): Word {
  const joined: Piece[] = [];
  for (const piece of words.flat()) {
    const last = joined.at(-1);
    if (piece.kind === "text" && last?.kind === "text")
      joined[joined.length - 1] = { kind: "text", text: last.text + piece.text };
    else joined.push(piece);
  }
  return joined;
}
