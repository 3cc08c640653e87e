/** A session's time on a line of so many pixels, in real proportion. */
export interface TimeScale {
  readonly startMs: number;
  readonly endMs: number;
  readonly width: number;
}

/** A session of no length still has a line. */
const LENGTH_MS_MIN = 1_000;

export const lengthOf = ({ startMs, endMs }: TimeScale): number => Math.max(LENGTH_MS_MIN, endMs - startMs);
export const toPixel = (scale: TimeScale, atMs: number): number =>
  ((Math.min(Math.max(atMs, scale.startMs), scale.startMs + lengthOf(scale)) - scale.startMs) / lengthOf(scale)) *
  scale.width;
export const toTime = (scale: TimeScale, pixel: number): number =>
  scale.startMs + (Math.min(Math.max(pixel, 0), scale.width) / Math.max(1, scale.width)) * lengthOf(scale);

/** Distances of the axis: what a clock has. */
const STEPS_MS = [
  0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400,
].map((seconds) => seconds * 1_000);

/** Times for labels that stand at least `apart` pixels from each other: tenths, seconds, minutes, hours since the beginning. */
export function ticksOf(scale: TimeScale, apart: number): number[] {
  const wanted = (apart / Math.max(1, scale.width)) * lengthOf(scale);
  const largest = STEPS_MS.at(-1) ?? 1;
  const stepMs = STEPS_MS.find((each) => each >= wanted) ?? Math.ceil(wanted / largest) * largest;
  const ticks: number[] = [];
  for (let atMs = 0; atMs <= lengthOf(scale); atMs += stepMs) ticks.push(scale.startMs + atMs);
  return ticks;
}

/** Places of a film strip in sight, each with the end of its time. */
export function slotsOf(
  scale: TimeScale,
  slot: number,
  view: { readonly left: number; readonly width: number },
): { readonly index: number; readonly left: number; readonly atMs: number }[] {
  const last = Math.ceil(scale.width / slot) - 1;
  const first = Math.max(0, Math.floor(view.left / slot) - 1);
  const end = Math.min(last, Math.floor((view.left + view.width) / slot) + 1);
  return Array.from({ length: Math.max(0, end - first + 1) }, (_none, offset) => {
    const index = first + offset;
    return { index, left: index * slot, atMs: toTime(scale, (index + 1) * slot) };
  });
}
