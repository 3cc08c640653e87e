import type { Area } from "./picture.ts";

/** Top to bottom in rows, and left to right in each: a row is what begins within half the height of its first. */
export const inReadingOrder = <T extends Area>(areas: readonly T[]): T[] => inRows(areas).flat();

/** The same, row by row. */
export function inRows<T extends Area>(areas: readonly T[]): T[][] {
  const rows: T[][] = [];
  for (const area of areas.toSorted((a, b) => a.y - b.y)) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && area.y - first.y <= first.height / 2) row.push(area);
    else rows.push([area]);
  }
  return rows.map((row) => row.toSorted((a, b) => a.x - b.x));
}
