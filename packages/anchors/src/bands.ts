import type { Word } from "./words.ts";

/** Grey levels, row by row. */
export interface GreyFrame {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

/** Rows of a frame, over its whole width: from `top` up to, not including, `bottom`. */
export interface Band {
  readonly top: number;
  readonly bottom: number;
}

export interface Rereading {
  /** To read again, top to bottom, apart from each other. */
  readonly bands: Band[];
  /** Words of the frame before that stand as they did. */
  readonly kept: Word[];
}

/** Rows read around a change: letters touch it, and a reader needs a margin. */
const PADDING = 8;
/** Above this share of the rows the whole frame is read: many bands cost more than one. */
const WHOLE_SHARE = 0.5;

/** What has to be read of a frame, when the words of the one before are known. */
export function whatToReread(before: { frame: GreyFrame; words: readonly Word[] } | null, after: GreyFrame): Rereading {
  const whole = { bands: [{ top: 0, bottom: after.height }], kept: [] };
  if (before === null || before.frame.width !== after.width || before.frame.height !== after.height) return whole;
  let bands = joined(changedRows(before.frame, after).map((band) => padded(band, after.height)));
  // A word that a band cuts would be lost: the band grows around it, and may come to cut another.
  for (let isGrowing = true; isGrowing; ) {
    const cut = before.words.filter((word) => bands.some((band) => touches(word, band) && !holds(band, word)));
    isGrowing = cut.length > 0;
    if (isGrowing)
      bands = joined([...bands, ...cut.map(({ y, height }) => padded({ top: y, bottom: y + height }, after.height))]);
  }
  const rows = bands.reduce((sum, { top, bottom }) => sum + bottom - top, 0);
  if (rows > after.height * WHOLE_SHARE) return whole;
  return { bands, kept: before.words.filter((word) => !bands.some((band) => touches(word, band))) };
}

function changedRows(before: GreyFrame, after: GreyFrame): Band[] {
  const bands: { top: number; bottom: number }[] = [];
  for (let y = 0; y < after.height; y++) {
    const from = y * after.width;
    const to = from + after.width;
    if (before.data.compare(after.data, from, to, from, to) === 0) continue;
    const last = bands.at(-1);
    if (last?.bottom === y) last.bottom = y + 1;
    else bands.push({ top: y, bottom: y + 1 });
  }
  return bands;
}

const padded = ({ top, bottom }: Band, height: number): Band => ({
  top: Math.max(top - PADDING, 0),
  bottom: Math.min(bottom + PADDING, height),
});

function joined(bands: readonly Band[]): Band[] {
  const apart: { top: number; bottom: number }[] = [];
  for (const { top, bottom } of bands.toSorted((a, b) => a.top - b.top)) {
    const last = apart.at(-1);
    if (last && top <= last.bottom) last.bottom = Math.max(last.bottom, bottom);
    else apart.push({ top, bottom });
  }
  return apart;
}

const touches = ({ y, height }: Word, { top, bottom }: Band): boolean => y < bottom && y + height > top;
const holds = ({ top, bottom }: Band, { y, height }: Word): boolean => y >= top && y + height <= bottom;
