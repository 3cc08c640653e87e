import { cleanText } from "./clean-text.ts";
import { kindOf } from "./described.ts";
import { withoutClassNames } from "./gtk4-names.ts";
import { isListMarker } from "./list-marker.ts";
import { roleWord } from "./roles.ts";
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

const WEB_DOCUMENTS: ReadonlySet<string> = new Set(["document web", "document frame"]);

export function visibleTree(roots: readonly SnapshotNode[], settings: Settings): VisibleTree {
  const menuBars: View[] = [];
  const focused: View[] = [];
  const keys = new Set<string>();

  function visit(node: SnapshotNode, parent: View | null, rootIndex: number, step: number | string): View | null {
    const isRoot = parent === null;
    if (!isRoot && !node.states?.includes("showing")) return null;
    const key = node.key ?? "";
    const hasNewKey = key !== "" && !keys.has(key);
    if (!isRoot && key !== "" && !hasNewKey) return null;

    const view = newView(node, parent, rootIndex, step, settings);
    if (hasState(view, "focused") && !isQtTab(view, settings)) focused.push(view);
    if (hasNewKey) keys.add(key);
    const children: View[] = [];
    const raw = node.children;
    for (let position = 0; position < raw.length; position++) {
      const child = raw[position];
      if (!child) continue;
      const childStep = typeof child.row === "number" ? `r${child.row}` : (child.index ?? position);
      const visible = visit(child, view, rootIndex, childStep);
      if (visible !== null) children.push(visible);
    }
    if (hasNewKey) keys.delete(key);
    view.children = children;

    complete(view, settings);
    if (!isRoot && children.length === 0 && isNowhere(view)) {
      if (focused.at(-1) === view) focused.pop();
      return null;
    }
    if (!isRoot && rootIndex === 0 && view.role === "menu bar" && !view.isInWeb) {
      menuBars.push(view);
      return null;
    }
    return view;
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
  const cleanName = cleanText(node.name, textLimit);
  const id = cleanText(node.id, textLimit);
  return {
    node,
    parent,
    rootIndex,
    step,
    role,
    name: toolkit === "gtk4" ? withoutClassNames(cleanName, role) : cleanName,
    label: cleanText(node.labelled_by, textLimit),
    description: cleanText(node.description, textLimit),
    id: id.startsWith("_") ? "" : id,
    text: isPassword(node) ? "" : cleanText(node.text, textLimit),
    extents: node.extents ?? null,
    isInWeb: parent !== null && (parent.isInWeb || WEB_DOCUMENTS.has(parent.role)),
    isInSpreadsheet: parent !== null && (parent.isInSpreadsheet || parent.role === "document spreadsheet"),
    isInSecret: parent !== null && (parent.isInSecret || isPassword(parent.node)),
    children: [],
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
  const word = roleWord({
    role: view.role,
    parentRole: view.parent?.role ?? null,
    rootIndex: view.rootIndex,
    isNamed: view.name !== "",
    isInWeb: view.isInWeb,
    isEditable: hasState(view, "editable"),
    isMultiLine: hasState(view, "multi-line"),
    isSelectable: hasState(view, "selectable"),
    isCheckable: view.role === "table cell" && isCheckable(view, settings),
    isSearch: isSearch(view),
    isPassword: isPassword(view.node),
    hasEntry: view.children.some(({ role }) => role === "text" || role === "entry"),
  });
  view.kind = kindOf(view, word === null, settings);
  view.word = word ?? (view.kind === "click target" ? "button" : "container");
  view.isTextOnly = isTextOnly(view);
  view.holdsControl = view.children.some((child) => child.holdsControl || isControl(child));
}

/** Nothing is there to see: no size, or no place. Table cells that are scrolled away have no place but are real. */
function isNowhere({ extents, role }: View): boolean {
  if (extents === null) return false;
  return !hasArea(extents) || (role !== "table cell" && isUnplaced(extents));
}

/** Qt gives every cell an action `Toggle`; there only the state counts. */
function isCheckable(view: View, { toolkit }: Settings): boolean {
  if (hasState(view, "checkable")) return true;
  if (toolkit !== "gtk2" && toolkit !== "gtk3") return false;
  return view.node.actions?.some((action) => action.trim().toLowerCase() === "toggle") ?? false;
}

function isSearch(view: View): boolean {
  const { attributes } = view.node;
  if (attributes?.["text-input-type"] === "search") return true;
  if (attributes?.["xml-roles"]?.split(/[\s,;]+/).includes("searchbox")) return true;
  return view.node.children.some((child) => child?.role === "icon" && child.name?.trim().startsWith("edit-find"));
}

export function isPassword({ role, attributes }: SnapshotNode): boolean {
  return role === "password text" || attributes?.["text-input-type"] === "password";
}

/** Qt calls its current tab focused. */
function isQtTab({ role }: View, { toolkit }: Settings): boolean {
  return role === "page tab" && toolkit === "qt";
}
