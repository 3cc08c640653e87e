import type { Snapshot, SnapshotNode } from "@deskfleet/app-state";
import type { Dialog } from "@deskfleet/contracts";
import { type DialogFacts, errorDialog } from "@deskfleet/gates";
import type { ContentFilter } from "../content/content-filter.ts";

/** By accessibility role; a file chooser says `dialog` by its own name and tells nothing. */
const WINDOWS: Readonly<Record<string, DialogFacts["role"]>> = {
  alert: "alert",
  dialog: "dialog",
  frame: "window",
  window: "window",
};
/** Parts of a window or page that tell something of their own. */
const PARTS: Readonly<Record<string, DialogFacts["role"]>> = {
  alert: "region",
  notification: "region",
  "info bar": "region",
  dialog: "dialog",
};
const BUTTONS: ReadonlySet<string> = new Set(["push button", "button"]);
const LABELS: ReadonlySet<string> = new Set(["label", "static", "paragraph", "heading", "caption"]);
const ICONS: ReadonlySet<string> = new Set(["icon", "image"]);
const FIELDS: ReadonlySet<string> = new Set([
  ...["password text", "entry", "editbar", "spin button", "combo box", "slider", "date editor"],
  ...["check box", "radio button", "toggle button", "switch"],
]);
const DOCUMENTS: ReadonlySet<string> = new Set([
  ...["list", "list box", "table", "tree", "tree table", "terminal"],
  ...["document web", "document frame", "document text", "document spreadsheet", "canvas", "drawing area"],
]);
/** Of one dialog; a window with more is no message. */
const NODES_MAX = 400;
const DIALOGS_MAX = 5;

/** The errors, warnings and questions that an application shows, as they are: never answered without `cleanDialogs`. */
export function dialogsIn({ roots, windowTitle }: Snapshot): Dialog[] {
  const found: Dialog[] = [];
  for (const [index, root] of roots.entries()) {
    const role = WINDOWS[root.role];
    const title = index === 0 ? windowTitle : "";
    const own = role === undefined ? null : dialogOf(root, role, title);
    if (own !== null) found.push(own);
    else found.push(...partsOf(root));
    if (found.length >= DIALOGS_MAX) break;
  }
  return found.slice(0, DIALOGS_MAX);
}

/** As they may be answered. What is known by its title alone is nothing to whoever may not read titles. */
export function cleanDialogs(
  content: ContentFilter,
  dialogs: readonly Dialog[],
  { mayReadTitles }: { readonly mayReadTitles: boolean },
): Dialog[] {
  const { value } = content.redactValue(dialogs);
  if (mayReadTitles) return [...value];
  const told = value.filter(({ text, buttons }) => text !== "" || buttons.length > 0);
  return told.map((dialog) => ({ ...dialog, title: null }));
}

/** The outermost: what is within one belongs to it. */
function partsOf(root: SnapshotNode): Dialog[] {
  const found: Dialog[] = [];
  const pending = shownChildren(root).reverse();
  for (let node = pending.pop(); node !== undefined && found.length < DIALOGS_MAX; node = pending.pop()) {
    const role = PARTS[node.role];
    const dialog = role === undefined ? null : dialogOf(node, role, "");
    if (dialog !== null) found.push(dialog);
    else pending.push(...shownChildren(node).reverse());
  }
  return found;
}

/** The name of a message's window is its kind in some toolkits, and its title in others. */
function dialogOf(root: SnapshotNode, role: DialogFacts["role"], title: string): Dialog | null {
  const icons = [root.name];
  const texts: string[] = [];
  const buttons: string[] = [];
  let fields = 0;
  let documents = 0;
  const pending = shownChildren(root).reverse();
  if (role === "region" && pending.length === 0) texts.push(root.name || root.text);
  for (let node = pending.pop(), seen = 0; node !== undefined; node = pending.pop(), seen += 1) {
    if (seen === NODES_MAX) return null;
    if (BUTTONS.has(node.role)) buttons.push(node.name);
    else if (ICONS.has(node.role)) icons.push(node.name, node.description, ...Object.values(node.attributes ?? {}));
    else if (FIELDS.has(node.role)) fields += 1;
    else if (DOCUMENTS.has(node.role)) documents += 1;
    else if (LABELS.has(node.role)) texts.push(node.name || node.text);
    else if (node.text.trim() !== "" || node.states.includes("editable")) {
      if (!node.states.includes("editable")) texts.push(node.text);
      else if (node.states.includes("multi-line")) documents += 1;
      else fields += 1;
    }
    // What a control is made of says what it is once more.
    if (!BUTTONS.has(node.role) && !FIELDS.has(node.role)) pending.push(...shownChildren(node).reverse());
  }
  return errorDialog({ role, title: title || root.name, icons, texts, buttons, fields, documents });
}

const shownChildren = ({ children }: SnapshotNode): SnapshotNode[] =>
  children.filter((child): child is SnapshotNode => child?.states.includes("showing") === true);
