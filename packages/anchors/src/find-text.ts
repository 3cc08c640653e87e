import type { TextMatch } from "@deskfleet/contracts";
import { folded, repaired, resemblance } from "./fold.ts";
import type { Area } from "./picture.ts";
import { areaOf, type Phrase, phrasesOf, type Word } from "./words.ts";

export interface FoundText {
  /** Around the words that match, in pixels of the frame. */
  readonly rectangle: Area;
  readonly text: string;
  /** Of the word read worst, 0 to 100. */
  readonly confidence: number;
}

export interface FoundTexts {
  /** In reading order. */
  readonly matches: FoundText[];
  /** What resembles the text most without being it, best first; empty when something matches. */
  readonly candidates: FoundText[];
}

const MATCHES_MAX = 100;
const CANDIDATES_MAX = 5;
const RESEMBLANCE_MIN = 0.25;

/**
 * Where a text stands among the words read off a screen. Spaces and look-alikes (0 O o, 1 l I, a comma and a full stop, c C and the like) do not count; the case of other letters
 * does.
 *
 * - exact: a whole phrase; where no phrase is only that, some words of one
 * - `contains`: any part, `startsWith`: from the beginning of a word on. Found are the words that it is part of.
 * - `pattern`: in a phrase as read, or as its words look after repair; `^` and `$` are the phrase's ends
 *
 * A hostile pattern can run for ever: call this where it can be ended.
 */
export function findText(words: readonly Word[], match: TextMatch): FoundTexts {
  const phrases = phrasesOf(words);
  const runs =
    typeof match === "string" ? exactly(phrases, folded(match)) : phrases.flatMap((phrase) => inside(phrase, match));
  const matches = runs.slice(0, MATCHES_MAX).map(found);
  return { matches, candidates: matches.length > 0 ? [] : nearest(phrases, match) };
}

function found(run: Phrase): FoundText {
  return {
    rectangle: areaOf(run),
    text: textOf(run),
    confidence: Math.min(...run.map(({ confidence }) => confidence)),
  };
}

const textOf = (phrase: Phrase): string => phrase.map(({ text }) => text).join(" ");

function exactly(phrases: readonly Phrase[], wanted: string): Phrase[] {
  if (wanted === "") return [];
  const whole = phrases.filter((phrase) => folded(textOf(phrase)) === wanted);
  return whole.length > 0 ? whole : phrases.flatMap((phrase) => wordsThatAre(phrase, wanted));
}

/** Runs of whole words that are the text; no word is in two of them. */
function wordsThatAre(phrase: Phrase, wanted: string): Phrase[] {
  const runs: Phrase[] = [];
  for (let first = 0; first < phrase.length; first++) {
    let rest = wanted;
    for (let at = first; at < phrase.length; at++) {
      const word = folded((phrase[at] as Word).text);
      if (!rest.startsWith(word)) break;
      rest = rest.slice(word.length);
      if (rest !== "") continue;
      runs.push(phrase.slice(first, at + 1));
      first = at;
      break;
    }
  }
  return runs;
}

function inside(phrase: Phrase, match: Exclude<TextMatch, string>): Phrase[] {
  if ("pattern" in match) return patternIn(phrase, match.pattern);
  const text = phrase.map((word) => folded(word.text));
  const starts = startsOf(text, 0);
  const wanted = folded("contains" in match ? match.contains : match.startsWith);
  const isPlace = "contains" in match ? () => true : (at: number) => starts.includes(at);
  const joined = text.join("");
  const runs: Phrase[] = [];
  for (let at = wanted === "" ? -1 : joined.indexOf(wanted); at >= 0; at = joined.indexOf(wanted, at + 1))
    if (isPlace(at)) runs.push(wordsAt(phrase, starts, at, at + wanted.length));
  return apart(runs);
}

function patternIn(phrase: Phrase, pattern: string): Phrase[] {
  const words = phrase.map(({ text }) => text);
  const starts = startsOf(words, 1);
  for (const text of new Set([words.join(" "), words.map(repaired).join(" ")])) {
    const runs = [...text.matchAll(new RegExp(pattern, "gu"))]
      .filter(([whole]) => whole !== "")
      .map((one) => wordsAt(phrase, starts, one.index, one.index + one[0].length));
    if (runs.length > 0) return apart(runs);
  }
  return [];
}

/** Where each word begins in their text, when `between` signs are between two. */
function startsOf(words: readonly string[], between: number): number[] {
  let at = 0;
  return words.map((word) => {
    const start = at;
    at += word.length + between;
    return start;
  });
}

/** The words of which any sign is from `from` on and before `to`. */
function wordsAt(phrase: Phrase, starts: readonly number[], from: number, to: number): Phrase {
  return phrase.filter((_, index) => {
    const end = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    return (starts[index] as number) < to && end > from;
  });
}

/** Without those that share a word with an earlier one: nobody can click twice in one word. */
function apart(runs: readonly Phrase[]): Phrase[] {
  const taken = new Set<Word>();
  return runs.filter((run) => {
    const isFree = run.length > 0 && run.every((word) => !taken.has(word));
    for (const word of run) taken.add(word);
    return isFree;
  });
}

function nearest(phrases: readonly Phrase[], match: TextMatch): FoundText[] {
  const wanted = folded(literal(match));
  const count = literal(match).trim().split(/\s+/u).length;
  return phrases
    .map((phrase) => {
      const runs = phrase.map((_, first) => phrase.slice(first, first + count));
      const scored = [phrase, ...runs].map((run) => ({ run, score: resemblance(folded(textOf(run)), wanted) }));
      return scored.reduce((best, one) => (one.score > best.score ? one : best));
    })
    .filter(({ score }) => score >= RESEMBLANCE_MIN)
    .sort((a, b) => b.score - a.score)
    .slice(0, CANDIDATES_MAX)
    .map(({ run }) => found(run));
}

/** What of a match is text: of a pattern what is left without its signs. */
function literal(match: TextMatch): string {
  if (typeof match === "string") return match;
  if ("contains" in match) return match.contains;
  return "startsWith" in match ? match.startsWith : match.pattern.replaceAll(/\\.|[^\p{L}\p{N}\s]/gu, "");
}
