import type { ElementRecord, Snapshot, SnapshotNode } from "@deskfleet/app-state";
import type { AuditTarget } from "@deskfleet/contracts";

/** A node of an application's tree with the way up. */
export interface PageNode {
  readonly node: SnapshotNode;
  readonly parent: PageNode | null;
  readonly depth: number;
  /** 0: the window; others: what popped up over it. */
  readonly root: number;
}

const WORDS: Readonly<Record<string, string>> = {
  ...{ "push button": "button", "push button menu": "button", "toggle button": "toggle button", switch: "switch" },
  ...{ entry: "textbox", text: "textbox", editbar: "textbox", autocomplete: "textbox", "date editor": "textbox" },
  ...{ "password text": "password", "spin button": "spin", "combo box": "combobox", terminal: "terminal" },
  ...{
    "check box": "checkbox",
    "page tab": "tab",
    "list item": "listitem",
    "tree item": "listitem",
    "table row": "row",
  },
  ...{
    menu: "group",
    "check menu item": "menu item",
    "radio menu item": "menu item",
    static: "text",
    "table cell": "cell",
  },
};
const ACTIONABLE: ReadonlySet<string> = new Set([
  ...["button", "toggle button", "switch", "textbox", "password", "spin", "combobox", "terminal", "checkbox", "tab"],
  ...["menu item", "group", "link", "radio button", "listitem", "slider", "row", "cell"],
]);
const VERBS: ReadonlySet<string> = new Set(["click", "press", "activate", "jump"]);
const FIELDS: ReadonlySet<string> = new Set(["textbox", "password", "spin", "combobox"]);
const TEXTS: ReadonlySet<string> = new Set(["text", "paragraph", "heading", "label"]);
const LABEL_CHARACTERS_MAX = 300;

/** Parents first, in document order, the window before its popups. Without recursion: trees may have 600 levels. */
export function pageNodes({ roots }: Snapshot): PageNode[] {
  const found: PageNode[] = [];
  const pending: PageNode[] = roots.map((node, root) => ({ node, parent: null, depth: 0, root })).reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    found.push(next);
    const { node, depth, root } = next;
    for (let at = node.children.length - 1; at >= 0; at -= 1) {
      const child = node.children[at];
      if (child) pending.push({ node: child, parent: next, depth: depth + 1, root });
    }
  }
  return found;
}

/** The word that rules know a role by. What is drawn by hand and takes clicks is a button. */
export function roleOf({ node }: PageNode): string {
  if (node.attributes?.["text-input-type"] === "password") return "password";
  const word = WORDS[node.role] ?? node.role;
  const isDrawn =
    !ACTIONABLE.has(word) && !TEXTS.has(word) && node.actions.some((name) => VERBS.has(name.toLowerCase()));
  return isDrawn ? "button" : word;
}

export const isActionable = (at: PageNode): boolean => ACTIONABLE.has(roleOf(at));
export const isField = (at: PageNode): boolean => FIELDS.has(roleOf(at));
export const isShowing = ({ node }: PageNode): boolean => node.states.includes("showing");

/** What people read on it: its name, of a field its label; else the texts within it. */
export function labelOf(at: PageNode): string {
  const { node } = at;
  const own = [node.name, node.labelledBy, node.placeholder, node.attributes?.placeholder ?? ""];
  const named = own.find((text) => text.trim() !== "");
  if (named !== undefined) return short(named);
  if (isField(at)) return short(node.description || node.help);
  const within = short(textWithin(node) || node.text);
  return within === "" ? short(node.description || node.help) : within;
}

/** All that it says of what it shows. */
export const textOf = ({ node }: PageNode): string =>
  [node.name, node.text, node.placeholder, node.attributes?.placeholder ?? "", node.selected, node.labelledBy].join(
    " ",
  );

export const targetOf = (at: PageNode): AuditTarget => ({ role: roleOf(at), text: labelOf(at) });

/** As `targetOf`, of an element as it was when the action was planned. */
export function plannedTarget({ sourceRole, sourceName, label, title }: ElementRecord): AuditTarget {
  return { role: WORDS[sourceRole] ?? sourceRole, text: short(sourceName || label || title) };
}

const short = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, LABEL_CHARACTERS_MAX);

function textWithin(node: SnapshotNode): string {
  const texts: string[] = [];
  let length = 0;
  const pending = node.children.toReversed();
  for (let next = pending.pop(); next !== undefined && length < LABEL_CHARACTERS_MAX; next = pending.pop()) {
    if (next === null) continue;
    const text = next.name || (next.children.length === 0 ? next.text : "");
    if (text !== "") {
      texts.push(text);
      length += text.length;
    } else pending.push(...next.children.toReversed());
  }
  return texts.join(" ");
}
