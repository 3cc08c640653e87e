import { type Area, areaOf, inRows, type Phrase, type Word } from "@deskfleet/anchors";
import { common, isLabelled, middleOf, type Point } from "./crop.ts";
import { isDoubtful, isLegible, textOf, unsaidWords } from "./said-words.ts";

/** What people see at a place and accessibility does not say. */
export interface Unsaid {
  /** What stands on the target, where that is not what it is called; null: it is, or nothing can be read on it. */
  readonly label: string | null;
  /** It is a part of what it is called: `Pay now` of "How to pay now, a guide". */
  readonly isPart: boolean;
  /** What stands next to it, a paragraph each. */
  readonly texts: readonly string[];
}

export interface Place {
  /** Of the element, in pixels of the screen, as everything here. */
  readonly target: Area;
  readonly point: Point;
  /** What was read of. */
  readonly crop: Area;
  /** What the target is called, and what is said to be on it where that is its own text; null: nothing is said of anything. */
  readonly name: string | null;
  /** All that is said to be shown in an area. */
  saidIn(area: Area): string;
}

/** Pixels. A word that is cut by an edge is another word. */
const EDGE = 2;
/** Around a line: a place that accessibility tells is not always exact. */
const INEXACT = 6;
/** From a point to the line that is meant: within a button that was drawn around it. */
const NEAR_POINT = 28;
/** Heights of a word that lie between two of one line at most. */
const GAP_MAX = 4;
/** Heights of a line that the next one of the same paragraph begins below it at most. */
const LINE_STEP_MAX = 2.2;
const LABEL_CHARACTERS_MAX = 300;

export function unsaidAt(words: readonly Word[], { target, point, crop, name, saidIn }: Place): Unsaid {
  const legible = words.filter((word) => isLegible(word) && !isCut(word, crop));
  const own = isLabelled(target) ? legible.filter((word) => isAt(middleOf(word), target)) : lineAt(legible, point);
  const rest = legible.filter((word) => !own.includes(word));
  const label = linesOf(own).flat();
  const isUnsaid = name === null ? label.length > 0 : unsaidWords(label, name).length > 0;
  const isPart = !isUnsaid && name !== null && isLabelled(target) && leavesOut(label, name, { words, target, crop });
  return {
    label: isUnsaid || isPart ? labelOf(label, name ?? "") : null,
    isPart,
    texts: unsaidTexts(rest, name === null ? null : saidIn),
  };
}

/** Words of a name before those that are to be seen: fewer are an article, or what the reader left out. */
const BEFORE_MIN = 2;

/**
 * Whether all that stands on a target was surely read, and is what its name comes to after other words. A name that begins with its
 * caption (`Remove`, called "Remove Aurora from the basket") only says more of it.
 */
function leavesOut(
  label: readonly Word[],
  name: string,
  { words, target, crop }: { readonly words: readonly Word[] } & Pick<Place, "target" | "crop">,
): boolean {
  const there = words.filter((word) => isAt(middleOf(word), target));
  if (label.length === 0 || there.some((word) => isCut(word, crop) || isDoubtful(word))) return false;
  const named = name.split(/\s+/).map((text) => ({ ...target, text, confidence: 100 }));
  const seen = textOf(label);
  const first = named.findIndex((word) => /\p{L}{3}/u.test(word.text) && unsaidWords([word], seen).length === 0);
  const before = named.slice(0, Math.max(0, first));
  return before.length >= BEFORE_MIN && unsaidWords(before, seen).length > 0;
}

/** Signs of numbers are confused most: those of the name stand, where it has some. */
function labelOf(words: readonly Word[], name: string): string {
  const told = /\d/.test(name) ? words.filter(({ text }) => /\p{L}{2}/u.test(text)) : words;
  return textOf(told).slice(0, LABEL_CHARACTERS_MAX);
}

function unsaidTexts(words: readonly Word[], saidIn: Place["saidIn"] | null): string[] {
  const lines = linesOf(words).filter((line) => saidIn === null || unsaidWords(line, saidIn(around(line))).length > 0);
  const paragraphs: Phrase[][] = [];
  for (const line of lines) {
    const above = paragraphs.find((one) => continues(one.at(-1) as Phrase, line));
    if (above === undefined) paragraphs.push([line]);
    else above.push(line);
  }
  return paragraphs.map((paragraph) => textOf(paragraph.flat()));
}

/** Rows, cut where columns are. Blanks of a justified line or of a strange font are wider than those of a caption. */
function linesOf(words: readonly Word[]): Phrase[] {
  return inRows(words).flatMap((row) => {
    const lines: Word[][] = [];
    for (const word of row.toSorted((a, b) => a.x - b.x)) {
      const last = lines.at(-1)?.at(-1);
      const gap = last === undefined ? 0 : word.x - last.x - last.width;
      if (last === undefined || gap > GAP_MAX * Math.max(word.height, last.height)) lines.push([word]);
      else lines.at(-1)?.push(word);
    }
    return lines;
  });
}

function continues(above: Phrase, below: Phrase): boolean {
  const [a, b] = [areaOf(above), areaOf(below)];
  const step = b.y - a.y;
  const height = Math.max(Math.min(a.height, b.height), 6);
  return step > height / 2 && step < height * LINE_STEP_MAX && b.x < a.x + a.width && a.x < b.x + b.width;
}

/** The line at a point, or the nearest one to it. */
function lineAt(words: readonly Word[], point: Point): readonly Word[] {
  const lines = linesOf(words).map((line) => ({ line, away: distance(areaOf(line), point) }));
  const [nearest] = lines.filter(({ away }) => away <= NEAR_POINT).sort((a, b) => a.away - b.away);
  return nearest?.line ?? [];
}

function distance(area: Area, { x, y }: Point): number {
  const across = Math.max(area.x - x, 0, x - area.x - area.width);
  return Math.max(across, area.y - y, y - area.y - area.height);
}

const isAt = ({ x, y }: Point, area: Area): boolean =>
  x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height;

function isCut(word: Area, crop: Area): boolean {
  const inner = { x: crop.x + EDGE, y: crop.y + EDGE, width: crop.width - 2 * EDGE, height: crop.height - 2 * EDGE };
  const seen = common(word, inner);
  return seen === null || seen.width < word.width || seen.height < word.height;
}

function around(phrase: Phrase): Area {
  const { x, y, width, height } = areaOf(phrase);
  return { x: x - INEXACT, y: y - INEXACT, width: width + 2 * INEXACT, height: height + 2 * INEXACT };
}
