import type { SnapshotNode } from "./snapshot.ts";
import { hasState, type Settings, type View } from "./view.ts";

/** The role table: AT-SPI roles (enum spelling, never localised) to the words of the text. */

/** Roles of top-level windows. Nested ones are generic. */
const WINDOW_ROLES = table({
  frame: "standard window",
  window: "window",
  dialog: "dialog",
  "file chooser": "dialog",
  "color chooser": "dialog",
  "font chooser": "dialog",
  alert: "alert",
});

const PLAIN_ROLES = table({
  "push button": "button",
  button: "button",
  "push button menu": "menu button",
  "toggle button": "toggle button",
  switch: "switch",
  "check box": "checkbox",
  "radio button": "radio button",
  "password text": "secure text field",
  "spin button": "stepper",
  terminal: "text entry area",
  editbar: "text field",
  autocomplete: "text field",
  "date editor": "date field",
  "list box": "list",
  list: "list",
  "description list": "list",
  tree: "outline",
  "tree table": "outline",
  table: "table",
  "list item": "row",
  "tree item": "row",
  "table row": "row",
  "table cell": "cell",
  "column header": "column header",
  "table column header": "column header",
  "row header": "row header",
  "table row header": "row header",
  label: "text",
  static: "text",
  paragraph: "text",
  caption: "text",
  math: "text",
  "math fraction": "text",
  "math root": "text",
  comment: "text",
  mark: "text",
  footnote: "text",
  suggestion: "text",
  "content insertion": "text",
  "content deletion": "text",
  subscript: "text",
  superscript: "text",
  heading: "heading",
  link: "link",
  image: "image",
  animation: "image",
  "image map": "image",
  canvas: "canvas",
  "drawing area": "canvas",
  video: "video",
  audio: "audio",
  chart: "chart",
  calendar: "calendar",
  slider: "slider",
  dial: "slider",
  "progress bar": "progress indicator",
  "level bar": "level indicator",
  "scroll bar": "scroll bar",
  rating: "rating indicator",
  "split pane": "split group",
  "scroll pane": "scroll area",
  "page tab list": "tab group",
  "page tab": "tab",
  "tool bar": "toolbar",
  "status bar": "status bar",
  separator: "splitter",
  "tool tip": "help tag",
  notification: "notification",
  "menu bar": "menu bar",
  "popup menu": "menu",
  "menu item": "menu item",
  "check menu item": "menu item",
  "radio menu item": "menu item",
  "tearoff menu item": "menu item",
  "document web": "HTML content",
  "document frame": "HTML content",
  "document text": "document",
  "document spreadsheet": "document",
  "document presentation": "document",
  "document email": "document",
});

const GENERIC_ROLES: ReadonlySet<string> = new Set([
  "filler",
  "panel",
  "section",
  "unknown",
  "invalid",
  "viewport",
  "root pane",
  "layered pane",
  "glass pane",
  "option pane",
  "directory pane",
  "redundant object",
  "grouping",
  "form",
  "landmark",
  "article",
  "header",
  "footer",
  "page",
  "embedded",
  "internal frame",
  "html container",
  "extended",
  "title bar",
  "info bar",
  "block quote",
  "log",
  "marquee",
  "timer",
  "definition",
  "description term",
  "description value",
  "focus traversable",
]);

/** Never in the text, with all that is below them. */
export const NEVER_SHOWN: ReadonlySet<string> = new Set(["splitter", "help tag"]);

/** The role's word; null for a generic node. The empty word is that of an item of a menu bar. Asked once the children are known. */
export function roleWord(view: View, settings: Settings): string | null {
  const { role } = view;
  const parentRole = view.parent?.role ?? null;
  switch (role) {
    case "text":
    case "entry":
      if (isPassword(view.node)) return "secure text field";
      return isSearch(view) ? "search text field" : editableWord(view);
    case "combo box":
      return hasState(view, "editable") || view.children.some(isEntry) ? "combo box" : "pop up button";
    case "list item":
      return view.isInWeb ? genericWord(view) : "row";
    case "table cell":
      return isCheckable(view, settings) ? "checkbox" : "cell";
    case "icon":
      return hasState(view, "selectable") ? "icon" : "image";
    case "menu item":
      return parentRole === "menu bar" ? "" : "menu item";
    case "menu":
    case "popup menu":
      if (view.name === "" && isMenuParent(parentRole)) return null;
      if (role === "popup menu") return "menu";
      if (parentRole === "menu bar") return "";
      return parentRole === "menu" || parentRole === "popup menu" ? "menu item" : "menu";
  }
  if (GENERIC_ROLES.has(role)) return genericWord(view);
  const word = PLAIN_ROLES.get(role);
  if (word !== undefined) return word;
  const windowWord = WINDOW_ROLES.get(role);
  if (windowWord === undefined) return role;
  if (parentRole !== null) return genericWord(view);
  return role === "frame" && view.rootIndex > 0 ? "window" : windowWord;
}

/** A password field, also one that a browser shows as an ordinary entry which hides what is typed. */
export function isPassword({ role, attributes }: SnapshotNode): boolean {
  return role === "password text" || attributes?.["text-input-type"] === "password";
}

/** Makes a combo box one that can be typed into. */
export function isEntry({ role }: View): boolean {
  return role === "text" || role === "entry";
}

function isSearch({ node }: View): boolean {
  const { attributes } = node;
  if (attributes?.["text-input-type"] === "search") return true;
  if (attributes?.["xml-roles"]?.split(/[\s,;]+/).includes("searchbox")) return true;
  return node.children.some((child) => child?.role === "icon" && child.name.trim().startsWith("edit-find"));
}

/** Ticks on a click. Qt gives every cell an action `Toggle`; there only the state counts. */
function isCheckable(view: View, { toolkit }: Settings): boolean {
  if (hasState(view, "checkable")) return true;
  if (toolkit !== "gtk2" && toolkit !== "gtk3") return false;
  return view.node.actions.some((action) => action.trim().toLowerCase() === "toggle");
}

function genericWord(view: View): string | null {
  return hasState(view, "editable") ? editableWord(view) : null;
}

function editableWord(view: View): string {
  return hasState(view, "multi-line") ? "text entry area" : "text field";
}

/** A map and no object: a tree may say that a role is called `constructor`. */
function table(rows: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(rows));
}

function isMenuParent(role: string | null): boolean {
  return role === "menu" || role === "popup menu" || role === "menu item";
}
