interface Scrolled {
  readonly top: number;
  readonly height: number;
  readonly rows: number;
  readonly rowHeight: number;
  /** Rows kept on both sides, so that a scroll shows no gap before the next drawing. */
  readonly overscan: number;
}

/** Rows of a list that are in sight, half-open. Whole groups, so that few scrolls change it. */
export function visibleRange({ top, height, rows, rowHeight, overscan }: Scrolled): { first: number; end: number } {
  const groupOf = (row: number) => Math.floor(row / overscan) * overscan;
  const topmost = Math.min(Math.floor(top / rowHeight), Math.max(0, rows - 1));
  const first = Math.max(0, groupOf(topmost) - overscan);
  const end = Math.min(rows, groupOf(topmost) + Math.ceil(height / rowHeight) + 2 * overscan);
  return { first, end };
}
