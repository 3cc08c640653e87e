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
for (const [first, end] of [
  [0xc0, 0x250],
  [0x1e00, 0x1f00],
] as const)
  for (let code = first; code < end; code++) {
    const letter = String.fromCharCode(code).normalize("NFD").toLowerCase();
    if (/^[a-z]/.test(letter)) PLAIN.set(code, letter.charCodeAt(0));
  }
for (const [from, to] of ["łl", "Łl", "øo", "Øo", "ßs", "đd", "ıi"]) PLAIN.set(from!.charCodeAt(0), to!.charCodeAt(0));

const classOf = (codes: Iterable<number>): string =>
  [...codes].map((code) => `\\u${code.toString(16).padStart(4, "0")}`).join("");
const TO_FOLD = new RegExp(`[${classOf(FOLDS.keys())}]`, "g");
const ACCENTED = new RegExp(`[${classOf(PLAIN.keys())}]`, "g");
const INVISIBLE = new RegExp(`[${classOf(INVISIBLES)}]`);
const ASCII = /^[\x00-\x7f]*$/;
const replaceBy =
  (table: ReadonlyMap<number, number>) =>
  (character: string): string =>
    String.fromCharCode(table.get(character.charCodeAt(0)) ?? character.charCodeAt(0));

/** A digit within a word, as recognition reads `o`, `l`, `e` and `s`: in the small letters, where labels are looked up. */
const MISREAD = /(?<![a-z0-9])[a-z]{1,14}[0135][a-z]{1,14}(?![a-z0-9])/g;
const LETTERS: Record<string, string> = { "0": "o", "1": "l", "3": "e", "5": "s" };
const withLetters = (lower: string): string =>
  lower.replace(MISREAD, (word) => word.replace(/[0135]/, (digit) => LETTERS[digit] ?? digit));

export function foldText(given: string): FoldedText {
  if (ASCII.test(given)) return { text: given, lower: withLetters(given.toLowerCase()), originAt: (index) => index };
  const { visible, originAt } = INVISIBLE.test(given)
    ? withoutInvisible(given)
    : { visible: given, originAt: (index: number) => index };
  const text = visible.replace(TO_FOLD, replaceBy(FOLDS));
  // The one letter whose small form is two units.
  const lower = text.replaceAll("\u0130", "I").toLowerCase().replace(ACCENTED, replaceBy(PLAIN));
  return { text, lower: withLetters(lower), originAt };
}

function withoutInvisible(given: string): { visible: string; originAt: (index: number) => number } {
  const origins = new Int32Array(given.length + 1);
  const parts: string[] = [];
  let length = 0;
  let from = 0;
  for (let index = 0; index <= given.length; index++) {
    if (index < given.length && !INVISIBLES.has(given.charCodeAt(index))) {
      origins[length++] = index;
      continue;
    }
    if (index > from) parts.push(given.slice(from, index));
    from = index + 1;
  }
  origins[length] = given.length;
  return { visible: parts.join(""), originAt: (index) => origins[index] ?? given.length };
}
