import type { z } from "zod";
import { NodeFields, type Snapshot, SnapshotFields, type SnapshotNode } from "./snapshot.ts";

/** Levels of nodes. Chromium parses documents to 512 levels; the renderer's recursion is safe at this depth. */
const DEPTH_MAX = 600;
/** Nodes in all, the roots among them. LibreOffice has 2,000, a large page 20,000. */
const NODES_MAX = 100_000;
const NO_STRINGS: readonly string[] = [];

/** A tree that cannot be rendered. `place` says where, as in `roots[0].children[3].extents`. */
export class SnapshotFault extends Error {
  override readonly name = "SnapshotFault";
  readonly place: string;
  constructor(place: string, fault: string) {
    super(place === "" ? fault : `${place}: ${fault}`);
    this.place = place;
  }
}

interface Open {
  readonly node: Record<string, unknown>;
  readonly parsed: SnapshotNode;
  readonly parent: Open | null;
  readonly position: number;
  readonly depth: number;
}

/**
 * Checks what came from a collector or a file. Walks without recursion: neither depth nor a cycle of objects can hurt.
 * @throws SnapshotFault at the first thing that is wrong.
 */
export function parseSnapshot(input: unknown): Snapshot {
  const whole = asObject(input, null, null);
  const fields = parseWith(SnapshotFields, whole, null, null);
  if (!Array.isArray(whole.roots)) throw new SnapshotFault("roots", "must be a list of nodes");
  if (whole.roots.length === 0) throw new SnapshotFault("roots", "must hold the window");
  const roots: SnapshotNode[] = [];
  const pending: Open[] = [];
  let count = 0;

  function open(raw: unknown, parent: Open | null, position: number): SnapshotNode {
    const depth = (parent?.depth ?? 0) + 1;
    if (depth > DEPTH_MAX) throw new SnapshotFault("roots", `nodes are nested deeper than ${DEPTH_MAX} levels`);
    count += 1;
    if (count > NODES_MAX) throw new SnapshotFault("roots", `there are more than ${NODES_MAX} nodes`);
    const node = asObject(raw, parent, position);
    const parsed = nodeOf(parseWith(NodeFields, node, parent, position));
    if (node.children !== undefined && node.children !== null) pending.push({ node, parsed, parent, position, depth });
    return parsed;
  }

  whole.roots.forEach((root: unknown, position) => {
    roots.push(open(root, null, position));
  });
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { children } = next.node;
    if (!Array.isArray(children))
      throw new SnapshotFault(`${placeOf(next.parent, next.position)}.children`, "must be a list of nodes");
    if (children.length > NODES_MAX) throw new SnapshotFault("roots", `there are more than ${NODES_MAX} nodes`);
    for (let position = 0; position < children.length; position++) {
      const child: unknown = children[position];
      next.parsed.children.push(child === null ? null : open(child, next, position));
    }
  }
  const { app, window, options } = fields;
  return {
    app: { ...app, id: app.id ?? "" },
    windowTitle: window.title,
    selectedText: fields.selected_text ?? "",
    unseen: fields.unseen ?? NO_STRINGS,
    textLimit: options?.text_limit ?? 160,
    nodesMax: options?.max_nodes ?? 1_200,
    depthMax: options?.max_depth ?? 20,
    rowLimit: options?.row_limit ?? 20,
    roots,
  };
}

function nodeOf(fields: z.infer<typeof NodeFields>): SnapshotNode {
  const { row, table } = fields;
  return {
    role: fields.role,
    name: fields.name ?? "",
    description: fields.description ?? "",
    help: fields.help ?? "",
    id: fields.id ?? "",
    url: fields.url ?? "",
    placeholder: fields.placeholder ?? "",
    states: fields.states ?? NO_STRINGS,
    extents: fields.extents ?? null,
    actions: fields.actions ?? NO_STRINGS,
    extraActions: fields.extra_actions ?? NO_STRINGS,
    keys: fields.keys ?? NO_STRINGS,
    text: fields.text ?? "",
    number: fields.value?.current ?? null,
    attributes: fields.attributes ?? null,
    labelledBy: fields.labelled_by ?? "",
    isRelationLabel: fields.label_for ?? false,
    selected: fields.selected ?? "",
    rowsInAll: table?.rows ?? null,
    firstRow: table?.first_row ?? 0,
    key: fields.key ?? "",
    step: typeof row === "number" ? `r${row}` : (fields.index ?? null),
    children: [],
  };
}

/** `position` is null for the snapshot itself. */
function asObject(value: unknown, parent: Open | null, position: number | null): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new SnapshotFault(placeOf(parent, position), "must be an object");
}

function parseWith<T extends z.ZodType>(
  schema: T,
  value: unknown,
  parent: Open | null,
  position: number | null,
): z.infer<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const at = (issue?.path ?? []).map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  throw new SnapshotFault(`${placeOf(parent, position)}${at}`.replace(/^\./, ""), issue?.message ?? "is not valid");
}

function placeOf(parent: Open | null, position: number | null): string {
  if (position === null) return "";
  const steps = [position];
  for (let open = parent; open !== null; open = open.parent) steps.push(open.position);
  return `roots[${steps.pop()}]${steps
    .reverse()
    .map((step) => `.children[${step}]`)
    .join("")}`;
}
