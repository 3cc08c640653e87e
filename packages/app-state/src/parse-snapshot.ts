import type { z } from "zod";
import { NodeFields, type Snapshot, SnapshotFields, type SnapshotNode } from "./snapshot.ts";

/** Levels of nodes. Chromium parses documents to 512 levels; the renderer's recursion is safe at this depth. */
const DEPTH_MAX = 600;
/** Nodes in all, the roots among them. LibreOffice has 2,000, a large page 20,000. */
const NODES_MAX = 100_000;

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
  readonly parsed: { children: (SnapshotNode | null)[] };
  readonly parent: Open | null;
  readonly position: number;
  readonly depth: number;
}

/**
 * Checks what came from a collector or a file. Walks without recursion: neither depth nor a cycle of objects can hurt.
 * @throws SnapshotFault at the first thing that is wrong.
 */
export function parseSnapshot(input: unknown): Snapshot {
  const whole = asObject(input, () => "");
  const fields = parseWith(SnapshotFields, whole, () => "");
  if (!Array.isArray(whole.roots)) throw new SnapshotFault("roots", "must be a list of nodes");
  if (whole.roots.length === 0) throw new SnapshotFault("roots", "must hold the window");
  const roots: (SnapshotNode | null)[] = [];
  const pending: Open[] = [];
  let count = 0;

  const open = (raw: unknown, parent: Open | null, position: number, into: (SnapshotNode | null)[]) => {
    const place = () => placeOf(parent, position);
    const depth = (parent?.depth ?? 0) + 1;
    if (depth > DEPTH_MAX) throw new SnapshotFault("roots", `nodes are nested deeper than ${DEPTH_MAX} levels`);
    count += 1;
    if (count > NODES_MAX) throw new SnapshotFault("roots", `there are more than ${NODES_MAX} nodes`);
    const node = asObject(raw, place);
    const parsed = { ...parseWith(NodeFields, node, place), children: [] };
    into.push(parsed);
    if (node.children !== undefined && node.children !== null) pending.push({ node, parsed, parent, position, depth });
  };

  whole.roots.forEach((root: unknown, position) => {
    open(root, null, position, roots);
  });
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { children } = next.node;
    if (!Array.isArray(children)) throw new SnapshotFault(`${placeOfOpen(next)}.children`, "must be a list of nodes");
    if (children.length > NODES_MAX) throw new SnapshotFault("roots", `there are more than ${NODES_MAX} nodes`);
    for (let position = 0; position < children.length; position++) {
      if (children[position] === null) next.parsed.children.push(null);
      else open(children[position], next, position, next.parsed.children);
    }
  }
  return { ...fields, roots: roots.filter((root) => root !== null) };
}

function asObject(value: unknown, place: () => string): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new SnapshotFault(place(), "must be an object");
}

function parseWith<T extends z.ZodType>(schema: T, value: unknown, place: () => string): z.infer<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const at = (issue?.path ?? []).map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  throw new SnapshotFault(`${place()}${at}`.replace(/^\./, ""), issue?.message ?? "is not valid");
}

function placeOfOpen(open: Open): string {
  return placeOf(open.parent, open.position);
}

function placeOf(parent: Open | null, position: number): string {
  const steps = [position];
  for (let open = parent; open !== null; open = open.parent) steps.push(open.position);
  return `roots[${steps.pop()}]${steps
    .reverse()
    .map((step) => `.children[${step}]`)
    .join("")}`;
}
