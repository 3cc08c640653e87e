interface Size {
  readonly width: number;
  readonly height: number;
}

const SIDES = [64, 128, 256, 512, 1_024, 2_048] as const;
/** Of one transform: 16 bytes a number, so 16 MiB a field. */
const NUMBERS_MAX = 1_048_576;

/** Sides of the tiles with which a map of this size costs least: larger ones overlap less and take longer a pixel. */
export function tileSides(template: Size, map: Size): { readonly rows: number; readonly columns: number } {
  let best = { rows: 0, columns: 0, cost: Number.POSITIVE_INFINITY };
  for (const rows of SIDES)
    for (const columns of SIDES) {
      if (rows < template.height || columns < template.width || rows * columns > NUMBERS_MAX) continue;
      const across = Math.ceil(map.width / (columns - template.width + 1));
      const down = Math.ceil(map.height / (rows - template.height + 1));
      const cost = across * down * rows * columns * Math.log2(rows * columns);
      if (cost < best.cost) best = { rows, columns, cost };
    }
  return best;
}
