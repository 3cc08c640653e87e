import { cleanText } from "./clean-text.ts";
import { type Element, topElements } from "./element.ts";
import { headOf, lineOf } from "./lines.ts";
import { distinctMenuBars } from "./menu-bars.ts";
import { type ElementRecord, recordOf } from "./records.ts";
import type { Snapshot } from "./snapshot.ts";
import { bullets } from "./values.ts";
import { isUnplaced, type Settings, type View } from "./view.ts";
import { type VisibleTree, visibleTree } from "./visible-tree.ts";

/** An application's state as text, and what stands behind its lines. */
export interface Rendering {
  /** All of it, without a newline at the end. */
  readonly text: string;
  /** Cleaned; "" when the window has none. */
  readonly windowTitle: string;
  /** The two lines about application and window. */
  readonly header: string;
  /** The element lines, and the line about truncation. */
  readonly tree: string;
  /** Focus and selection, as far as there are any. */
  readonly tail: readonly string[];
  /** One for each element line, in order. */
  readonly elements: readonly ElementRecord[];
  readonly focusedIndex: number | null;
  /** Cleaned; bullets in a password field; "" when nothing is selected. */
  readonly selectedText: string;
  /** A cap was hit: there is more than the text shows. */
  readonly isTruncated: boolean;
}

/** Pure, and total over everything that `parseSnapshot` returns. */
export function renderAppState(snapshot: Snapshot): Rendering {
  const { app, textLimit, rowLimit } = snapshot;
  const appName = cleanText(app.name, textLimit);
  const windowTitle = cleanText(snapshot.windowTitle, textLimit);
  const settings: Settings = { toolkit: app.toolkit, windowTitle, textLimit, rowLimit };
  const tree = visibleTree(snapshot.roots, settings);
  const numbered = numberElements(topLevel(tree, settings), snapshot);

  const header = [
    `App=${app.id || appName} (pid ${app.pid})`,
    `Window: "${windowTitle || appName}", App: ${appName}.`,
  ].join("\n");
  const lines = [...numbered.lines];
  if (numbered.isTruncated) lines.push(`(truncated: ${numbered.records.length} elements shown)`);
  const focused = focusedHead(tree.focused, numbered.heads);
  const selectedText = selectionOf(snapshot, tree.focused, settings);
  const tail: string[] = [];
  if (focused !== null) tail.push(`The focused UI element is ${focused.head}.`);
  if (selectedText !== "") tail.push(`Selected text: [${selectedText}]`);
  const treeText = lines.join("\n");
  return {
    text: [header, treeText, ...(tail.length > 0 ? ["", ...tail] : [])].join("\n"),
    windowTitle,
    header,
    tree: treeText,
    tail,
    elements: numbered.records,
    focusedIndex: focused?.index ?? null,
    selectedText,
    isTruncated: numbered.isTruncated,
  };
}

/** The window, its menu bars, then the popups: all at depth 0. */
function topLevel({ roots, menuBars }: VisibleTree, settings: Settings): readonly Element[] {
  const [window, ...popups] = roots;
  const bars = distinctMenuBars(menuBars);
  return [window, ...bars, ...popups].flatMap((view) => (view ? topElements(view, settings) : []));
}

interface Head {
  readonly index: number;
  readonly head: string;
}

interface Numbered {
  readonly lines: readonly string[];
  readonly records: readonly ElementRecord[];
  /** The beginning of the line of each view that has one. */
  readonly heads: ReadonlyMap<View, Head>;
  readonly isTruncated: boolean;
}

/** Step 17: gives the lines their numbers, and stops at the caps. */
function numberElements(top: readonly Element[], snapshot: Snapshot): Numbered {
  const lines: string[] = [];
  const records: ElementRecord[] = [];
  const heads = new Map<View, Head>();
  const { toolkit } = snapshot.app;
  const origin = originOf(snapshot);
  let isTruncated = false;

  function number(elements: readonly Element[], depth: number): void {
    for (const element of elements) {
      if (depth > snapshot.depthMax || records.length >= snapshot.nodesMax) {
        isTruncated = true;
        return;
      }
      const index = records.length;
      const head = headOf(index, element);
      lines.push("\t".repeat(depth) + lineOf(head, element));
      records.push(recordOf(element, { index, depth, toolkit, origin }));
      heads.set(element.view, { index, head });
      number(element.children, depth + 1);
    }
  }
  number(top, 0);
  return { lines, records, heads, isTruncated };
}

/** Step 18: the focused node's line, or that of its nearest ancestor below the root that has one. */
function focusedHead(focused: View | null, heads: ReadonlyMap<View, Head>): Head | null {
  for (let view = focused; view !== null && view.parent !== null; view = view.parent) {
    const head = heads.get(view);
    if (head !== undefined) return head;
  }
  return null;
}

/** A toolkit may give away what is selected in a password field. */
function selectionOf(snapshot: Snapshot, focused: View | null, settings: Settings): string {
  const selected = cleanText(snapshot.selectedText, settings.textLimit);
  const isSecret = focused !== null && (focused.word === "secure text field" || focused.isInSecret);
  return isSecret && selected !== "" ? bullets(snapshot.selectedText, settings) : selected;
}

/** Frames are relative to the window, those of its popups too. */
function originOf(snapshot: Snapshot): readonly [number, number] {
  const extents = snapshot.roots[0]?.extents;
  return extents && !isUnplaced(extents) ? [extents[0], extents[1]] : [0, 0];
}
