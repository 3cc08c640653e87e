import type { Label } from "./find-labels.ts";
import type { Place } from "./label-places.ts";

interface Cell {
  readonly start: number;
  readonly end: number;
}
/** Rows below a header that count as its table. */
const ROWS_MAX = 500;
const CELLS_MAX = 40;
const LINE_MAX = 2_000;

/** Separators of columns, the most telling first. Two blanks separate columns of text that is laid out. */
const SEPARATORS = [/\|/g, /\t+/g, / {2,}/g, /[,;]/g, / /g] as const;
const RULE_LINE = /^[\s|+:\u2500-\u257f=-]*$/;

/** Cells below the labels that head a column: `Name | Password`, separated by bars, tabs, two blanks or commas. */
export function columnPlaces(text: string, labels: readonly Label[]): Place[] {
  const places: Place[] = [];
  let index = 0;
  let tableEnd = 0;
  while (index < labels.length) {
    const first = labels[index]!;
    const lineStart = text.lastIndexOf("\n", first.start - 1) + 1;
    const lineEnd = endOfLine(text, lineStart);
    const own: Label[] = [];
    while (index < labels.length && labels[index]!.start < lineEnd) own.push(labels[index++]!);
    // A row of a table heads none of its own: so no line belongs to two of them.
    if (lineEnd - lineStart > LINE_MAX || lineStart < tableEnd) continue;
    const table = below(text, { start: lineStart, end: lineEnd }, own, labels);
    tableEnd = table.end;
    for (const place of table.places) places.push(place);
  }
  return places;
}

interface Table {
  readonly places: readonly Place[];
  /** End of its last row. */
  readonly end: number;
}

function below(text: string, line: Cell, labels: readonly Label[], all: readonly Label[]): Table {
  for (const separator of SEPARATORS) {
    const header = cellsOf(text, line, separator);
    // One blank separates words, unless the line is short and so are they.
    if (header.length < 2 || (separator === SEPARATORS[4] && (header.length > 6 || line.end - line.start > 60)))
      continue;
    const heads = header.map((cell) => labels.find((label) => isHead(text, cell, label)));
    if (heads.every((head) => head === undefined)) continue;
    // A header names columns; a row of values is none.
    if (header.some((cell) => /\d{3}/.test(text.slice(cell.start, cell.end)))) continue;
    const rows = rowsBelow(text, line.end, separator, header, all);
    const places = rows.flatMap((row) =>
      header.flatMap((head, column) => {
        const label = heads[column];
        const cell =
          row.length === header.length
            ? row[column]
            : row.find(
                (one) =>
                  one.start - startOf(text, one) < head.end - line.start &&
                  one.end - startOf(text, one) > head.start - line.start,
              );
        return label && cell && cell.end > cell.start ? [{ label, ...cell, how: "cell" as const }] : [];
      }),
    );
    return { places, end: rows.at(-1)?.at(-1)?.end ?? line.end };
  }
  return { places: [], end: line.end };
}

function rowsBelow(
  text: string,
  headerEnd: number,
  separator: RegExp,
  header: readonly Cell[],
  labels: readonly Label[],
): Cell[][] {
  const rows: Cell[][] = [];
  let start = headerEnd + 1;
  for (let count = 0; count < ROWS_MAX && start < text.length; count++) {
    const end = endOfLine(text, start);
    const line = text.slice(start, Math.min(end, start + LINE_MAX));
    if (!RULE_LINE.test(line) || line.trim() === "") {
      const cells = cellsOf(text, { start, end: Math.min(end, start + LINE_MAX) }, separator);
      // By place where cells are laid out, by number elsewhere: another number of cells ends the table.
      if (cells.length < 2 || (cells.length !== header.length && separator !== SEPARATORS[2])) break;
      // Heads again are another table; one word that is a head elsewhere ("Mail", "Shop") is a row's name.
      const heads = cells.filter((cell) => isAnyHead(text, cell, labels)).length;
      if (heads * 2 > cells.length || (heads > 0 && cells.length === 2)) break;
      rows.push(cells);
    }
    start = end + 1;
  }
  return rows;
}

function cellsOf(text: string, line: Cell, separator: RegExp): Cell[] {
  const cells: Cell[] = [];
  const content = text.slice(line.start, line.end);
  let start = 0;
  for (const match of content.matchAll(separator)) {
    if (match.index > start || start > 0) cells.push(trimmed(text, line.start + start, line.start + match.index));
    start = match.index + match[0].length;
    if (cells.length > CELLS_MAX) return [];
  }
  if (start < content.length) cells.push(trimmed(text, line.start + start, line.end));
  return cells;
}

function trimmed(text: string, from: number, to: number): Cell {
  let start = from;
  let end = to;
  while (start < end && /[\s"']/.test(text[start]!)) start++;
  while (end > start && /[\s"']/.test(text[end - 1]!)) end--;
  return { start, end };
}

/** Nothing but the label, and at most what a head adds to it: "No.", "(EU)", a star. */
function isHead(text: string, cell: Cell, label: Label): boolean {
  if (label.start < cell.start || label.end > cell.end) return false;
  const rest = text.slice(cell.start, label.start) + text.slice(label.end, cell.end);
  return rest.length <= 14 && !/\d/.test(rest);
}

function isAnyHead(text: string, cell: Cell, labels: readonly Label[]): boolean {
  let low = 0;
  let high = labels.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (labels[middle]!.start < cell.start) low = middle + 1;
    else high = middle;
  }
  const label = labels[low];
  return label !== undefined && label.start < cell.end && isHead(text, cell, label);
}

const startOf = (text: string, cell: Cell): number => text.lastIndexOf("\n", cell.start - 1) + 1;

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}
