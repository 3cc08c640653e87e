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

/** What a node's role depends on beside its own AT-SPI role. */
export interface RoleFacts {
  /** AT-SPI role; in a popup `menu bar` has become `popup menu`. */
  readonly role: string;
  readonly parentRole: string | null;
  readonly rootIndex: number;
  readonly isNamed: boolean;
  readonly isInWeb: boolean;
  readonly isEditable: boolean;
  readonly isMultiLine: boolean;
  readonly isSelectable: boolean;
  /** Ticks on a click: state `checkable`, or a GTK cell with the action `toggle`. */
  readonly isCheckable: boolean;
  readonly isSearch: boolean;
  /** The browser says that an ordinary entry hides what is typed. */
  readonly isPassword: boolean;
  /** A showing text or entry among the children: a combo box that can be typed into. */
  readonly hasEntry: boolean;
}

/** The role's word; null for a generic node. The empty word is that of an item of a menu bar. */
export function roleWord(facts: RoleFacts): string | null {
  const { role, parentRole } = facts;
  switch (role) {
    case "text":
    case "entry":
      if (facts.isPassword) return "secure text field";
      if (facts.isSearch) return "search text field";
      return editableWord(facts);
    case "combo box":
      return facts.isEditable || facts.hasEntry ? "combo box" : "pop up button";
    case "list item":
      return facts.isInWeb ? genericWord(facts) : "row";
    case "table cell":
      return facts.isCheckable ? "checkbox" : "cell";
    case "icon":
      return facts.isSelectable ? "icon" : "image";
    case "menu item":
      return parentRole === "menu bar" ? "" : "menu item";
    case "menu":
    case "popup menu":
      if (!facts.isNamed && isMenuParent(parentRole)) return null;
      if (role === "popup menu") return "menu";
      if (parentRole === "menu bar") return "";
      return parentRole === "menu" || parentRole === "popup menu" ? "menu item" : "menu";
  }
  const windowWord = WINDOW_ROLES.get(role);
  if (windowWord !== undefined) {
    if (parentRole !== null) return genericWord(facts);
    return role === "frame" && facts.rootIndex > 0 ? "window" : windowWord;
  }
  if (GENERIC_ROLES.has(role)) return genericWord(facts);
  return PLAIN_ROLES.get(role) ?? role;
}

function genericWord(facts: RoleFacts): string | null {
  return facts.isEditable ? editableWord(facts) : null;
}

function editableWord(facts: RoleFacts): string {
  return facts.isMultiLine ? "text entry area" : "text field";
}

/** A map and no object: a tree may say that a role is called `constructor`. */
function table(rows: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(rows));
}

function isMenuParent(role: string | null): boolean {
  return role === "menu" || role === "popup menu" || role === "menu item";
}
