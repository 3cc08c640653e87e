import { z } from "zod";

/**
 * The abstract tree: what a collector read from the accessibility bus, before any rule is applied.
 * Keys are snake_case, as the files in `cases/` have them; unknown keys are ignored, `null` counts as absent.
 */

/** Longest string of a node, in UTF-16 units: collectors clamp texts long before; beyond it something is wrong. */
const STRING_MAX = 1_000_000;
/** Largest `text_limit` that a case may ask for. */
export const TEXT_LIMIT_MAX = 10_000;
const STATES_MAX = 100;
const ACTIONS_MAX = 1_000;

const Str = z.string().max(STRING_MAX).nullish();
const Names = z.array(z.string().max(10_000)).max(ACTIONS_MAX).nullish();
const Position = z.int().nonnegative();

/** A node without its children: these are walked one by one, so that a deep tree cannot exhaust the stack. */
export const NodeFields = z.object({
  /** AT-SPI role name, enum spelling (`push button`), never localised. */
  role: z
    .string()
    .max(200)
    .regex(/^\P{Cc}+$/u, "must be a role's name without control characters"),
  name: Str,
  description: Str,
  help: Str,
  id: Str,
  url: Str,
  placeholder: Str,
  /** AT-SPI state names in lower case (`showing`, `multi-line`). */
  states: z.array(z.string().max(200)).max(STATES_MAX).nullish(),
  /** x, y, width, height in screen pixels. Absent: the node has no Component interface. */
  extents: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullish(),
  /** Raw action names, in order. */
  actions: Names,
  /** Keys that do one of them, as the toolkit writes them (`b` of a web page's access key, `<Alt>f;<Alt>f;` of GTK). No line shows them. */
  keys: Names,
  /** Display names that the collector adds (`Raise`, `Scroll Up`, `Expand`). */
  extra_actions: Names,
  /** Content of the Text interface. */
  text: Str,
  value: z.object({ current: z.number(), text: Str }).nullish(),
  attributes: z.record(z.string().max(200), z.string().max(STRING_MAX)).nullish(),
  /** Text of the labelled-by relation's target. */
  labelled_by: Str,
  /** True on a label that some control's labelled-by points at. */
  label_for: z.boolean().nullish(),
  /** Combo box: name of the selected option. */
  selected: Str,
  /** Rows in all, and the number of the first one that is present. */
  table: z.object({ rows: Position.nullish(), first_row: Position.nullish() }).nullish(),
  /** Identity: bus name and object path. A node whose key an ancestor has is a cycle. */
  key: Str,
  /** Position in the full list of children, when it differs from the position here. */
  index: Position.nullish(),
  /** Number of a row that the collector made up from cells; its step in a path is `r<row>`. */
  row: Position.nullish(),
});

/** The snapshot around the nodes. */
export const SnapshotFields = z.object({
  app: z.object({
    /**
     * Printed as it is, so it must not break the line it stands in.
     */
    id: z
      .string()
      .max(1_000)
      .regex(/^\P{Cc}*$/u, "must not hold control characters")
      .nullish(),
    name: z.string().max(10_000),
    pid: z.int(),
    /** gtk2, gtk3, gtk4, qt, chromium, or another toolkit's name in lower case: selects toolkit rules. */
    toolkit: z.string().max(100),
  }),
  window: z.object({ title: z.string().max(STRING_MAX) }),
  selected_text: Str,
  /** Texts of web pages that are out of sight, where they were asked for. No line shows them. */
  unseen: z.array(z.string().max(STRING_MAX)).max(10_000).nullish(),
  options: z
    .object({
      text_limit: z.int().min(1).max(TEXT_LIMIT_MAX).optional(),
      max_nodes: z.int().min(1).max(20_000).optional(),
      max_depth: z.int().min(0).max(1_000).optional(),
      row_limit: z.int().min(1).max(20_000).optional(),
    })
    .nullish(),
});

/**
 * A node as the rules see it: absent strings are empty, absent lists too. Every node has every key, in this order: rules ask
 * thousands of nodes for the same keys, which is several times faster on objects of one shape.
 */
export interface SnapshotNode {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly help: string;
  readonly id: string;
  readonly url: string;
  readonly placeholder: string;
  readonly states: readonly string[];
  readonly extents: Extents | null;
  readonly actions: readonly string[];
  readonly extraActions: readonly string[];
  readonly keys: readonly string[];
  readonly text: string;
  /** Of the Value interface. */
  readonly number: number | null;
  readonly attributes: Readonly<Record<string, string>> | null;
  readonly labelledBy: string;
  readonly isRelationLabel: boolean;
  readonly selected: string;
  readonly rowsInAll: number | null;
  readonly firstRow: number;
  readonly key: string;
  /** Step in a path: `index`, or `r<row>`; null when it is the position in the list. */
  readonly step: number | string | null;
  /** `null` is a child that could not be read: it is skipped but counts for positions. */
  readonly children: (SnapshotNode | null)[];
}

/** x, y, width, height in pixels. */
export type Extents = readonly [number, number, number, number];

export interface Snapshot {
  readonly app: { readonly id: string; readonly name: string; readonly pid: number; readonly toolkit: string };
  readonly windowTitle: string;
  readonly selectedText: string;
  readonly unseen: readonly string[];
  /** Code points of a string. */
  readonly textLimit: number;
  /** Elements in all. */
  readonly nodesMax: number;
  /** Rendered levels; a root's is 0. */
  readonly depthMax: number;
  /** Rows of one list. */
  readonly rowLimit: number;
  /** The window first, then the open popups. */
  readonly roots: readonly SnapshotNode[];
}
