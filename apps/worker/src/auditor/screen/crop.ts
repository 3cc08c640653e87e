import type { Area } from "@deskfleet/anchors";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Pixels around a target that are read with it: the small print next to a button. */
const SIDES_MIN = { width: 720, height: 220 } as const;
/** A larger target is a canvas, a list or a document: what counts is what stands at the point. */
const LABELLED_MAX = { width: 480, height: 120 } as const;

/** Whether all that stands on an element is its label. */
export const isLabelled = ({ width, height }: Area): boolean =>
  width <= LABELLED_MAX.width && height <= LABELLED_MAX.height;

/** What is read of the screen for a target: moved inwards at the edges of `bounds`. Null: none of it is within them. */
export function cropAround(target: Area, point: Point, bounds: Area): Area | null {
  const centre = isLabelled(target) ? middleOf(target) : point;
  const across = span(centre.x, SIDES_MIN.width, bounds.x, bounds.width);
  const down = span(centre.y, SIDES_MIN.height, bounds.y, bounds.height);
  if (across === null || down === null) return null;
  return { x: across.from, y: down.from, width: across.length, height: down.length };
}

export const middleOf = ({ x, y, width, height }: Area): Point => ({ x: x + width / 2, y: y + height / 2 });

/** Whole pixels. */
function span(centre: number, wanted: number, start: number, all: number): { from: number; length: number } | null {
  const first = Math.ceil(start);
  const length = Math.min(wanted, Math.floor(start + all) - first);
  if (length < 1 || centre < start || centre >= start + all) return null;
  const from = Math.round(Math.min(Math.max(centre - length / 2, first), first + Math.floor(all) - length));
  return { from, length };
}

/** What two areas have in common; null: nothing. */
export function common(a: Area, b: Area): Area | null {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}
