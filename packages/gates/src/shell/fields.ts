import type { PatternRun } from "./pattern.ts";
import type { Piece, UnknownPiece, Word } from "./word.ts";

/** `isActive`: unquoted, so that pathname expansion may read it as a pattern. `isValue`: came out of an expansion. */
type Run = { readonly text: string; readonly isActive: boolean; readonly isValue: boolean } | { readonly piece: Piece };

/**
 * fields: split and globbed, as arguments are. single: one field, no globbing (assignments, redirections, `case`).
 * pattern: one field that keeps apart what was quoted.
 */
export type FieldMode = "fields" | "single" | "pattern";

export const DEFAULT_IFS = " \t\n";

/** Collects the results of a word's expansions and makes fields of them by the rules of word splitting. */
export class FieldBuilder {
  readonly mode: FieldMode;
  /** Null: not known, so that unquoted values stay whole and unknown. */
  private readonly ifs: string | null;
  private readonly done: Run[][] = [];
  private current: Run[] | null = null;
  /** A value ended in IFS blanks: what comes next begins a field. */
  private isBroken = false;

  private readonly spend: (characters: number) => void;

  constructor(mode: FieldMode, ifs: string | null, spend: (characters: number) => void) {
    this.mode = mode;
    this.ifs = ifs;
    this.spend = spend;
  }

  quoted(text: string): void {
    this.push({ text, isActive: false, isValue: false });
  }

  plain(text: string): void {
    if (text !== "") this.push({ text, isActive: true, isValue: false });
  }

  piece(piece: Piece): void {
    this.push({ piece });
  }

  /** The value of an expansion. */
  value(word: Word, isQuoted: boolean): void {
    if (isQuoted) this.quoted("");
    for (const piece of word) {
      if (piece.kind === "text") {
        this.spend(piece.text.length);
        if (isQuoted) this.quoted(piece.text);
        else this.split(piece.text);
      } else if (piece.kind === "unknown") this.unknown(piece, isQuoted);
      else this.piece(piece);
    }
  }

  /** `$@` and arrays: each element its own field. */
  list(words: readonly Word[], isQuoted: boolean): void {
    this.spend(words.length);
    words.forEach((word, index) => {
      if (index > 0) this.breakField();
      this.value(word, isQuoted);
    });
  }

  unknown(piece: UnknownPiece, isQuoted: boolean): void {
    // A number is one field in any case.
    const isWhole = isQuoted || this.mode !== "fields" || piece.from === "number";
    this.push({ piece: isWhole ? piece : { ...piece, isSplit: true } });
  }

  breakField(): void {
    if (this.mode !== "fields") {
      this.quoted(" ");
      return;
    }
    if (this.current !== null) this.done.push(this.current);
    this.current = null;
    this.isBroken = false;
  }

  finish(): Word[] {
    const all = this.current === null ? this.done : [...this.done, this.current];
    return all.map((runs) => (this.mode === "fields" ? fieldWord(runs) : plainWord(runs)));
  }

  /** The one field of the modes `single` and `pattern`. */
  finishOne(): Word {
    return this.finish()[0] ?? [];
  }

  /** Null when a part is not known. */
  finishPattern(): PatternRun[] | null {
    const runs: PatternRun[] = [];
    for (const run of this.current ?? []) {
      if ("piece" in run) return null;
      // A backslash in a value escapes or not, by rules that differ between uses.
      if (run.isActive && run.text.includes("\\")) return null;
      runs.push({ text: run.text, isQuoted: !run.isActive });
    }
    return runs;
  }

  private push(run: Run): void {
    if (this.isBroken) this.breakField();
    this.current ??= [];
    this.current.push(run);
  }

  private split(text: string): void {
    if (this.mode !== "fields") {
      if (text !== "") this.push({ text, isActive: true, isValue: true });
      return;
    }
    if (this.ifs === null) {
      if (text !== "") this.push({ piece: { kind: "unknown", from: "variable", isSplit: true } });
      return;
    }
    let word = "";
    for (let index = 0; index < text.length; index++) {
      const character = text[index]!;
      if (!this.ifs.includes(character)) {
        word += character;
        continue;
      }
      if (word !== "") this.push({ text: word, isActive: true, isValue: true });
      word = "";
      index = this.endOfSeparator(text, index);
    }
    if (word !== "") this.push({ text: word, isActive: true, isValue: true });
  }

  /** One separator is blanks of IFS around at most one other character of IFS; returns its last index. */
  private endOfSeparator(text: string, start: number): number {
    let end = start;
    let hasMark = false;
    while (end < text.length && this.ifs?.includes(text[end]!)) {
      if (!DEFAULT_IFS.includes(text[end]!)) {
        if (hasMark) break;
        hasMark = true;
      }
      end++;
    }
    if (hasMark) {
      // A mark ends a field even when the field is empty.
      if (this.isBroken) this.breakField();
      this.current ??= [];
      this.isBroken = true;
    } else if (this.current !== null) this.isBroken = true;
    return end - 1;
  }
}

function plainWord(runs: readonly Run[]): Word {
  const pieces: Piece[] = [];
  for (const run of runs) {
    if ("piece" in run) pieces.push(run.piece);
    else addText(pieces, run.text);
  }
  return pieces;
}

function addText(pieces: Piece[], text: string): void {
  if (text === "") return;
  const last = pieces.at(-1);
  if (last?.kind === "text") pieces[pieces.length - 1] = { kind: "text", text: last.text + text };
  else pieces.push({ kind: "text", text });
}

const GLOB_CHARACTER = /[*?[]/;

function fieldWord(runs: readonly Run[]): Word {
  if (!runs.some((run) => !("piece" in run) && run.isActive && GLOB_CHARACTER.test(run.text))) return plainWord(runs);
  // A backslash that came out of a value and stands in a pattern escapes what follows: too fine to follow.
  if (runs.some((run) => "text" in run && run.isValue && run.text.includes("\\")))
    return [{ kind: "unknown", from: "variable", isSplit: true }];
  const pieces: Piece[] = [];
  const units = runs.flatMap(toUnits);
  for (let at = 0; at < units.length; at++) {
    const unit = units[at]!;
    if ("piece" in unit) pieces.push(unit.piece);
    else if (!unit.isActive || !GLOB_CHARACTER.test(unit.text)) addText(pieces, unit.text);
    else if (unit.text !== "[") pieces.push({ kind: "glob", text: unit.text });
    else {
      const end = endOfBracket(units, at);
      if (end === null) addText(pieces, "[");
      else {
        const text = units.slice(at, end + 1).map((inner) => ("piece" in inner ? "" : inner.text));
        pieces.push({ kind: "glob", text: text.join("") });
        at = end;
      }
    }
  }
  return pieces;
}

type FieldUnit = { readonly text: string; readonly isActive: boolean } | { readonly piece: Piece };

/** Runs cut into quoted texts, and single characters where they are active. */
function toUnits(run: Run): FieldUnit[] {
  if ("piece" in run || !run.isActive) return [run];
  return [...run.text].map((text) => ({ text, isActive: true }));
}

/** Longer bracket expressions are taken as patterns that match anything: the search stays short. */
const BRACKET_MAX = 64;

/** Index of the `]` that ends the bracket expression; null when it is an ordinary `[`. */
function endOfBracket(units: readonly FieldUnit[], start: number): number | null {
  let at = start + 1;
  const first = units[at];
  if (first !== undefined && "text" in first && first.isActive && (first.text === "!" || first.text === "^")) at++;
  for (let isFirst = true; at < units.length; at++, isFirst = false) {
    const unit = units[at]!;
    if (at - start > BRACKET_MAX) return start;
    // An unknown part may hold the end: then the bracket stands alone as a pattern that matches anything.
    if ("piece" in unit) return unit.piece.kind === "unknown" ? start : null;
    if (unit.text.includes("/")) return null;
    if (unit.isActive && unit.text === "]" && !isFirst) return at;
    if (unit.isActive && unit.text === "[" && isActiveClass(units, at)) at = endOfClass(units, at);
  }
  return null;
}

function isActiveClass(units: readonly FieldUnit[], at: number): boolean {
  const next = units[at + 1];
  return next !== undefined && "text" in next && next.isActive && /^[:.=]$/.test(next.text);
}

/** `[:alpha:]` inside a bracket expression; without its end the `[` is a member like others. */
function endOfClass(units: readonly FieldUnit[], at: number): number {
  const mark = (units[at + 1] as { readonly text: string }).text;
  for (let end = at + 2; end + 1 < units.length && end - at < 16; end++) {
    const one = units[end]!;
    const two = units[end + 1]!;
    if ("text" in one && one.text === mark && "text" in two && two.text === "]") return end + 1;
  }
  return at;
}
