import type { GreyFrame } from "@deskfleet/anchors";

const WHITE = 255;
/** Darker than that is part of a shape. */
const DARK = 150;

/**
 * A picture of ink with nothing in it but shapes about as tall as large letters: a reader that is given small text beside them, too
 * small to be read, takes minutes. Null where there are fewer than `count`.
 */
export function largeShapes(
  { width, height, data }: GreyFrame,
  { min, max, count }: { readonly min: number; readonly max: number; readonly count: number },
): GreyFrame | null {
  const seen = new Uint8Array(width * height);
  const kept = Buffer.alloc(width * height, WHITE);
  let shapes = 0;
  for (let start = 0; start < data.length; start++) {
    if (seen[start] === 1 || (data[start] as number) > DARK) continue;
    const { pixels, rows, columns } = shapeAt(start);
    if (rows < min || rows > max || columns > max * 2) continue;
    shapes += 1;
    for (const at of pixels) kept[at] = data[at] as number;
  }
  return shapes < count ? null : { width, height, data: kept };

  /** All dark pixels that touch each other, corners too. */
  function shapeAt(start: number): { pixels: number[]; rows: number; columns: number } {
    const pixels = [start];
    seen[start] = 1;
    let [left, right, top, bottom] = [width, 0, height, 0];
    for (let next = 0; next < pixels.length; next++) {
      const at = pixels[next] as number;
      const x = at % width;
      const y = (at - x) / width;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const near = row * width + column;
          if (seen[near] === 1 || (data[near] as number) > DARK) continue;
          seen[near] = 1;
          pixels.push(near);
        }
    }
    return { pixels, rows: bottom - top + 1, columns: right - left + 1 };
  }
}
