import { type Area, areaOf, type GreyFrame, type Word } from "@deskfleet/anchors";

export interface ChangedParts<W extends Word> {
  /** What is to be read again, top to bottom; no two share a row. */
  readonly parts: readonly Area[];
  /** Words of the frame before that stand as they did. */
  readonly kept: readonly W[];
}

/** Pixels around a change that belong to it: a letter that is added to a word stands this near. */
const NEAR = 4;
/** Above this share of the rows the whole frame is read: many readings cost more than one. */
const WHOLE_SHARE = 0.5;

/**
 * What has to be read of a frame, when the words of the one before are known but for its `unread` parts. Only what changed, with the
 * words that it touches: lines of windows side by side interlock, so that whole rows would lead from one to the next.
 */
export function changedParts<W extends Word>(
  before: { readonly frame: GreyFrame; readonly words: readonly W[]; readonly unread: readonly Area[] } | null,
  after: GreyFrame,
): ChangedParts<W> {
  const whole = { parts: [{ x: 0, y: 0, width: after.width, height: after.height }], kept: [] };
  if (before === null || before.frame.width !== after.width || before.frame.height !== after.height) return whole;
  let parts = joined([...changes(before.frame, after), ...before.unread]);
  if (parts.length === 0) return { parts, kept: before.words };
  for (let isGrowing = true; isGrowing; ) {
    const grown = parts.map((part) => areaOf([part, ...before.words.filter((word) => meet(word, part))]));
    isGrowing = grown.some((part, index) => !same(part, parts[index] as Area));
    parts = joined(grown);
  }
  if (parts.reduce((sum, { height }) => sum + height, 0) > after.height * WHOLE_SHARE) return whole;
  return { parts, kept: before.words.filter((word) => !parts.some((part) => meet(word, part))) };
}

/** Each run of rows with changes, from the first to the last pixel that changed in it, and a little around. */
function changes(before: GreyFrame, after: GreyFrame): Area[] {
  const { width, height } = after;
  const found: Area[] = [];
  for (let y = 0; y < height; y++) {
    const row = y * width;
    if (before.data.compare(after.data, row, row + width, row, row + width) === 0) continue;
    let left = 0;
    while (before.data[row + left] === after.data[row + left]) left += 1;
    let right = width - 1;
    while (before.data[row + right] === after.data[row + right]) right -= 1;
    const [x, top] = [Math.max(0, left - NEAR), Math.max(0, y - NEAR)];
    const part = {
      ...{ x, y: top },
      width: Math.min(width, right + 1 + NEAR) - x,
      height: Math.min(height, y + 1 + NEAR) - top,
    };
    const last = found.at(-1);
    if (last !== undefined && last.y + last.height >= part.y) found[found.length - 1] = areaOf([last, part]);
    else found.push(part);
  }
  return found;
}

/** Those that share rows as one: a row is read once. */
function joined(areas: readonly Area[]): Area[] {
  const apart: Area[] = [];
  for (const area of areas.toSorted((a, b) => a.y - b.y)) {
    const last = apart.at(-1);
    if (last !== undefined && area.y < last.y + last.height) apart[apart.length - 1] = areaOf([last, area]);
    else apart.push(area);
  }
  return apart;
}

/** Whether two areas have a pixel in common. */
export const meet = (a: Area, b: Area): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const same = (a: Area, b: Area): boolean => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
