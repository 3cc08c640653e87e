/** One line of the report. `ratio` is ours divided by the baseline's; `target` is what PERFORMANCE commits to. */
export interface ReportRow {
  readonly what: string;
  readonly ours: string;
  readonly baseline?: string;
  readonly ratio?: number;
  readonly target?: { readonly at: "most" | "least"; readonly ratio: number };
}

export interface Section {
  readonly title: string;
  readonly rows: readonly ReportRow[];
}

export const ms = (value: number): string =>
  value < 0.1 ? `${(value * 1_000).toFixed(1)} µs` : `${value.toFixed(value < 10 ? 2 : 0)} ms`;
export const p = ({ p50, p95 }: { p50: number; p95: number }): string => `${ms(p50)} / ${ms(p95)}`;

function isMet({ ratio, target }: ReportRow): boolean | null {
  if (ratio === undefined || target === undefined) return null;
  return target.at === "most" ? ratio <= target.ratio : ratio >= target.ratio;
}

/** Plain text, one table for each section; returns how many targets were missed. */
export function printSection({ title, rows }: Section): number {
  const cells = rows.map((row) => {
    const met = isMet(row);
    return [
      row.what,
      row.ours,
      row.baseline ?? "",
      row.ratio === undefined ? "" : `${row.ratio < 0.1 ? row.ratio.toFixed(4) : row.ratio.toFixed(2)}x`,
      row.target === undefined
        ? ""
        : `${row.target.at === "most" ? "<=" : ">="} ${row.target.ratio.toFixed(row.target.ratio < 0.1 ? 4 : 2)}x`,
      met === null ? "" : met ? "met" : "MISSED",
    ];
  });
  const table = [["", "ours", "baseline", "ratio", "target", ""], ...cells];
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  process.stdout.write(`\n${title}\n${lines.map((line) => `  ${line}`).join("\n")}\n`);
  return rows.filter((row) => isMet(row) === false).length;
}
