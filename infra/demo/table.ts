/** Columns a text takes in a terminal: wide characters and emoji two, marks that combine none. */
export function textWidth(text: string): number {
  let width = 0;
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) {
    width +=
      /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u.test(
        segment,
      )
        ? 2
        : 1;
  }
  return width;
}

/** Cuts to at most `width` columns, with an ellipsis where something is missing. */
export function clip(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let cut = "";
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) {
    if (textWidth(cut + segment) > width - 1) break;
    cut += segment;
  }
  return `${cut}…`;
}

/** A table of aligned columns; the first row is its head. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => textWidth(row[column] ?? ""))));
  const line = (row: readonly string[]) =>
    `  ${row.map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - textWidth(cell))).join("  ")}`.trimEnd();
  const [head = [], ...body] = rows;
  return [line(head), `  ${widths.map((width) => "─".repeat(width)).join("  ")}`, ...body.map(line)].join("\n");
}
