import { type Field, Fourier } from "./fourier.ts";
import type { Picture } from "./picture.ts";
import type { Rgb, Template } from "./template.ts";
import { tileSides } from "./tile-sides.ts";
import { type WindowDeviations, windowDeviations } from "./window-deviations.ts";

/**
 * The correlation at every place where the template fits: `scores[y * width + x]`, up to 1; 0 where it is below the least that
 * was asked for, and where the frame is flat.
 */
export interface ScoreMap {
  readonly width: number;
  readonly height: number;
  readonly scores: Float32Array;
}

/** Variance of a window (grey levels squared, along the axis) below which it shows nothing: noise would decide. */
const VARIANCE_MIN = 1;
/** The middle of the samples: sums stay small, so that they stay exact. */
const MIDDLE = 128;

/**
 * Normalised cross-correlation along the template's axis, at all places at once: the products by Fourier transforms of
 * overlapping tiles, the windows' means and variances by running sums. The work depends on the sizes alone, never on what
 * the frame shows or on the threshold: pruning by bounds is faster on an empty desktop and can be made to take seconds.
 */
export function scoreMap(frame: Picture, template: Template, scoreMin: number): ScoreMap {
  const plane = alongAxis(frame, template.axis);
  const width = frame.width - template.width + 1;
  const height = frame.height - template.height + 1;
  const map = { width, height, scores: new Float32Array(width * height) };
  const search = { plane, frame, template, map, scoreMin };
  if (template.mask === null) searchWhole(search);
  else searchMasked(search, template.mask);
  return map;
}

interface Search {
  readonly plane: Float64Array;
  readonly frame: Picture;
  readonly template: Template;
  readonly map: ScoreMap;
  readonly scoreMin: number;
}

function alongAxis({ data, channels, width, height }: Picture, [red, green, blue]: Rgb): Float64Array {
  const plane = new Float64Array(width * height);
  for (let at = 0, from = 0; at < plane.length; at++, from += channels)
    plane[at] =
      ((data[from] as number) - MIDDLE) * red +
      ((data[from + 1] as number) - MIDDLE) * green +
      ((data[from + 2] as number) - MIDDLE) * blue;
  return plane;
}

/** Two tiles a transform, one as its real and one as its imaginary part: a real kernel keeps them apart. */
function searchWhole(search: Search): void {
  const { plane, frame, template, map } = search;
  const deviations = windowDeviations(plane, frame.width, template);
  const { fourier, tiles } = tiling(template, map);
  const kernel = kernelSpectrum(fourier, template.kernel, template.width);
  const field = fourier.field();
  for (let at = 0; at < tiles.length; at += 2) {
    const first = tiles[at] as Tile;
    const second = tiles[at + 1];
    load(field.re, search, fourier, first);
    if (second) load(field.im, search, fourier, second);
    else field.im.fill(0);
    fourier.forward(field);
    multiply(field, kernel, field);
    fourier.inverse(field);
    scoreTile(search, fourier, first, field.re, deviations);
    if (second) scoreTile(search, fourier, second, field.im, deviations);
  }
}

/** Where pixels do not count, the windows' sums are correlations with the mask: of the samples and of their squares. */
function searchMasked(search: Search, mask: Float64Array): void {
  const { template, map } = search;
  const { fourier, tiles } = tiling(template, map);
  const kernel = kernelSpectrum(fourier, template.kernel, template.width);
  const maskKernel = kernelSpectrum(fourier, mask, template.width);
  const field = fourier.field();
  const sums = fourier.field();
  for (const tile of tiles) {
    load(field.re, search, fourier, tile);
    for (let at = 0; at < field.re.length; at++) field.im[at] = (field.re[at] as number) ** 2;
    fourier.forward(field);
    multiply(field, maskKernel, sums);
    fourier.inverse(sums);
    multiply(field, kernel, field);
    fourier.inverse(field);
    scoreTile(search, fourier, tile, field.re, (y, from, to, deviations) => {
      const row = (y - tile.y) * fourier.columns - tile.x;
      for (let x = from; x < to; x++) {
        const sum = sums.re[row + x] as number;
        deviations[x - from] = (sums.im[row + x] as number) - (sum * sum) / template.count;
      }
    });
  }
}

/** Places of the map, in pixels of the frame. */
interface Tile {
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly bottom: number;
}

function tiling(template: Template, map: ScoreMap): { fourier: Fourier; tiles: Tile[] } {
  const { rows, columns } = tileSides(template, map);
  const stepX = columns - template.width + 1;
  const stepY = rows - template.height + 1;
  const tiles: Tile[] = [];
  for (let y = 0; y < map.height; y += stepY)
    for (let x = 0; x < map.width; x += stepX)
      tiles.push({ x, y, right: Math.min(x + stepX, map.width), bottom: Math.min(y + stepY, map.height) });
  return { fourier: new Fourier(rows, columns), tiles };
}

/** The conjugate, so that the product is a correlation, divided by what the transforms there and back multiply by. */
function kernelSpectrum(fourier: Fourier, kernel: Float64Array, width: number): Field {
  const field = fourier.field();
  for (let from = 0, to = 0; from < kernel.length; from += width, to += fourier.columns)
    field.re.set(kernel.subarray(from, from + width), to);
  fourier.forward(field);
  for (let at = 0; at < fourier.size; at++) {
    field.re[at] = (field.re[at] as number) / fourier.size;
    field.im[at] = -(field.im[at] as number) / fourier.size;
  }
  return field;
}

function load(part: Float64Array, { plane, frame }: Search, { rows, columns }: Fourier, tile: Tile): void {
  const length = Math.min(columns, frame.width - tile.x);
  for (let row = 0; row < rows; row++) {
    const to = row * columns;
    const y = tile.y + row;
    const isInside = y < frame.height;
    if (isInside) part.set(plane.subarray(y * frame.width + tile.x, y * frame.width + tile.x + length), to);
    part.fill(0, to + (isInside ? length : 0), to + columns);
  }
}

function multiply(a: Field, b: Field, product: Field): void {
  for (let at = 0; at < a.re.length; at++) {
    const re = a.re[at] as number;
    const im = a.im[at] as number;
    product.re[at] = re * (b.re[at] as number) - im * (b.im[at] as number);
    product.im[at] = re * (b.im[at] as number) + im * (b.re[at] as number);
  }
}

function scoreTile(
  { template: { count, energy }, map: { scores, width }, scoreMin }: Search,
  { columns }: Fourier,
  tile: Tile,
  products: Float64Array,
  deviationsOf: WindowDeviations,
): void {
  const deviationMin = count * VARIANCE_MIN;
  const energyMin = energy * scoreMin ** 2;
  const deviations = new Float64Array(tile.right - tile.x);
  for (let y = tile.y; y < tile.bottom; y++) {
    deviationsOf(y, tile.x, tile.right, deviations);
    const from = (y - tile.y) * columns;
    const to = y * width + tile.x;
    for (let x = 0; x < deviations.length; x++) {
      const deviation = deviations[x] as number;
      const product = products[from + x] as number;
      // Most places end here, without a root and a division.
      if (product <= 0 || deviation < deviationMin || product * product < deviation * energyMin) continue;
      scores[to + x] = product / Math.sqrt(deviation * energy);
    }
  }
}
