import { type Atom, checkResidue, UnreadableWord } from "./atoms.ts";

/** More words from one than anybody writes by hand. */
const WORDS_MAX = 1024;
/** Each opening brace is looked at with all that follows it. */
const BRACES_MAX = 64;
/** A longer sequence of numbers is one unknown number: no verdict needs each of them. */
const SEQUENCE_MAX = 256;

/** One unit of the text that Bash's brace expansion walks over: a bare character, or something opaque. */
type BraceUnit = string | Exclude<Atom, { readonly kind: "plain" }>;

/** Thrown inside the shell part only: the word would become too many. */
export class TooManyWords extends Error {
  override readonly name = "TooManyWords";
}

/** Whether the word can hold a brace expansion at all. */
export const mayBrace = (atoms: readonly Atom[]): boolean =>
  atoms.some((atom) => atom.kind === "plain" && atom.text.includes("{"));

/**
 * Brace expansion as Bash does it, before every other one: lists, sequences of integers (zero padded) and letters with
 * a step, nested. Quoted text and expansions are opaque.
 * @throws TooManyWords, UnreadableWord
 */
export function expandBraces(atoms: readonly Atom[]): Atom[][] {
  const units: BraceUnit[] = [];
  for (const atom of atoms) {
    if (atom.kind === "plain") units.push(...atom.text);
    else {
      if (atom.kind === "expansion" && !isBalanced(atom.part.text))
        throw new UnreadableWord("braces across an expansion");
      units.push(atom);
    }
  }
  if (units.filter((unit) => unit === "{").length > BRACES_MAX) throw new TooManyWords("too many braces in one word");
  return expand(units).map(atomsOfUnits);
}

/** Bash counts the braces of `${…}` as text: where they do not pair up, its braces are others than ours. */
function isBalanced(text: string): boolean {
  if (!text.startsWith("${")) return true;
  let level = 0;
  for (const character of text) {
    if (character === "{") level++;
    else if (character === "}") level--;
  }
  return level === 0;
}

/** Plain text again. What it now continues is read anew: `$a{b,c}` is `$ab $ac`. */
function atomsOfUnits(units: readonly BraceUnit[]): Atom[] {
  const atoms: Atom[] = [];
  let plain = "";
  const flush = () => {
    if (plain === "") return;
    checkResidue(plain, "word");
    atoms.push({ kind: "plain", text: plain });
    plain = "";
  };
  for (const unit of units) {
    const last = plain === "" ? atoms.at(-1) : undefined;
    if (typeof unit === "string") {
      if (last?.kind === "expansion" && !last.isQuoted && /^\w$/.test(unit) && /^\$[A-Za-z_]\w*$/.test(last.part.text))
        atoms[atoms.length - 1] = {
          ...last,
          part: { ...last.part, type: "SimpleExpansion", text: last.part.text + unit },
        };
      else plain += unit;
      continue;
    }
    if (plain.endsWith("$")) throw new UnreadableWord("a dollar that braces put before something");
    flush();
    atoms.push(unit);
  }
  flush();
  return atoms;
}

function expand(units: readonly BraceUnit[]): BraceUnit[][] {
  let open = -1;
  let close = -1;
  for (let at = findOpen(units, 0); at < units.length; at = findOpen(units, at + 1)) {
    close = findClose(units, at + 1);
    if (close < units.length) {
      open = at;
      break;
    }
  }
  if (open === -1) return [[...units]];
  const amble = units.slice(open + 1, close);
  const rest = units.slice(close + 1);
  let middle: BraceUnit[][];
  if (amble.includes(",")) middle = splitList(amble).flatMap(expand);
  else {
    if (amble.some((unit) => typeof unit !== "string" && textOf(unit).includes(",")))
      throw new UnreadableWord("Bash counts a quoted comma here");
    const sequence = expandSequence(amble);
    if (sequence === null && rest.length === 0) return [[...units]];
    middle = sequence ?? [units.slice(open, close + 1)];
  }
  return combine(units.slice(0, open), middle, rest.length === 0 ? [[]] : expand(rest));
}

function textOf(unit: Exclude<BraceUnit, string>): string {
  if (unit.kind === "number") return "";
  return unit.kind === "expansion" ? unit.part.text : unit.text;
}

function combine(before: readonly BraceUnit[], middle: readonly BraceUnit[][], after: readonly BraceUnit[][]) {
  if (middle.length * after.length > WORDS_MAX) throw new TooManyWords("brace expansion makes too many words");
  return middle.flatMap((inner) => after.map((tail) => [...before, ...inner, ...tail]));
}

/** The next `{` outside of braces: one alone at the start of the word, or `{}` there, opens nothing. */
function findOpen(units: readonly BraceUnit[], from: number): number {
  for (let at = from; at < units.length; at++) {
    if (units[at] !== "{") continue;
    const next = units[at + 1];
    if (at === 0 && (next === undefined || next === "}")) continue;
    return at;
  }
  return units.length;
}

/** The `}` that closes, if a comma or `..` stands between at the same level. */
function findClose(units: readonly BraceUnit[], from: number): number {
  let level = 0;
  let separators = 0;
  for (let at = from; at < units.length; at++) {
    const unit = units[at];
    if (unit === "}" && level === 0 && separators > 0) return at;
    if (unit === "{") level++;
    else if (unit === "}" && level > 0) level--;
    else if (unit === "," && level === 0) separators++;
    else if (unit === "." && units[at + 1] === "." && units[at + 2] !== "}" && level === 0) separators++;
  }
  return units.length;
}

function splitList(amble: readonly BraceUnit[]): BraceUnit[][] {
  const items: BraceUnit[][] = [[]];
  let level = 0;
  for (const unit of amble) {
    if (unit === "," && level === 0) {
      items.push([]);
      continue;
    }
    if (unit === "{") level++;
    else if (unit === "}" && level > 0) level--;
    items.at(-1)!.push(unit);
  }
  return items;
}

const INTEGER = /^[+-]?\d{1,18}$/;
const SEQUENCE = /^(.+?)\.\.(.+?)(?:\.\.([+-]?\d{1,18}))?$/u;

function expandSequence(amble: readonly BraceUnit[]): BraceUnit[][] | null {
  if (!amble.every((unit) => typeof unit === "string")) return null;
  const match = amble.length > 64 ? null : SEQUENCE.exec(amble.join(""));
  if (match === null) return null;
  const [, from = "", to = "", step] = match;
  const stride = Math.abs(Number(step ?? 1)) || 1;
  if (INTEGER.test(from) && INTEGER.test(to)) return integers(from, to, stride);
  if (/^[A-Za-z]$/.test(from) && /^[A-Za-z]$/.test(to)) return letters(from, to, stride);
  return null;
}

function integers(from: string, to: string, stride: number): BraceUnit[][] {
  const first = Number(from);
  const last = Number(to);
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || Math.abs(last - first) / stride > SEQUENCE_MAX)
    return [[{ kind: "number" }]];
  const isPadded = [from, to].some((term) => /^-?0\d/.test(term));
  const width = isPadded ? Math.max(from.length, to.length) : 0;
  return steps(first, last, stride).map((value) => [...pad(value, width)]);
}

function pad(value: number, width: number): string {
  return value < 0 ? `-${String(-value).padStart(width - 1, "0")}` : String(value).padStart(width, "0");
}

function letters(from: string, to: string, stride: number): BraceUnit[][] {
  const codes = steps(from.charCodeAt(0), to.charCodeAt(0), stride);
  // Between Z and a stand a backslash and a backquote, which Bash reads again: nobody needs that.
  return codes.map((code) => (code > 90 && code < 97 ? [{ kind: "number" }] : [String.fromCharCode(code)]));
}

function steps(first: number, last: number, stride: number): number[] {
  const values: number[] = [];
  if (first <= last) for (let value = first; value <= last; value += stride) values.push(value);
  else for (let value = first; value >= last; value -= stride) values.push(value);
  return values;
}
