/**
 * A text as the detector reads it: full-width forms, blanks, dashes and quotes as their ASCII ones, invisible characters gone.
 * `lower` is the same in small letters without accents, unit for unit: labels are looked up in it.
 */
export interface FoldedText {
  readonly text: string;
  readonly lower: string;
  /** Where a unit of `text` stands in what was given. */
  readonly originAt: (index: number) => number;
}

const FOLDS = new Map<number, number>();
const fold = (characters: string, to: string): void => {
  for (const character of characters) FOLDS.set(character.charCodeAt(0), to.charCodeAt(0));
};
// Full-width digits, letters and the signs that values and labels are made of. Sentence punctuation stays: it ends a value.
for (const [first, last] of [
  [0xff10, 0xff19],
  [0xff21, 0xff3a],
  [0xff41, 0xff5a],
] as const)
  for (let code = first; code <= last; code++) FOLDS.set(code, code - 0xfee0);
fold("＋", "+");
fold("－‐‑‒–—―−﹣ー", "-");
fold("．", ".");
fold("／", "/");
fold("：︰∶﹕꞉", ":");
fold("＝", "=");
fold("＠﹫", "@");
fold("＿", "_");
fold("＃", "#");
fold("\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " ");
fold("“”„‟＂", '"');
fold("‘’‚‛＇", "'");
fold("│┃¦┆┊｜║", "|");
// Arabic-Indic and Devanagari digits.
for (const zero of [0x0660, 0x06f0, 0x0966])
  for (let digit = 0; digit < 10; digit++) FOLDS.set(zero + digit, 48 + digit);
// The long vowel mark is part of Japanese words; only beside digits would it be a dash.
FOLDS.delete("ー".charCodeAt(0));

/** Soft hyphen, combining accents (their letter stands before them), zero-width, bidirectional, variation selectors. */
const INVISIBLES = new Set<number>();
for (const [first, last] of [
  [0xad, 0xad],
  [0x300, 0x36f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x2069],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
] as const)
  for (let code = first; code <= last; code++) INVISIBLES.add(code);

/** Latin letters with accents, as the letter alone. */
const PLAIN = new Map<number, number>();
for (let code = 0xc0; code < 0x250; code++) {
  const letter = String.fromCharCode(code).normalize("NFD").toLowerCase();
  if (/^[a-z]/.test(letter)) PLAIN.set(code, letter.charCodeAt(0));
}
for (const [from, to] of ["łl", "Łl", "øo", "Øo", "ßs", "đd", "ıi"]) PLAIN.set(from!.charCodeAt(0), to!.charCodeAt(0));

const ASCII = /^[\x00-\x7f]*$/;
/** Of `String.fromCharCode` in one call. */
const CHUNK = 8_192;

export function foldText(given: string): FoldedText {
  if (ASCII.test(given)) return { text: given, lower: given.toLowerCase(), originAt: (index) => index };
  const units = new Uint16Array(given.length);
  const lowers = new Uint16Array(given.length);
  const origins = new Int32Array(given.length + 1);
  let length = 0;
  for (let index = 0; index < given.length; index++) {
    const code = given.charCodeAt(index);
    if (code > 0x7f && INVISIBLES.has(code)) continue;
    const unit = code > 0x7f ? (FOLDS.get(code) ?? code) : code;
    units[length] = unit;
    lowers[length] = lowerOf(unit);
    origins[length++] = index;
  }
  origins[length] = given.length;
  return {
    text: stringOf(units.subarray(0, length)),
    lower: stringOf(lowers.subarray(0, length)),
    originAt: (index) => origins[index] ?? given.length,
  };
}

function lowerOf(unit: number): number {
  if (unit < 0x80) return unit >= 65 && unit <= 90 ? unit + 32 : unit;
  const plain = PLAIN.get(unit);
  if (plain !== undefined) return plain;
  const lower = String.fromCharCode(unit).toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : unit;
}

function stringOf(units: Uint16Array): string {
  let text = "";
  for (let start = 0; start < units.length; start += CHUNK)
    text += String.fromCharCode(...units.subarray(start, start + CHUNK));
  return text;
}
