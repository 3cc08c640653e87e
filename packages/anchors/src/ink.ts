import type { GreyFrame } from "./bands.ts";

/** Pixels of one level side by side that are ground and not a letter: longer than the bars of large ones. */
const RUN_MIN = 16;
/** Levels by which ground may differ from its neighbour: gradients of buttons. */
const TOLERANCE = 2;
/** Rows up and down within which a letter stands on its ground. */
const REACH = 24;
/** Faint text is made nearly as dark as print; more makes icons as dark, and what stands beside them is lost. */
const GAIN = 1.4;

/**
 * What stands on the ground, dark on white, whatever the colours: readers are trained on print, and on a screen where light
 * windows are beside dark ones they take one of the two for ink. A pixel's ground is the nearest above or below it that is part
 * of an even run.
 */
export function inkOf({ width, height, data }: GreyFrame): GreyFrame {
  const ground = evenRuns(width, height, data);
  const above = nearest(ground, width, height, 1);
  const below = nearest(ground, width, height, -1);
  const ink = Buffer.alloc(width * height, 255);
  for (let at = 0; at < ink.length; at++) {
    if ((ground[at] as number) >= 0) continue;
    const [up, down] = [above[at] as number, below[at] as number];
    // Level in the low byte, distance above it.
    const nearer = Math.min(up, down);
    if (nearer === NONE) continue;
    const difference = Math.abs((data[at] as number) - (nearer & 0xff));
    ink[at] = 255 - Math.min(255, difference * GAIN);
  }
  return { width, height, data: ink };
}

/** The level where a pixel is part of an even run, else -1. */
function evenRuns(width: number, height: number, data: Buffer): Int16Array {
  const ground = new Int16Array(width * height).fill(-1);
  for (let y = 0; y < height; y++) {
    let from = y * width;
    const end = from + width;
    for (let at = from + 1; at <= end; at++) {
      const isEven = at < end && Math.abs((data[at] as number) - (data[at - 1] as number)) <= TOLERANCE;
      if (isEven) continue;
      if (at - from >= RUN_MIN) for (let one = from; one < at; one++) ground[one] = data[one] as number;
      from = at;
    }
  }
  return ground;
}

const NONE = 0xffff;

/** Of each pixel the nearest ground in one direction: its level, and 256 times its distance; NONE where it is too far. */
function nearest(ground: Int16Array, width: number, height: number, direction: 1 | -1): Uint16Array {
  const found = new Uint16Array(ground.length).fill(NONE);
  for (let step = 0; step < height; step++) {
    const row = (direction === 1 ? step : height - 1 - step) * width;
    for (let at = row; at < row + width; at++) {
      const level = ground[at] as number;
      if (level >= 0) found[at] = level;
      else if (step > 0) {
        const before = found[at - direction * width] as number;
        found[at] = before === NONE || before >> 8 >= REACH ? NONE : before + 256;
      }
    }
  }
  return found;
}
