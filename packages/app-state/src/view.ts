import type { Extents, SnapshotNode } from "./snapshot.ts";

/**
 * One visible node of the tree with what the rules ask about it again and again.
 * - `root`: a window or popup, always shown
 * - `wrapper`: a generic node that says nothing; its children take its place
 * - `described`: a generic node with something to say
 * - `click target`: an anonymous generic node that can be clicked; shown as a button
 * - `plain`: all others
 */
export type ViewKind = "root" | "wrapper" | "described" | "click target" | "plain";

export interface View {
  readonly node: SnapshotNode;
  readonly parent: View | null;
  readonly rootIndex: number;
  /** Step of its path: the position in the full list of children, or `r<row>`. */
  readonly step: number | string;
  /** AT-SPI role; in a popup `menu bar` has become `popup menu`. */
  readonly role: string;
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** "" when it starts with `_`: such ids are made up by toolkits. */
  readonly id: string;
  /** Text content, cleaned. Empty for a password. */
  readonly text: string;
  readonly isInWeb: boolean;
  readonly isInSpreadsheet: boolean;
  /** Below a password field, where no text may be shown. */
  readonly isInSecret: boolean;
  children: readonly View[];
  /** The role's word in the text. */
  word: string;
  kind: ViewKind;
  /** Nothing but text in the whole subtree. */
  isTextOnly: boolean;
  /** A field, button, box or slider is somewhere below. */
  holdsControl: boolean;
  /** Filled by `textsOf` and `flatten` on first use. */
  texts: readonly string[] | null;
  flat: readonly Item[] | null;
}

/** A member of a flattened list: a view, or the text that a text-only wrapper became, with what its surroundings gave it. */
export interface Item {
  readonly view: View;
  /** The texts of a text-only wrapper, which stands as one text. */
  readonly merged: readonly string[] | null;
  /** Title from a folded container (step 7) or from the text before it (step 8). */
  readonly givenTitle: string;
  /** Description from a folded button (step 7). */
  readonly givenDescription: string;
}

/** What every rule may ask beside the node. */
export interface Settings {
  readonly toolkit: string;
  /** Cleaned. */
  readonly windowTitle: string;
  readonly textLimit: number;
  readonly rowLimit: number;
}

export function hasState(view: View, state: string): boolean {
  return view.node.states.includes(state);
}

/** It takes input. Toolkits set one of the two states, or both. */
export function isOn(view: View): boolean {
  return hasState(view, "sensitive") || hasState(view, "enabled");
}

export function isEditableNow(view: View): boolean {
  return hasState(view, "editable") && !hasState(view, "read-only") && isOn(view);
}

const EXPLICIT_VERBS: ReadonlySet<string> = new Set(["click", "press", "activate", "toggle", "jump", "open"]);

/** It has an action that says what a click does. Browsers give `doDefault` to everything. */
export function hasExplicitVerb(node: SnapshotNode): boolean {
  return node.actions.some(isExplicitVerb);
}

function isExplicitVerb(action: string): boolean {
  return EXPLICIT_VERBS.has(action.trim().toLowerCase());
}

const UNPLACED_BELOW = -2_147_483_000;

/** GTK gives x or y of about -2^31 to what it has not placed yet. */
export function isUnplaced([x, y]: Extents): boolean {
  return x < UNPLACED_BELOW || y < UNPLACED_BELOW;
}

export function hasArea([, , width, height]: Extents): boolean {
  return width > 0 && height > 0;
}
