import type { Moment } from "./moments.ts";
import type { Picture } from "./picture.ts";

/** A place in the replay where one can stand: at a record of the audit, or at a frame. `index` counts within its kind. */
export interface Point {
  readonly id: string;
  readonly kind: "record" | "frame";
  readonly index: number;
  readonly atMs: number;
}

/** Records and frames in the order of time; of the same millisecond the frame first, because it shows what the record met. */
export function pointsOf(moments: readonly Moment[], pictures: readonly Picture[]): Point[] {
  const points: Point[] = [];
  let next = 0;
  const framesUntil = (atMs: number) => {
    for (let picture = pictures[next]; picture !== undefined && picture.atMs <= atMs; picture = pictures[next]) {
      points.push({ id: picture.id, kind: "frame", index: next, atMs: picture.atMs });
      next += 1;
    }
  };
  moments.forEach(({ entry: { id }, atMs }, index) => {
    framesUntil(atMs);
    points.push({ id, kind: "record", index, atMs });
  });
  framesUntil(Number.POSITIVE_INFINITY);
  return points;
}

/** The next point of a kind, forwards (1) or backwards (-1); where there is none, the same place. */
export function step(points: readonly Point[], at: number, kind: Point["kind"], direction: 1 | -1): number {
  for (let place = at + direction; place >= 0 && place < points.length; place += direction)
    if (points[place]?.kind === kind) return place;
  return at;
}

/** First or last point of a kind; 0 where there is none. */
export function outermost(points: readonly Point[], kind: Point["kind"], end: "first" | "last"): number {
  const found =
    end === "first"
      ? points.findIndex((each) => each.kind === kind)
      : points.findLastIndex((each) => each.kind === kind);
  return Math.max(0, found);
}

/** Index of the point that is nearest to a time. */
export function nearest(points: readonly Point[], atMs: number): number {
  let best = 0;
  points.forEach((point, index) => {
    if (Math.abs(point.atMs - atMs) < Math.abs((points[best]?.atMs ?? 0) - atMs)) best = index;
  });
  return best;
}

/** Pauses are told, not sat through; as in the video. */
const PAUSE_MS_MAX = 3_000;
/** Below this nobody sees a change. */
const STEP_MS_MIN = 80;

/** How long to stand at a point while playing, milliseconds; null at the end. */
export function stayMs(points: readonly Point[], at: number, speed: number): number | null {
  const [here, next] = [points[at], points[at + 1]];
  if (here === undefined || next === undefined) return null;
  return Math.max(STEP_MS_MIN, Math.min(PAUSE_MS_MAX, next.atMs - here.atMs) / speed);
}
