import type { Area } from "./picture.ts";
import { inReadingOrder } from "./reading-order.ts";

/** A word as it was read off the screen; `confidence` from 0 to 100. */
export interface Word extends Area {
  readonly text: string;
  readonly confidence: number;
}

/** Words that stand together: a line of a paragraph, the caption of a button. Left to right, at least one. */
export type Phrase = readonly Word[];

/** Heights of the taller word that may lie between two words of a phrase. A space has about half of one. */
const GAP_MAX = 1.5;
/** Share of the lower word's height that both have to have in common on one line. */
const OVERLAP_MIN = 0.5;

/**
 * Words as phrases, in reading order, by where they are alone: an engine's own lines run across columns, and words come
 * from several readings of parts of the screen.
 */
export function phrasesOf(words: readonly Word[]): Phrase[] {
  const open: Word[][] = [];
  const closed: Word[][] = [];
  for (const word of words.toSorted((a, b) => a.x - b.x)) {
    const at = open.findIndex((phrase) => follows(word, phrase.at(-1) as Word));
    if (at >= 0) open[at]?.push(word);
    else open.push([word]);
    // Whatever ends too far to the left can have no more words.
    for (let index = open.length - 1; index >= 0; index--) {
      const phrase = open[index] as Word[];
      const last = phrase.at(-1) as Word;
      if (word.x - right(last) > GAP_MAX * TALLEST) closed.push(...open.splice(index, 1));
    }
  }
  const phrases = [...closed, ...open].map((phrase) => ({ ...areaOf(phrase), phrase }));
  return inReadingOrder(phrases).map(({ phrase }) => phrase);
}

/** Pixels: text is not read as taller words than that. */
const TALLEST = 200;

function follows(word: Word, last: Word): boolean {
  const gap = word.x - right(last);
  if (gap > GAP_MAX * Math.max(word.height, last.height) || gap < -word.width / 2) return false;
  const common = Math.min(word.y + word.height, last.y + last.height) - Math.max(word.y, last.y);
  return common >= OVERLAP_MIN * Math.min(word.height, last.height);
}

const right = ({ x, width }: Area): number => x + width;

/** The smallest area around others, of which there is at least one. */
export function areaOf(areas: readonly Area[]): Area {
  const x = Math.min(...areas.map((area) => area.x));
  const y = Math.min(...areas.map((area) => area.y));
  const width = Math.max(...areas.map(right)) - x;
  const height = Math.max(...areas.map((area) => area.y + area.height)) - y;
  return { x, y, width, height };
}
