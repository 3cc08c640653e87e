import type { Extents } from "./snapshot.ts";
import { hasArea, type Item, isUnplaced, type Settings, type View } from "./view.ts";

/** Step 12: of a long list the rows in sight, and a summary of what that leaves out. */
export interface WindowedRows {
  readonly items: readonly Item[];
  /** `(showing 6-8 of 38 items)`; "" when everything is shown. */
  readonly summary: string;
}

/** What can hide a part of what is in it. */
const CLIPPING: ReadonlySet<string> = new Set([
  "scroll area",
  "HTML content",
  "document",
  "list",
  "outline",
  "table",
  "split group",
]);

/** `items` are the list's flattened children; what is no row stays. */
export function windowRows(list: View, items: readonly Item[], settings: Settings): WindowedRows {
  const rows = items.filter(isRow);
  if (rows.length === 0) return { items, summary: "" };
  const clip = clipOf(list);
  const inSight = clip === null ? rows : rows.filter(({ view }) => isInSight(view, clip));
  const kept = (inSight.length > 0 ? inSight : rows).slice(0, settings.rowLimit);
  const first = rows.indexOf(kept[0] ?? rows[0]!);
  const last = rows.indexOf(kept.at(-1) ?? rows[0]!);
  const isKept = new Set(kept);
  return {
    items: items.filter((item) => !isRow(item) || isKept.has(item)),
    summary: summaryOf(list, { shown: kept.length, present: rows.length, first, last }),
  };
}

/** Step 13: a spreadsheet shows cells without rows, but says which rows they are from. */
export function sheetSummary(list: View, items: readonly Item[]): string {
  const present = items.filter(isRow).length;
  return present === 0 ? "" : summaryOf(list, { shown: present, present, first: 0, last: present - 1 });
}

/** Real row numbers, from 0. */
function summaryOf(list: View, rows: { shown: number; present: number; first: number; last: number }): string {
  const total = list.node.rowsInAll ?? rows.present;
  if (rows.shown >= total) return "";
  const offset = list.node.firstRow;
  return `(showing ${offset + rows.first}-${offset + rows.last} of ${total} items)`;
}

function isRow({ view, merged }: Item): boolean {
  return merged === null && view.word === "row";
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The root's extents and those of all that clips, the list's own among them; null when none of them has any. */
function clipOf(list: View): Box | null {
  let clip: Box | null = null;
  for (let view: View | null = list; view !== null; view = view.parent) {
    if (view.parent !== null && !CLIPPING.has(view.word)) continue;
    const { extents } = view.node;
    if (extents === null || !hasArea(extents) || isUnplaced(extents)) continue;
    const box = boxOf(extents);
    clip = clip === null ? box : intersection(clip, box);
  }
  return clip;
}

function isInSight({ node: { extents } }: View, clip: Box): boolean {
  if (extents === null) return true;
  if (isUnplaced(extents)) return false;
  const { left, top, right, bottom } = intersection(boxOf(extents), clip);
  return right > left && bottom > top;
}

function boxOf([x, y, width, height]: Extents): Box {
  return { left: x, top: y, right: x + width, bottom: y + height };
}

function intersection(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}
