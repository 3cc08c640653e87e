import type { Word } from "@deskfleet/anchors";

/**
 * What was read off the screen against what accessibility says, word by word. A reader confuses letters, splits words and joins them:
 * whatever is explained by that is said. Nothing here makes a word of what is none.
 */

/** Of 100. What is read of letters that the reader knows is surer; of icons, edges and other scripts it rarely is. */
const SURE_MIN = 80;
const LEGIBLE_MIN = 65;
/** In a text that is mostly of a script which the reader does not know, its signs come out as some Latin word or other. */
const SURE_AMONG_OTHERS_MIN = 90;
/** Letters of a word that tells something. */
const LETTERS_MIN = 3;
const LETTERS_AMONG_OTHERS_MIN = 5;
/** `dimm…`: what had no room. */
const IS_CUT_SHORT = /(?:…|\.\.)\P{L}*$/u;
const HAS_CASE_OF_WORDS = /^\P{L}*(?:\p{Lu}?\p{Ll}+|\p{Lu}+)\P{L}*$/u;
/** Letters of a word of which one may be read wrongly. */
const LETTERS_PER_ERROR = 4;
/** Signs that are taken for each other at the size of a screen. */
const ALIKE: Readonly<Record<string, string>> = {
  ...{ "0": "o", "1": "l", i: "l", "|": "l", "!": "l", j: "l", "5": "s", $: "s", "8": "b", "6": "b", "9": "g", q: "g" },
  ...{ "2": "z", "€": "e", "£": "e", "@": "a", "©": "c", "®": "r" },
};

/** The words that are surely read and that `said` does not have. */
export function unsaidWords<W extends Word>(words: readonly W[], said: string): W[] {
  const isOther = isOtherScript(said);
  const known = tokensOf(said);
  const pairs = new Set([...known.keys()].flatMap((at) => (at === 0 ? [] : [`${known[at - 1]}${known[at]}`])));
  const all = new Set([...known, ...pairs]);
  return words.filter((word, at) => {
    if (!isSure(word, isOther)) return false;
    return !tokensOf(word.text).every((token) => {
      if (token.length < LETTERS_MIN) return true;
      if (isAmong(token, all)) return true;
      if (IS_CUT_SHORT.test(word.text) && known.some((whole) => whole.startsWith(token))) return true;
      // One word that was read as two.
      const beside = [words[at - 1], words[at + 1]].map((other) => tokensOf(other?.text ?? "").join(""));
      const [before, after] = beside as [string, string];
      return [`${before}${token}`, `${token}${after}`].some((joined) => joined !== token && isAmong(joined, all));
    });
  });
}

/** Whether a word is worth being told: sure enough, and of signs that texts are made of. A single sign is an edge more often than not. */
export const isLegible = ({ text, confidence }: Word): boolean =>
  /[\p{L}\p{N}]{2}/u.test(text)
    ? confidence >= LEGIBLE_MIN
    : confidence >= SURE_AMONG_OTHERS_MIN && /[\p{L}\p{N}]/u.test(text);

/** There is a word, and it is not surely read or has no end. Edges and icons are no words. */
export const isDoubtful = ({ text, confidence }: Word): boolean =>
  /\p{L}{2}/u.test(text) && (confidence < SURE_MIN || IS_CUT_SHORT.test(text));

/** Words as a text. Among capitals what looks like a small l is an I: `Al` is read of `AI`. */
export const textOf = (words: readonly Word[]): string =>
  words.map(({ text }) => (/^(?=.*\p{Lu})[\p{Lu}l]+$/u.test(text) ? text.replaceAll("l", "I") : text)).join(" ");

function isSure({ text, confidence }: Word, isOther: boolean): boolean {
  const letters = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  // A key, a size, a line of a drawing: no word has more signs than letters.
  if (letters * 2 <= [...text].length) return false;
  return isOther
    ? confidence >= SURE_AMONG_OTHERS_MIN && letters >= LETTERS_AMONG_OTHERS_MIN && HAS_CASE_OF_WORDS.test(text)
    : confidence >= SURE_MIN && letters >= LETTERS_MIN;
}

function isOtherScript(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return letters > 0 && latin * 2 < letters;
}

/** Folded words, in their order. */
function tokensOf(text: string): string[] {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[’'‘`]/g, "");
  return (plain.match(/[\p{L}\p{N}|!$€£@©®]+/gu) ?? []).map(fold).filter((token) => token !== "");
}

const fold = (token: string): string =>
  Array.from(token.replaceAll("vv", "w").replaceAll("rn", "m"), (sign) => ALIKE[sign] ?? sign).join("");

function isAmong(token: string, all: ReadonlySet<string>): boolean {
  if (all.has(token)) return true;
  const errors = Math.floor(token.length / LETTERS_PER_ERROR);
  if (errors === 0) return false;
  for (const other of all)
    if (Math.abs(other.length - token.length) <= errors && distance(token, other, errors) <= errors) return true;
  return false;
}

/** Signs to change, add and leave out (Levenshtein); more than `most` is `most + 1`. */
function distance(a: string, b: string, most: number): number {
  let before = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row++) {
    const now = [row];
    let least = row;
    for (let at = 1; at <= b.length; at++) {
      const changed = (before[at - 1] as number) + (a[row - 1] === b[at - 1] ? 0 : 1);
      const cost = Math.min(changed, (before[at] as number) + 1, (now[at - 1] as number) + 1);
      now.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = now;
  }
  return before[b.length] as number;
}
