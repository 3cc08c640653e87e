import { foldText } from "./fold-text.ts";
import type { Concept } from "./lexicon/concepts.ts";
import { LEXICONS } from "./lexicon/index.ts";

/** What one entry of a lexicon means. `words` are those of a phrase, the last of which may be a stem. */
export interface Entry {
  readonly concept: Concept;
  readonly language: string;
  readonly words: readonly string[];
  readonly isStem: boolean;
}

/** Scripts in which a word counts wherever it stands. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** In characters: of stems, those that count only where no longer one does, and the longest that are looked up. */
const SHORT_STEM = 5;
const STEM_MAX = 16;
/** Stems, and the lengths of words, are found by their first letters; no stem is shorter. */
const HEAD = 2;

/** What the lexicons have that begins with one word. */
interface Beginning {
  readonly alone: Entry[];
  /** Phrases by their second word; where that is a stem, all of them together. */
  readonly phrases: Map<string, Entry[]>;
  readonly stemPhrases: Entry[];
}
const byWord = new Map<string, Beginning>();
/** First letters to the lengths of the words that stand alone, a bit for each. */
const lengthsOf = new Map<string, number>();
const bitOf = (length: number): number => 1 << Math.min(length, 31);
/** First letters to stems, the longest first. */
const byHead = new Map<string, { readonly stem: string; readonly entries: Entry[] }[]>();
/** First character to the words of unspaced scripts, without their blanks; the longest first. */
const bySign = new Map<string, { readonly word: string; readonly entries: Entry[] }[]>();

for (const [language, lexicon] of Object.entries(LEXICONS))
  for (const [concept, list] of Object.entries(lexicon) as [Concept, string][])
    for (const item of list.split(/\s+/).filter((word) => word !== "")) add(concept, language, item);
for (const list of bySign.values()) list.sort((a, b) => b.word.length - a.word.length);
for (const list of byHead.values()) list.sort((a, b) => b.stem.length - a.stem.length);

function add(concept: Concept, language: string, item: string): void {
  const isStem = item.endsWith("*");
  const folded = foldText(isStem ? item.slice(0, -1) : item);
  if (UNSPACED.test(folded)) {
    const word = folded.replaceAll("_", "");
    const list = bySign.get(word.charAt(0)) ?? [];
    bySign.set(word.charAt(0), list);
    const known = list.find((other) => other.word === word);
    const entry: Entry = { concept, language, words: [word], isStem: false };
    if (known) known.entries.push(entry);
    else list.push({ word, entries: [entry] });
    return;
  }
  const words = folded.split(/[_-]/).filter((word) => word !== "");
  const [first] = words;
  if (first === undefined) return;
  const entry: Entry = { concept, language, words, isStem };
  // A stem of one word is looked up by its beginning, everything else by its first word.
  if (isStem && words.length === 1) addStem(first, entry);
  else addWord(first, entry);
}

function addStem(stem: string, entry: Entry): void {
  if (stem.length < HEAD || stem.length > STEM_MAX) return;
  const head = stem.slice(0, HEAD);
  const list = byHead.get(head) ?? [];
  byHead.set(head, list);
  const known = list.find((other) => other.stem === stem);
  if (known) known.entries.push(entry);
  else list.push({ stem, entries: [entry] });
}

function addWord(first: string, entry: Entry): void {
  const beginning: Beginning = byWord.get(first) ?? { alone: [], phrases: new Map(), stemPhrases: [] };
  byWord.set(first, beginning);
  const second = entry.words[1];
  if (second === undefined) {
    beginning.alone.push(entry);
    const head = first.slice(0, HEAD);
    lengthsOf.set(head, (lengthsOf.get(head) ?? 0) | bitOf(first.length));
  } else if (entry.isStem && entry.words.length === 2) beginning.stemPhrases.push(entry);
  else beginning.phrases.set(second, [...(beginning.phrases.get(second) ?? []), entry]);
}

const NONE: readonly Entry[] = [];
const NO_SIGNS: readonly { readonly word: string; readonly entries: readonly Entry[] }[] = [];
export const wordAlone = (word: string): readonly Entry[] => byWord.get(word)?.alone ?? NONE;
/** Whether some word that stands alone begins like the first part and is as long as both: most parts need not be joined then. */
export const mayBeAlone = (first: string, second: string): boolean => {
  const head = first.length < HEAD ? first + second.slice(0, HEAD - first.length) : first.slice(0, HEAD);
  return ((lengthsOf.get(head) ?? 0) & bitOf(first.length + second.length)) !== 0;
};
const begins = ({ phrases, stemPhrases }: Beginning): boolean => phrases.size > 0 || stemPhrases.length > 0;
export const hasPhrases = (word: string): boolean => {
  const known = byWord.get(word);
  return known !== undefined && begins(known);
};
export interface Reading {
  readonly word: string;
  /** What it means by itself. */
  readonly entries: readonly Entry[];
  /** Phrases begin with it. */
  readonly hasMore: boolean;
}
export function readingOf(word: string): Reading {
  const known = byWord.get(word);
  const stems = stemsOf(word);
  if (known === undefined) return { word, entries: stems, hasMore: false };
  return { word, entries: stems.length === 0 ? known.alone : [...known.alone, ...stems], hasMore: begins(known) };
}
/** The phrases that begin with these two words; those of more words may go on otherwise. */
export function phrasesFrom(first: string, second: string): readonly Entry[] {
  const known = byWord.get(first);
  if (known === undefined) return NONE;
  const exact = known.phrases.get(second) ?? NONE;
  if (known.stemPhrases.length === 0) return exact;
  const begun = known.stemPhrases.filter(({ words }) => second.startsWith(words[1] as string));
  return begun.length === 0 ? exact : [...exact, ...begun];
}

/** The entries of the stems that the word begins with; a short one counts only where no longer one does. */
function stemsOf(word: string): readonly Entry[] {
  let found = NONE;
  for (const { stem, entries } of byHead.get(word.slice(0, HEAD)) ?? []) {
    if (!word.startsWith(stem)) continue;
    if (found.length > 0 && stem.length < SHORT_STEM) break;
    found = found.length === 0 ? entries : [...found, ...entries];
  }
  return found;
}

export const signsFrom = (sign: string) => bySign.get(sign) ?? NO_SIGNS;
