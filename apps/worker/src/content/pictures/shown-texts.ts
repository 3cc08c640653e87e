import type { Word } from "@deskfleet/anchors";
import type { VisibleTexts } from "@deskfleet/contracts";
import { type ContentRules, type SecretKind, secretsToMask } from "@deskfleet/gates";
import type { TextRange } from "../../sessions/executor-control.ts";
import { type Mask, outermost } from "./secrets-of-words.ts";
import { blocksOfCells, blocksOfText, rowsOfCells, rowsOfText } from "./text-of-words.ts";

type ShownText = VisibleTexts["texts"][number];
type Rectangle = Pick<Mask, "x" | "y" | "width" | "height">;

/** A value in a text, in UTF-16 units. */
interface FoundValue {
  readonly shown: ShownText;
  readonly kind: SecretKind;
  readonly from: number;
  readonly to: number;
}

/** Longer texts, and those with lines of their own, are judged by themselves: there is no row on which they stand. */
const SHORT_LENGTH_MAX = 300;
const RANGES_MAX = 500;
/** Pixels. What is taller (a scroll bar, a picture) stands beside several rows and is on none of them. */
const ROW_HEIGHT_MAX = 64;
/** Heights of a label between it and the field below it. */
const LABEL_GAP_MAX = 1.5;
const PADDING = 2;

/** Where parts of shown texts stand, in their order; null: its application does not say. */
export type ExtentsOf = (ranges: readonly TextRange[]) => Promise<readonly (Rectangle | null)[]>;

/** What has to be filled of a screen because of what applications say that they show. @throws whatever `extentsOf` does */
export async function secretsOfTexts(
  extentsOf: ExtentsOf,
  texts: readonly ShownText[],
  rules: ContentRules,
): Promise<Mask[]> {
  const short = texts.filter(isShort);
  const values = [...valuesOnRows(short, rules), ...valuesOfFields(short, rules), ...valuesWithin(texts, rules)];
  const parts = values.filter(({ shown, from, to }) => shown.content && (from > 0 || to < shown.text.length));
  const ranges = parts.slice(0, RANGES_MAX).map(({ shown: { pid, key, text }, from, to }) => ({
    ...{ pid, key, start: characters(text, from), end: characters(text, to) },
  }));
  const extents = ranges.length === 0 ? [] : await extentsOf(ranges);
  const placeOf = new Map(parts.map((part, index) => [part, extents[index] ?? null]));
  return outermost(
    values.map((value) => {
      const { shown, kind } = value;
      const place = placeOf.get(value) ?? null;
      return { kind, ...padded(place !== null && overlap(place, shown) ? place : shown) };
    }),
  );
}

const isShort = ({ text }: ShownText): boolean => text.length <= SHORT_LENGTH_MAX && !text.includes("\n");

/** A label and its value are two texts side by side, or one below the other. */
function valuesOnRows(texts: readonly ShownText[], rules: ContentRules): FoundValue[] {
  const onRows = texts.filter(({ height }) => height <= ROW_HEIGHT_MAX);
  const shownBy = new Map<Word, ShownText>(
    onRows.map((shown) => {
      const { text, x, y, width, height } = shown;
      return [{ ...{ text, x, y, width, height }, confidence: 100 }, shown];
    }),
  );
  const words = [...shownBy.keys()];
  return [rowsOfText, blocksOfText, rowsOfCells, blocksOfCells].flatMap((readAs) => {
    const read = readAs(words);
    return secretsToMask(read.text, rules).flatMap(({ start, end, kind }) =>
      read
        .partsBetween(start, end)
        .map(({ word, from, to }) => ({ shown: shownBy.get(word) as ShownText, kind, from, to })),
    );
  });
}

/** A field and the label in front of it, or above: what stands in it is what the label says, whatever it looks like. */
function valuesOfFields(texts: readonly ShownText[], rules: ContentRules): FoundValue[] {
  const labels = texts.filter(({ content }) => !content);
  return texts.flatMap((shown) => {
    const label = shown.content ? labelOf(shown, labels) : undefined;
    if (label === undefined) return [];
    const head = `${label.text.replace(/[:：*\s]+$/u, "")}: `;
    return secretsToMask(head + shown.text, rules)
      .filter(({ end }) => end > head.length)
      .map(({ start, end, kind }) => ({ shown, kind, from: Math.max(start - head.length, 0), to: end - head.length }));
  });
}

function labelOf(field: ShownText, labels: readonly ShownText[]): ShownText | undefined {
  const middle = field.y + field.height / 2;
  const nearest = (found: readonly ShownText[], distance: (label: ShownText) => number): ShownText | undefined =>
    found.toSorted((a, b) => distance(a) - distance(b))[0];
  const before = labels.filter(({ x, y, height }) => x < field.x && y <= middle && middle <= y + height);
  const above = labels.filter(
    ({ x, y, width, height }) =>
      y < field.y && field.y - y - height < height * LABEL_GAP_MAX && x < field.x + field.width && field.x < x + width,
  );
  return nearest(before, ({ x, width }) => field.x - x - width) ?? nearest(above, ({ y }) => field.y - y);
}

function valuesWithin(texts: readonly ShownText[], rules: ContentRules): FoundValue[] {
  return texts.flatMap((shown) =>
    secretsToMask(shown.text, rules).map(({ start, end, kind }) => ({ shown, kind, from: start, to: end })),
  );
}

/** Places of texts are counted in Unicode characters on the desktop. */
const characters = (text: string, at: number): number => [...text.slice(0, at)].length;

/** Otherwise it is no place of that text. */
const overlap = (a: Rectangle, b: Rectangle): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const padded = ({ x, y, width, height }: Rectangle): Rectangle => ({
  ...{ x: x - PADDING, y: y - PADDING, width: width + 2 * PADDING, height: height + 2 * PADDING },
});
