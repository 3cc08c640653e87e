import { AnchorFault, type Picture } from "./picture.ts";

/** What a template is compared by: `axis` is the direction of colour space along which it differs most. */
export interface Template {
  readonly width: number;
  readonly height: number;
  /** Weights of red, green and blue; their squares add up to 1. */
  readonly axis: Rgb;
  /** Pixels that count. */
  readonly count: number;
  /** 1 for pixels that count, else 0; null when all do. */
  readonly mask: Float64Array | null;
  /** Along the axis, without its mean, 0 where the mask is 0. */
  readonly kernel: Float64Array;
  /** Sum of the kernel's squares. */
  readonly energy: number;
  /** All three channels, each without its own mean, three numbers a pixel. */
  readonly colours: Float64Array;
  readonly colourEnergy: number;
}
export type Rgb = readonly [number, number, number];

const SIDE_MAX = 1_024;
const PIXELS_MAX = 262_144;
const SIDE_MIN = 4;
const COUNT_MIN = 16;
/** Pixels as good as opaque: less opaque ones show what was behind them, which is not in the screen searched. */
const ALPHA_MIN = 250;
/** Variance of a sample (grey levels squared) below which a template shows no more than the noise of a lossy picture. */
const VARIANCE_MIN = 12;
const AXIS_ROUNDS = 24;

/** @throws AnchorFault a picture that cannot be looked for */
export function prepareTemplate(picture: Picture): Template {
  const { width, height } = picture;
  if (width > SIDE_MAX || height > SIDE_MAX || width * height > PIXELS_MAX)
    throw new AnchorFault(
      "too_large",
      `The picture has ${width} x ${height} pixels; at most ${SIDE_MAX} a side and ${PIXELS_MAX} in all can be looked for`,
    );
  if (width < SIDE_MIN || height < SIDE_MIN)
    throw new AnchorFault("too_small", `The picture has ${width} x ${height} pixels; ${SIDE_MIN} a side are the least`);
  const { mask, count } = maskOf(picture);
  if (count < COUNT_MIN)
    throw new AnchorFault("transparent", `${count} pixels of the picture are opaque; ${COUNT_MIN} are the least`);
  const colours = withoutMeans(picture, mask, count);
  const axis = mainAxis(colours);
  const kernel = new Float64Array(width * height);
  for (let at = 0; at < kernel.length; at++)
    kernel[at] =
      (colours[3 * at] as number) * axis[0] +
      (colours[3 * at + 1] as number) * axis[1] +
      (colours[3 * at + 2] as number) * axis[2];
  const energy = squares(kernel);
  if (energy / count < VARIANCE_MIN)
    throw new AnchorFault(
      "flat",
      "The picture has one colour: it would be found everywhere. Include an edge or a sign",
    );
  return { width, height, axis, count, mask, kernel, energy, colours, colourEnergy: squares(colours) };
}

function maskOf({ data, channels, width, height }: Picture): { mask: Float64Array | null; count: number } {
  const size = width * height;
  if (channels === 3) return { mask: null, count: size };
  const mask = new Float64Array(size);
  let count = 0;
  for (let at = 0; at < size; at++)
    if ((data[4 * at + 3] as number) >= ALPHA_MIN) {
      mask[at] = 1;
      count += 1;
    }
  return { mask: count === size ? null : mask, count };
}

function withoutMeans({ data, channels }: Picture, mask: Float64Array | null, count: number): Float64Array {
  const size = data.length / channels;
  const colours = new Float64Array(size * 3);
  for (let channel = 0; channel < 3; channel++) {
    let sum = 0;
    for (let at = 0; at < size; at++)
      sum += (data[at * channels + channel] as number) * (mask ? (mask[at] as number) : 1);
    const mean = sum / count;
    for (let at = 0; at < size; at++)
      if (mask === null || mask[at] === 1) colours[3 * at + channel] = (data[at * channels + channel] as number) - mean;
  }
  return colours;
}

/** The first principal component of the colours, by power iteration on their covariance. */
function mainAxis(colours: Float64Array): Rgb {
  const covariance = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let at = 0; at < colours.length; at += 3)
    for (let row = 0; row < 3; row++)
      for (let column = 0; column < 3; column++)
        covariance[3 * row + column] =
          (covariance[3 * row + column] as number) + (colours[at + row] as number) * (colours[at + column] as number);
  // Begins near grey, not on it: a pure exchange of red for green has no part in grey and would never be found.
  let axis: Rgb = [0.5, 0.62, 0.6];
  for (let round = 0; round < AXIS_ROUNDS; round++) {
    const next = [0, 1, 2].map((row) =>
      [0, 1, 2].reduce((sum, column) => sum + (covariance[3 * row + column] as number) * (axis[column] as number), 0),
    ) as unknown as Rgb;
    const length = Math.hypot(...next);
    if (length === 0) break;
    axis = [next[0] / length, next[1] / length, next[2] / length];
  }
  const norm = Math.hypot(...axis);
  return [axis[0] / norm, axis[1] / norm, axis[2] / norm];
}

function squares(numbers: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < numbers.length; at++) sum += (numbers[at] as number) ** 2;
  return sum;
}
