import { type Area, areaOf, type Word } from "@deskfleet/anchors";
import type { FrameInfo } from "@deskfleet/contracts";
import { type ContentRules, type SecretSpan, secretsToMask } from "@deskfleet/gates";
import { madeUpWords } from "./made-up-words.ts";
import { misreadValues } from "./misread-values.ts";
import type { ReadWord } from "./read-rows.ts";
import { blocksOfText, type ReadText, rowsOfText } from "./text-of-words.ts";

export type Mask = FrameInfo["masked"][number];

/** Around the words of a value, by their height: recognition's rectangles cut strokes off. The lines beside it stay readable. */
const PADDING = { across: { share: 0.25, min: 3 }, along: { share: 0.12, min: 2 } } as const;

/** What has to be filled of a screen with these words, in its pixels: of each value the segment of each line that shows it. */
export function secretsOfWords(words: readonly ReadWord[], rules: ContentRules): Mask[] {
  const ways = [...new Set(words.map(({ by }) => by))];
  // By all together, too: a label may be small, and its value large.
  const readings = [words, ...(ways.length > 1 ? ways.map((way) => words.filter(({ by }) => by === way)) : [])];
  return outermost(
    readings
      .flatMap((reading) => [rowsOfText(reading), blocksOfText(reading)])
      .flatMap((read) => masksOf(read, spansOf(read.text, rules))),
  );
}

/** Without those that lie within another. */
export function outermost(masks: readonly Mask[]): Mask[] {
  return masks.filter(
    (mask, index) => !masks.some((other, at) => covers(other, mask) && (at < index || !covers(mask, other))),
  );
}

function spansOf(text: string, rules: ContentRules): SecretSpan[] {
  const known = [
    ...(rules.values ?? []).map((value) => ({ value, kind: "password" as const })),
    ...(rules.keywords ?? []).map((value) => ({ value, kind: "keyword" as const })),
  ];
  return [...secretsToMask(text, rules), ...misreadValues(text, known), ...madeUpWords(text)];
}

function masksOf(read: ReadText, spans: readonly SecretSpan[]): Mask[] {
  return spans.flatMap(({ start, end, kind }) => {
    const lines = new Map<number, Word[]>();
    for (const { line, word } of read.partsBetween(start, end)) lines.set(line, [...(lines.get(line) ?? []), word]);
    return [...lines.values()].map((words) => ({ kind, ...padded(areaOf(words)) }));
  });
}

function padded({ x, y, width, height }: Area): Area {
  const by = ({ share, min }: { share: number; min: number }) => Math.max(min, Math.round(height * share));
  const [left, top] = [by(PADDING.across), by(PADDING.along)];
  return { x: x - left, y: y - top, width: width + 2 * left, height: height + 2 * top };
}

const covers = (outer: Area, inner: Area): boolean =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height;
