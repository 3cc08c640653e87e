import {
  type ElementRecord,
  type Rendering,
  renderAppState,
  type Snapshot,
  type SnapshotNode,
} from "@deskfleet/app-state";
import type { ContentFilter } from "../content/content-filter.ts";
import { textsInContext } from "./texts-in-context.ts";

/** No secret that a pattern knows is shorter. A tenant's own words and what was typed may be. */
const SECRET_MIN = 6;

/**
 * Gate 8 before rendering: a secret is recognised in the whole string that holds it, where the text may show only its beginning.
 * Text and elements come from the same masked tree and so say the same. Elements keep their name as read, by which the executor finds
 * them; it is in no answer. `rendering`: of the snapshot as it is; answered itself where there is nothing to mask.
 */
export function maskSnapshot(
  content: ContentFilter,
  snapshot: Snapshot,
  rendering: Rendering,
): { readonly shown: Rendering; readonly shownName: string; readonly kinds: readonly string[] } {
  const { keywords = [], values = [] } = content.rules;
  const lengthMin = keywords.length > 0 || values.length > 0 ? 1 : SECRET_MIN;
  const strings = [...stringsOf(snapshot, lengthMin)];
  const { texts, kinds } = content.redactAlike([...strings, ...textsInContext(snapshot.roots)]);
  if (kinds.length === 0) return { shown: rendering, shownName: snapshot.app.name, kinds };
  const masked = new Map(strings.map((text, index) => [text, texts[index] ?? ""]));
  const mask = (text: string): string => masked.get(text) ?? text;
  const names = new Map<string, string>();
  const shownName = mask(snapshot.app.name);
  const shown = renderAppState({
    ...snapshot,
    app: { ...snapshot.app, name: shownName },
    roots: snapshot.roots.map((root, index) => maskTree(root, `${index}`, mask, names)),
    windowTitle: mask(snapshot.windowTitle),
    selectedText: mask(snapshot.selectedText),
  });
  const elements = shown.elements.map(
    (record): ElementRecord => ({
      ...record,
      sourceName: names.get([record.windowIndex, ...record.path].join("/")) ?? record.sourceName,
    }),
  );
  return { shown: { ...shown, elements }, shownName, kinds };
}

/** Each once: applications repeat themselves. Without recursion: a tree may have 600 levels. */
function stringsOf({ app, windowTitle, selectedText, roots }: Snapshot, lengthMin: number): Set<string> {
  const strings = new Set<string>();
  const add = (text: string): void => {
    if (text.length >= lengthMin) strings.add(text);
  };
  for (const text of [app.name, windowTitle, selectedText]) add(text);
  const pending = [...roots];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (const text of [node.name, node.description, node.help, node.id, node.url, node.placeholder]) add(text);
    for (const text of [node.text, node.labelledBy, node.selected]) add(text);
    for (const value of Object.values(node.attributes ?? {})) add(value);
    for (const child of node.children) if (child !== null) pending.push(child);
  }
  return strings;
}

/** Puts the names that were masked into `names`, by window and path. */
function maskTree(
  root: SnapshotNode,
  rootPlace: string,
  mask: (text: string) => string,
  names: Map<string, string>,
): SnapshotNode {
  const maskedRoot = maskNode(root, mask);
  const pending = [{ from: root, to: maskedRoot, place: rootPlace }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { from, to, place } = next;
    if (to.name !== from.name) names.set(place, from.name);
    for (const [position, child] of from.children.entries()) {
      const masked = child === null ? null : maskNode(child, mask);
      to.children.push(masked);
      if (child !== null && masked !== null)
        pending.push({ from: child, to: masked, place: `${place}/${child.step ?? position}` });
    }
  }
  return maskedRoot;
}

function maskNode(node: SnapshotNode, mask: (text: string) => string): SnapshotNode {
  return {
    ...node,
    name: mask(node.name),
    description: mask(node.description),
    help: mask(node.help),
    id: mask(node.id),
    url: mask(node.url),
    placeholder: mask(node.placeholder),
    text: mask(node.text),
    labelledBy: mask(node.labelledBy),
    selected: mask(node.selected),
    attributes:
      node.attributes === null
        ? null
        : Object.fromEntries(Object.entries(node.attributes).map(([name, value]) => [name, mask(value)])),
    children: [],
  };
}
