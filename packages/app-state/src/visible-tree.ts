import { cleanText } from "./clean-text.ts";
import { kindOf } from "./described.ts";
import { withoutClassNames } from "./gtk4-names.ts";
import { isListMarker } from "./list-marker.ts";
import { isPassword, roleWord } from "./roles.ts";
import type { SnapshotNode } from "./snapshot.ts";
import { isControl, isTextOnly } from "./text-only.ts";
import { hasArea, hasState, isUnplaced, type Settings, type View } from "./view.ts";

/** Step 2: the nodes that can be seen, with their roles' words, kinds and cleaned strings. */
export interface VisibleTree {
  readonly roots: readonly View[];
  /** Menu bars of the window, taken out of place (step 16), in document order. */
  readonly menuBars: readonly View[];
  /** The last one with state `focused`, in document order. */
  readonly focused: View | null;
}

const NO_CHILDREN: readonly View[] = [];
/** Of what is below a password field only these have names that people wrote; others may hold what was typed. */
const NAMED_IN_SECRETS: ReadonlySet<string> = new Set(["push button", "toggle button", "check box", "icon", "image"]);
const WEB_DOCUMENTS: ReadonlySet<string> = new Set(["document web", "document frame"]);

export function visibleTree(roots: readonly SnapshotNode[], settings: Settings): VisibleTree {
  const menuBars: View[] = [];
  const focused: View[] = [];
  /** Keys of the nodes on the way down. */
  const keys = new Set<string>();

  function visit(node: SnapshotNode, parent: View | null, rootIndex: number, step: number | string): View | null {
    const isRoot = parent === null;
    if (!isRoot && !node.states.includes("showing")) return null;
    const { key } = node;
    if (key !== "" && keys.has(key)) return null;
    const opensKey = key !== "" && node.children.length > 0;

    const view = newView(node, parent, rootIndex, step, settings);
    if (hasState(view, "focused") && !isQtTab(view, settings)) focused.push(view);
    if (opensKey) keys.add(key);
    if (node.children.length > 0) view.children = visitChildren(node.children, view);
    if (opensKey) keys.delete(key);

    complete(view, settings);
    if (!isRoot && view.children.length === 0 && isNowhere(view)) {
      if (focused.at(-1) === view) focused.pop();
      return null;
    }
    if (!isRoot && rootIndex === 0 && view.role === "menu bar" && !view.isInWeb) {
      menuBars.push(view);
      return null;
    }
    return view;
  }

  function visitChildren(nodes: readonly (SnapshotNode | null)[], parent: View): View[] {
    const views: View[] = [];
    for (let position = 0; position < nodes.length; position++) {
      const node = nodes[position];
      if (!node) continue;
      const view = visit(node, parent, parent.rootIndex, node.step ?? position);
      if (view !== null) views.push(view);
    }
    return views;
  }

  const views = roots.map((root, index) => visit(root, null, index, index)).filter((view) => view !== null);
  return { roots: views, menuBars, focused: focused.at(-1) ?? null };
}

function newView(
  node: SnapshotNode,
  parent: View | null,
  rootIndex: number,
  step: number | string,
  settings: Settings,
): View {
  const { textLimit, toolkit } = settings;
  const role = rootIndex > 0 && node.role === "menu bar" ? "popup menu" : node.role;
  const isInSecret = parent !== null && (parent.isInSecret || isPassword(parent.node));
  const isNameSafe = !isInSecret || NAMED_IN_SECRETS.has(role);
  const cleanName = isNameSafe ? cleanText(node.name, textLimit) : "";
  const id = cleanText(node.id, textLimit);
  return {
    node,
    parent,
    rootIndex,
    step,
    role,
    name: toolkit === "gtk4" ? withoutClassNames(cleanName, role) : cleanName,
    label: cleanText(node.labelledBy, textLimit),
    description: cleanText(node.description, textLimit),
    id: id.startsWith("_") ? "" : id,
    text: isInSecret || isPassword(node) ? "" : cleanText(node.text, textLimit),
    isInWeb: parent !== null && (parent.isInWeb || WEB_DOCUMENTS.has(parent.role)),
    isInSpreadsheet: parent !== null && (parent.isInSpreadsheet || parent.role === "document spreadsheet"),
    isInSecret,
    children: NO_CHILDREN,
    word: "",
    kind: "plain",
    isTextOnly: false,
    holdsControl: false,
    texts: null,
    flat: null,
  };
}

/** What depends on the children. */
function complete(view: View, settings: Settings): void {
  if (view.role === "list item" && view.isInWeb && view.children[0] && isListMarker(view.children[0])) {
    view.children = view.children.slice(1);
  }
  const word = roleWord(view, settings);
  view.kind = kindOf(view, word === null, settings);
  view.word = word ?? (view.kind === "click target" ? "button" : "container");
  view.isTextOnly = isTextOnly(view);
  view.holdsControl = !view.isTextOnly && view.children.some(holdsOrIsControl);
}

/** Nothing is there to see: no size, or no place. Table cells that are scrolled away have no place but are real. */
function isNowhere({ node: { extents }, role }: View): boolean {
  if (extents === null) return false;
  return !hasArea(extents) || (role !== "table cell" && isUnplaced(extents));
}

/** Qt calls its current tab focused. */
function isQtTab({ role }: View, { toolkit }: Settings): boolean {
  return role === "page tab" && toolkit === "qt";
}

function holdsOrIsControl(view: View): boolean {
  return view.holdsControl || isControl(view);
}
