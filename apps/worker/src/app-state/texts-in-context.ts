import type { SnapshotNode } from "@deskfleet/app-state";

const ROW = "table row";
const HEAD = /column header/;
/** Columns of a row: a sheet has sixteen thousand. */
const COLUMNS_MAX = 200;

/**
 * What fields and tables say, each as one text: the name of a field, or the head of a column, tells what a value is that nobody would
 * recognise by itself.
 */
export function textsInContext(roots: readonly SnapshotNode[]): string[] {
  const texts: string[] = [];
  const pending = [...roots];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const children = node.children.filter((child) => child !== null);
    const label = node.labelledBy || node.name;
    if (node.text !== "" && label !== "" && label !== node.text) texts.push(`${label}: ${node.text}`);
    const rows = children.filter(({ role }) => role === ROW);
    if (rows.length > 0) texts.push(tableText(children, rows));
    pending.push(...children);
  }
  return texts;
}

/** Rows as lines, cells a tab apart, as many as their columns say. */
function tableText(children: readonly SnapshotNode[], rows: readonly SnapshotNode[]): string {
  const heads = children.filter(({ role }) => HEAD.test(role));
  const lines = rows.map((row) => cellsOf(row.children));
  return [...(heads.length > 0 ? [cellsOf(heads)] : []), ...lines].map((cells) => cells.join("\t")).join("\n");
}

function cellsOf(nodes: readonly (SnapshotNode | null)[]): string[] {
  const cells: string[] = [];
  for (const [position, node] of nodes.entries()) {
    const column = typeof node?.step === "number" && !HEAD.test(node.role) ? node.step : position;
    if (node === null || column >= COLUMNS_MAX) continue;
    while (cells.length < column) cells.push("");
    cells[column] = textOf(node);
  }
  return cells;
}

/** Of a cell without a text of its own, those of what is in it. */
function textOf(cell: SnapshotNode): string {
  const texts: string[] = [];
  const pending: (SnapshotNode | null)[] = [cell];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node === null) continue;
    if (node.text !== "" || node.children.length === 0) texts.push(node.text || node.name);
    else pending.push(...node.children.toReversed());
  }
  return texts.join(" ").replaceAll(/\s+/g, " ").trim();
}
