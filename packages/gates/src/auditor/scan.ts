import { latinLookAlike, unleet } from "./confusables.ts";
import { foldText } from "./fold-text.ts";
import { languageOf } from "./language.ts";
import type { Concept } from "./lexicon/concepts.ts";
import { remembering } from "./remember.ts";
import { type Token, tokensOf } from "./tokens.ts";
import {
  type Entry,
  hasPhrases,
  mayBeAlone,
  phrasesFrom,
  type Reading,
  readingOf,
  signsFrom,
  UNSPACED,
  wordAlone,
} from "./vocabulary.ts";

export interface Mark {
  readonly concept: Concept;
  readonly language: string;
  /** In the folded text. */
  readonly start: number;
  readonly end: number;
}
/** A part of a text that ends like a sentence, with what its words mean, in their order. */
export interface Sentence {
  readonly text: string;
  readonly marks: readonly Mark[];
  /** Of its marks. */
  readonly concepts: ReadonlySet<Concept>;
  /** Whether a lexicon knows them or not. */
  readonly wordCount: number;
}
export interface Scan {
  readonly text: string;
  readonly sentences: readonly Sentence[];
}
/** Letters that stand alone and make words together, `p a y`: shorter runs are initials. */
const SPACED_MIN = 4;
const SENTENCE_CHARACTERS_MAX = 2_000;
const has = (marks: readonly Mark[], concept: Concept) => marks.some((mark) => mark.concept === concept);

/** The meanings of a text's words, sentence by sentence, through the usual disguises of single words. Linear in its length. */
export const scan = remembering({ entriesMax: 64, charactersMax: 50_000 }, (text: string): Scan => {
  const folded = foldText(text);
  return { text: folded, sentences: sentencesOf(folded).map(readSentence) };
});

export { has as hasMark };

/** A full stop ends a sentence only before a blank: hosts and sums hold some as well. */
/** `am 15. Mai`: a number of one or two digits before a point, and a word in the same line behind it. */
const isOrdinal = (text: string, at: number): boolean =>
  /(?:^|[^\d.,:])\d{1,2}$/.test(text.slice(Math.max(0, at - 3), at)) && /^ \p{L}/u.test(text.slice(at + 1, at + 3));

function sentencesOf(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const ends =
      unit === 10 || (unit > 0x2fff && "。！？；｡".includes(text.charAt(at)))
        ? true
        : unit === 46 || unit === 33 || unit === 63 || unit === 59
          ? (at + 1 >= text.length || /[\s"')\]]/.test(text.charAt(at + 1))) && !(unit === 46 && isOrdinal(text, at))
          : at - from >= SENTENCE_CHARACTERS_MAX;
    if (!ends) continue;
    parts.push(text.slice(from, at + 1));
    from = at + 1;
  }
  parts.push(text.slice(from));
  const filled = parts.filter((part) => /\S/.test(part));
  return /[^\x00-\xff]/.test(text) ? compact(filled) : filled;
}
/**
 * The same texts, each in one byte a sign where none needs two. The engine keeps parts of a text as wide as the whole, and for wide
 * ones it runs patterns of several times the size, which push each other out of the processor's caches: pages with one wide sign
 * took half as long again. Reading texts anew is what narrows them.
 */
const compact = (texts: readonly string[]): string[] => JSON.parse(JSON.stringify(texts)) as string[];

const readSentence = remembering({ entriesMax: 4_000, charactersMax: 400 }, (text: string): Sentence => {
  const tokens = joinSpaced(tokensOf(text));
  const marks: Mark[] = [];
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index] as Token;
    if (token.isUnspaced) {
      readSigns(text, token, marks);
      index++;
    } else index += readWord(tokens, index, marks);
  }
  if (marks.length === 0) return { text, marks, concepts: NOTHING, wordCount: tokens.length };
  const kept = ofOneLanguage(text, marks, languageOf(tokens));
  const concepts = new Set<Concept>();
  for (const { concept } of kept) concepts.add(concept);
  return { text, marks: kept, concepts, wordCount: tokens.length };
});

/** Without what a word would mean in languages that the sentence is not written in, and each meaning of a place once. */
function ofOneLanguage(text: string, marks: readonly Mark[], spoken: string | null): Mark[] {
  /** How many places have a long word of a language. */
  const long = new Map<string, number>();
  for (const mark of marks) if (isLong(mark)) long.set(mark.language, (long.get(mark.language) ?? 0) + 1);
  const other = KANA.test(text) ? "zh" : "ja";
  const kept: Mark[] = [];
  for (let from = 0; from < marks.length; ) {
    const keptBefore = kept.length;
    const to = endOfPlace(marks, from);
    for (let at = from; at < to; at++) {
      const mark = marks[at] as Mark;
      const { concept, language } = mark;
      if (isKept(kept, keptBefore, concept) || !isSpoken(text, mark, spoken, long.has(language))) continue;
      // A word that English has as well is English where nothing else speaks another language.
      if (
        language !== "en" &&
        isAlso(marks, from, to, mark, "en") &&
        (long.get(language) ?? 0) === longOf(marks, from, to, language)
      )
        continue;
      // A word of Chinese characters that both languages have is of the one that the sentence is written in.
      if (language === other && isAlso(marks, from, to, mark, other === "ja" ? "zh" : "ja")) continue;
      kept.push(mark);
    }
    from = to;
  }
  return kept;
}
const isLong = ({ start, end }: Mark): boolean => end - start > 3;
/** Marks of one place follow each other. */
function endOfPlace(marks: readonly Mark[], from: number): number {
  let to = from + 1;
  while (marks[to]?.start === marks[from]?.start) to++;
  return to;
}
function isKept(kept: readonly Mark[], from: number, concept: Concept): boolean {
  for (let at = from; at < kept.length; at++) if (kept[at]?.concept === concept) return true;
  return false;
}
function isAlso(marks: readonly Mark[], from: number, to: number, { end }: Mark, language: string): boolean {
  for (let at = from; at < to; at++) if (marks[at]?.end === end && marks[at]?.language === language) return true;
  return false;
}
function longOf(marks: readonly Mark[], from: number, to: number, language: string): number {
  let count = 0;
  for (let at = from; at < to; at++) if (marks[at]?.language === language && isLong(marks[at] as Mark)) count++;
  return count;
}
/** A short word of a language that nothing else in the sentence speaks is an accident; programs of every country speak some English. */
const isSpoken = (text: string, { start, end, language }: Mark, spoken: string | null, hasLong: boolean): boolean =>
  spoken === null ||
  language === spoken ||
  (language === "en" && spoken !== "en") ||
  end - start > 3 ||
  UNSPACED.test(text.charAt(start)) ||
  (hasLong && end - start > 1);
const KANA = /[\u3041-\u30ff]/;
const NOTHING: ReadonlySet<Concept> = new Set();

/** `d e l e t e` and `d.e.l.e.t.e` become one word. */
function joinSpaced(tokens: Token[]): Token[] {
  if (!tokens.some((_, index) => isLetter(tokens[index]) && isLetter(tokens[index + SPACED_MIN - 1]))) return tokens;
  const joined: Token[] = [];
  for (let index = 0; index < tokens.length; ) {
    let to = index;
    while (to < tokens.length && isLetter(tokens[to]) && (to === index || gap(tokens[to - 1], tokens[to]) <= 3)) to++;
    if (to - index >= SPACED_MIN) {
      joined.push(...splitRun(tokens.slice(index, to)));
      index = to;
    } else joined.push(tokens[index++] as Token);
  }
  return joined;
}
/** One outside the basic plane has two units. */
const isLetter = (token: Token | undefined): boolean =>
  token !== undefined && token.word.length <= 2 && /^[\p{L}\p{N}]$/u.test(token.word) && !token.isUnspaced;
const gap = (left: Token | undefined, right: Token | undefined): number => (right?.start ?? 0) - (left?.end ?? 0);

/** A run of single letters: wider gaps part its words, and without any the longest known words do. */
function splitRun(run: readonly Token[]): Token[] {
  const narrowest = Math.min(...run.slice(1).map((token, index) => gap(run[index], token)));
  const words: Token[][] = [];
  run.forEach((token, index) => {
    if (index === 0 || gap(run[index - 1], token) > narrowest) words.push([]);
    words.at(-1)?.push(token);
  });
  return words.flatMap((letters) => {
    const whole = letters.map(({ word }) => word).join("");
    return wordsIn(whole).map(({ from, to }) => ({
      word: whole.slice(from, to),
      start: (letters[from] as Token).start,
      end: (letters[to - 1] as Token).end,
      isUnspaced: false,
    }));
  });
}

/** Greedy: the longest known word at each place; letters that begin none stay together. */
function wordsIn(whole: string): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = [];
  let unknownFrom = 0;
  for (let at = 0; at < whole.length; ) {
    const length = knownLength(whole, at);
    if (length === 0) {
      at++;
      continue;
    }
    if (unknownFrom < at) parts.push({ from: unknownFrom, to: at });
    parts.push({ from: at, to: at + length });
    at += length;
    unknownFrom = at;
  }
  if (unknownFrom < whole.length) parts.push({ from: unknownFrom, to: whole.length });
  return parts;
}
function knownLength(whole: string, at: number): number {
  for (let length = Math.min(16, whole.length - at); length >= 3; length--)
    if (wordAlone(whole.slice(at, at + length)).length > 0) return length;
  return 0;
}

/** Adds what the word at `index` means, with the words after it or in disguise; returns how many words that took. */
function readWord(tokens: readonly Token[], index: number, marks: Mark[]): number {
  const token = tokens[index] as Token;
  for (const reading of readings(token.word)) {
    const taken = readAs(reading, tokens, index, marks);
    if (taken > 0) return taken;
  }
  // `dele-te`, `dele/te`: a word in two halves.
  const next = tokens[index + 1];
  if (
    next &&
    gap(token, next) <= 1 &&
    token.word.length + next.word.length >= 5 &&
    !next.isUnspaced &&
    mayBeAlone(token.word, next.word)
  ) {
    const found = wordAlone(token.word + next.word);
    if (found.length > 0 && wordAlone(next.word).length === 0 && !hasPhrases(next.word)) {
      push(marks, found, token.start, next.end);
      return 2;
    }
  }
  return 1;
}

function readAs({ word, entries, hasMore }: Reading, tokens: readonly Token[], index: number, marks: Mark[]): number {
  const token = tokens[index] as Token;
  const phrases = hasMore ? longestPhrases(word, tokens, index) : NO_ENTRIES;
  const length = phrases[0]?.words.length ?? 1;
  push(marks, length > 1 ? phrases : entries, token.start, (tokens[index + length - 1] as Token).end);
  return length > 1 || entries.length > 0 ? length : 0;
}

function longestPhrases(word: string, tokens: readonly Token[], index: number): readonly Entry[] {
  const next = tokens[index + 1];
  if (next === undefined || gap(tokens[index], next) > 2) return NO_ENTRIES;
  let found: readonly Entry[] = NO_ENTRIES;
  for (const second of readings(next.word))
    for (const entry of phrasesFrom(word, second.word)) {
      const longest = found[0]?.words.length ?? 0;
      if (entry.words.length < longest || !goesOn(entry, tokens, index)) continue;
      found = entry.words.length > longest ? [entry] : [...found, entry];
    }
  return found;
}
const NO_ENTRIES: readonly Entry[] = [];

/** Whether the words of a phrase from the third on stand there too. */
const goesOn = ({ words, isStem }: Entry, tokens: readonly Token[], index: number): boolean =>
  words.every((part, offset) => {
    if (offset < 2) return true;
    const other = tokens[index + offset];
    if (other === undefined || gap(tokens[index + offset - 1], other) > 2) return false;
    const isBegun = isStem && offset === words.length - 1;
    return readings(other.word).some((reading) => (isBegun ? reading.word.startsWith(part) : reading.word === part));
  });

/** A word as it stands, and as it would be read if its letters were not what they seem. */
const readings = remembering({ entriesMax: 20_000, charactersMax: 24 }, (word: string): readonly Reading[] =>
  /^[a-z]+$/.test(word) ? [readingOf(word)] : spell(word).map((one) => readingOf(one)),
);

function spell(word: string): readonly string[] {
  const list = [word];
  if (/[^\x00-\x7f]/.test(word)) {
    const latin = latinLookAlike(word);
    if (latin !== null) list.push(latin);
  }
  const letters = unleet(list[0] as string);
  if (letters !== null) list.push(letters, letters.replaceAll("i", "l"));
  return list;
}

/** Words of scripts without blanks: the longest at each place; blanks and points between their signs do not count. */
function readSigns(text: string, token: Token, marks: Mark[]): void {
  for (let at = token.start; at < token.end; ) {
    let found: { entries: readonly Entry[]; end: number } | null = null;
    for (const { word, entries } of signsFrom(text.charAt(at))) {
      const end = endOfSigns(text, at, word, token.end);
      if (end !== null) {
        found = { entries, end };
        break;
      }
    }
    if (found) push(marks, found.entries, at, found.end);
    at = found?.end ?? at + 1;
  }
}
function endOfSigns(text: string, from: number, word: string, limit: number): number | null {
  let at = from;
  for (let index = 0; index < word.length; index++) {
    if (index > 0 && at < limit && text.charCodeAt(at) === 32) at++;
    if (at >= limit || text.charCodeAt(at) !== word.charCodeAt(index)) return null;
    at++;
  }
  return at;
}

function push(marks: Mark[], entries: readonly Entry[], start: number, end: number): void {
  for (const { concept, language } of entries)
    if (!endsWith(marks, start, concept, language)) marks.push({ concept, language, start, end });
}
/** Whether one of the newest marks, which are those of the same place, says so already. */
function endsWith(marks: readonly Mark[], start: number, concept: Concept, language: string): boolean {
  for (let at = marks.length - 1; at >= 0 && marks[at]?.start === start; at--)
    if (marks[at]?.concept === concept && marks[at]?.language === language) return true;
  return false;
}
