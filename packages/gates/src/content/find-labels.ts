import type { FoldedText } from "./fold-text.ts";
import { LABELS, type LabelWords } from "./labels.ts";
import { LABELS_ABROAD } from "./labels-abroad.ts";
import { ID_LABELS } from "./national-id/id-labels.ts";

/** A word in the text that says what stands beside it. */
export interface Label {
  readonly start: number;
  readonly end: number;
  readonly words: LabelWords;
}

const keyOf = (text: string): string => text.replace(/[\s_.’'-]/g, "");
const LETTER = "[a-z\\u0400-\\u04ff]";
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 0x400 && code <= 0x4ff);

/**
 * Labels by their first two characters: what begins at a place is looked for only where something can. `anywhere` are those that
 * may begin within a word: names' tails, and words of scripts without blanks.
 */
interface Bucket {
  readonly atWord: RegExp;
  readonly anywhere: RegExp | null;
}
const BY_WORD = new Map<string, LabelWords>();
const BUCKETS = new Map<number, Bucket>();
const FIRST = new Uint8Array(0x10000);

const SEPARATORS = [" ", "_", "-", "."];
/** Scripts without blanks: recognition may put one between two characters. */
const WIDE = /([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])(?=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])/g;
/** Between two words of a label stands one character, or a second blank. */
const sourceOf = (word: string): string =>
  word
    .replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")
    .replace(/[ -]/g, "(?:[ _.-]|  )?")
    .replace(WIDE, "$1[ ]?") + (/[a-z\u0400-\u04ff]$/.test(word) ? `(?!${LETTER})` : "");
const beginningsOf = (word: string): string[] =>
  /^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}/.test(word)
    ? [word.slice(0, 2), `${word[0]} `]
    : /^.[ -]/.test(word)
      ? [...SEPARATORS.map((sign) => word[0] + sign), word[0]! + word[2]!]
      : [word.slice(0, 2)];
const beginning = (text: string, at: number): number => text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1);

function fillBuckets(): void {
  const found = new Map<number, { word: string; isAnywhere: boolean }[]>();
  for (const entry of [...LABELS, ...LABELS_ABROAD, ...ID_LABELS])
    for (const word of entry.words.split(/\s*\|\s*/)) {
      // The first entry of a word counts; longer words are looked for first.
      if (!BY_WORD.has(keyOf(word))) BY_WORD.set(keyOf(word), entry);
      const isAnywhere = entry.tail === true || !isLetter(word.charCodeAt(0));
      for (const two of beginningsOf(word)) {
        FIRST[two.charCodeAt(0)] = 1;
        found.set(beginning(two, 0), [...(found.get(beginning(two, 0)) ?? []), { word, isAnywhere }]);
      }
    }
  const anyOf = (words: readonly { word: string }[]): RegExp =>
    new RegExp(
      [...words]
        .sort((a, b) => b.word.length - a.word.length)
        .map(({ word }) => sourceOf(word))
        .join("|"),
      "y",
    );
  for (const [key, words] of found) {
    const anywhere = words.filter(({ isAnywhere }) => isAnywhere);
    BUCKETS.set(key, { atWord: anyOf(words), anywhere: anywhere.length > 0 ? anyOf(anywhere) : null });
  }
}
fillBuckets();

/** `password_hash`, `token_type`: the name of something else. What follows may say where it is used instead. */
const OTHER_NAME =
  /[@]|[_.-](?!(?:value|text|plain|plaintext|raw|prod|production|dev|development|test|testing|staging|stage|live|base|new|old|main|primary|secondary|default|current|is|env|b64|base64|v\d)(?![a-z]))[a-z]/y;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** `P` in `smtpPass`: names of several words have no blanks. */
const isHump = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  const before = text.charCodeAt(at - 1);
  return code >= 65 && code <= 90 && before >= 97 && before <= 122;
};

/** All labels, in the order of the text; none overlaps another. */
export function findLabels({ text, lower }: FoldedText): Label[] {
  const labels: Label[] = [];
  let isInWord = false;
  for (let at = 0; at < lower.length - 1; at++) {
    const code = lower.charCodeAt(at);
    const bucket = FIRST[code] === 1 ? BUCKETS.get(beginning(lower, at)) : undefined;
    const expression = isInWord && !isHump(text, at) ? bucket?.anywhere : bucket?.atWord;
    isInWord = isLetter(code);
    if (!expression) continue;
    expression.lastIndex = at;
    if (!expression.test(lower)) continue;
    const end = expression.lastIndex;
    // Two letters within "2ni3t" are none.
    if (end - at <= 3 && isDigit(lower.charCodeAt(at - 1)) && isLetter(code)) continue;
    const words = BY_WORD.get(keyOf(lower.slice(at, end)));
    OTHER_NAME.lastIndex = end;
    if (words !== undefined && !(isLetter(lower.charCodeAt(end - 1)) && OTHER_NAME.test(lower)))
      labels.push({ start: at, end, words });
    at = end - 1;
    isInWord = isLetter(lower.charCodeAt(at));
  }
  return labels;
}
