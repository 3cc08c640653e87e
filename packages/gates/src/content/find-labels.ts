import type { FoldedText } from "./fold-text.ts";
import { LABELS, type LabelWords } from "./labels.ts";
import { ID_LABELS } from "./national-id/id-labels.ts";

/** A word in the text that says what stands beside it. */
export interface Label {
  readonly start: number;
  readonly end: number;
  readonly words: LabelWords;
}

const ALL: readonly LabelWords[] = [...LABELS, ...ID_LABELS];
const BY_WORD = new Map<string, LabelWords>();
const keyOf = (text: string): string => text.replace(/[\s_.’'-]/g, "");
const bounded: string[] = [];
const tails: string[] = [];
const unbounded: string[] = [];
for (const entry of ALL)
  for (const word of entry.words.split(/\s*\|\s*/)) {
    // The first entry of a word counts; longer words are looked for first.
    if (!BY_WORD.has(keyOf(word))) BY_WORD.set(keyOf(word), entry);
    if (!/[a-z\u0400-\u04ff]$/.test(word) || !/^[a-z\u0400-\u04ff]/.test(word)) unbounded.push(word);
    else if (entry.tail) tails.push(word);
    else bounded.push(word);
  }

/** Alternatives, the longest first; what may stand between two words of a label is one character at most. */
const anyOf = (words: readonly string[]): string =>
  [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&").replace(/[ -]/g, "[ _.-]?"))
    .join("|");
const LETTER = "[a-z\\u0400-\\u04ff]";
const LABEL = new RegExp(
  `(?<!${LETTER})(?:${anyOf([...bounded, ...tails])})(?!${LETTER})|(?:${anyOf(tails)})(?!${LETTER})|(?:${anyOf(unbounded)})`,
  "g",
);

/** `password_hash`, `token_type`: the name of something else. What follows may say where it is used instead. */
const OTHER_NAME =
  /[@]|[_.-](?!(?:value|text|plain|plaintext|raw|prod|production|dev|development|test|testing|staging|stage|live|base|new|old|main|primary|secondary|default|current|is|env|b64|base64|v\d)(?![a-z]))[a-z]/y;
const PLURAL = /s(?![a-z])/y;

/** All labels, in the order of the text; none overlaps another. */
export function findLabels({ lower }: FoldedText): Label[] {
  const labels: Label[] = [];
  for (const match of lower.matchAll(LABEL)) {
    const start = match.index;
    const end = start + match[0].length;
    OTHER_NAME.lastIndex = end;
    const words = BY_WORD.get(keyOf(match[0]));
    if (words === undefined || (OTHER_NAME.test(lower) && /[a-z]/.test(lower[end - 1]!))) continue;
    labels.push({ start, end, words });
  }
  return labels;
}

/** A plural of a label in prose ("tokens", "passwords") is one of its own: it names no value. */
export function isPlural(lower: string, end: number): boolean {
  PLURAL.lastIndex = end;
  return PLURAL.test(lower);
}
