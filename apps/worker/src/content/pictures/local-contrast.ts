import type { GreyFrame } from "@deskfleet/anchors";

/** Levels that differ from what is around them by less are noise. */
const FLOOR = 14;
/** Standard deviations: the ground between letters lies within, the letters beyond. */
const DEVIATIONS_MIN = 0.9;
const GAIN = 160;
/** Levels that a standard deviation counts as at least: noise would be letters to it. */
const DEVIATION_MIN = 28;
const WHITE = 255;

/**
 * What stands out from its surroundings, dark on white, on any ground: photos, noise, large letters. `radius`: pixels around one that
 * count as its surroundings; more than the strokes of what is looked for.
 */
export function localContrast({ width, height, data }: GreyFrame, radius: number): GreyFrame {
  const stride = width + 1;
  const { sums, squares } = prefixSums(width, height, data);
  const ink = Buffer.alloc(width * height, WHITE);
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - radius) * stride;
    const bottom = Math.min(height, y + radius + 1) * stride;
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, x - radius);
      const right = Math.min(width, x + radius + 1);
      const count = ((bottom - top) / stride) * (right - left);
      const of = (table: Float64Array): number =>
        ((table[bottom + right] as number) -
          (table[top + right] as number) -
          (table[bottom + left] as number) +
          (table[top + left] as number)) /
        count;
      const mean = of(sums);
      const at = y * width + x;
      const difference = Math.abs((data[at] as number) - mean);
      if (difference <= FLOOR) continue;
      const deviation = Math.max(Math.sqrt(Math.max(of(squares) - mean * mean, 0)), DEVIATION_MIN);
      const share = difference / deviation - DEVIATIONS_MIN;
      if (share > 0) ink[at] = WHITE - Math.min(WHITE, share * GAIN);
    }
  }
  return { width, height, data: ink };
}

/** Of all pixels above and to the left, and of their squares; a row and a column more than the picture. */
function prefixSums(width: number, height: number, data: Buffer): { sums: Float64Array; squares: Float64Array } {
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  const squares = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    let squared = 0;
    for (let x = 0; x < width; x++) {
      const level = data[y * width + x] as number;
      const at = (y + 1) * stride + x + 1;
      row += level;
      squared += level * level;
      sums[at] = (sums[at - stride] as number) + row;
      squares[at] = (squares[at - stride] as number) + squared;
    }
  }
  return { sums, squares };
}

/** Width and height of a part of the picture, and the ink that its darkest counts as at least. */
const PART = { width: 32, height: 8, inkMin: 36 } as const;

/** Ink as dark everywhere as it is where it is darkest: beside black letters a reader takes pale ones for ground. */
export function evenedInk({ width, height, data }: GreyFrame): GreyFrame {
  const columns = Math.ceil(width / PART.width);
  const rows = Math.ceil(height / PART.height);
  const darkest = new Uint8Array(columns * rows);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const part = Math.floor(y / PART.height) * columns + Math.floor(x / PART.width);
      darkest[part] = Math.max(darkest[part] as number, WHITE - (data[y * width + x] as number));
    }
  const ink = Buffer.from(data);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let most: number = PART.inkMin;
      for (let near = Math.max(0, row - 1); near <= Math.min(rows - 1, row + 1); near++)
        for (let beside = Math.max(0, column - 1); beside <= Math.min(columns - 1, column + 1); beside++)
          most = Math.max(most, darkest[near * columns + beside] as number);
      if (most === WHITE) continue;
      const gain = WHITE / most;
      const right = Math.min(width, (column + 1) * PART.width);
      for (let y = row * PART.height; y < Math.min(height, (row + 1) * PART.height); y++)
        for (let at = y * width + column * PART.width; at < y * width + right; at++)
          ink[at] = WHITE - Math.min(WHITE, (WHITE - (data[at] as number)) * gain);
    }
  return { width, height, data: ink };
}
