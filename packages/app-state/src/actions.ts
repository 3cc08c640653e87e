import { cleanText, lengthOf } from "./clean-text.ts";
import { hasState, type Settings, type View } from "./view.ts";

/** A secondary action as it is shown, and the raw name to call; null for one that the collector knows a recipe for. */
export interface ShownAction {
  readonly name: string;
  readonly raw: string | null;
}

/** What a click, a key or another tool does anyway. */
const HIDDEN: ReadonlySet<string> = new Set([
  "",
  "click",
  "press",
  "release",
  "jump",
  "check",
  "uncheck",
  "select",
  "toggle",
  "open",
  "popup",
  "invoke",
  "dodefault",
  "clickancestor",
  "activate",
  "confirm",
  "focus",
  "setfocus",
  "menu",
  "showmenu",
  "showcontextmenu",
  "scrollforward",
  "scrollbackward",
]);
/** GTK 3 says at length what it calls the same elsewhere. */
const LONG_NAMES: ReadonlyMap<string, string> = new Map([
  ["expands or contracts the row in the tree view containing this cell", "expand or contract"],
  ["creates a widget in which the contents of the cell can be edited", "edit"],
  ["activates the cell", "activate"],
]);
const FIXED_NAMES: ReadonlyMap<string, string> = new Map([
  ["increase", "Increment"],
  ["increment", "Increment"],
  ["decrease", "Decrement"],
  ["decrement", "Decrement"],
]);
const SCROLLS = ["Scroll Left", "Scroll Right", "Scroll Up", "Scroll Down"];
const MENU_WORDS: ReadonlySet<string> = new Set(["", "menu bar", "menu", "menu item"]);
const NONE: readonly ShownAction[] = [];
/** Longer ones are explanations. */
const NAME_MAX = 40;

/** In the order of the node, then what the collector added; each once; the four directions last. */
export function shownActions(view: View, { textLimit }: Settings): readonly ShownAction[] {
  const { actions, extraActions } = view.node;
  if (actions.length === 0 && extraActions.length === 0) return NONE;
  const shown = new Map<string, ShownAction>();
  for (const raw of actions) add(shown, prettyName(raw, view, textLimit), raw);
  for (const name of extraActions) add(shown, cleanText(name, textLimit), null);
  if (shown.size === 0) return NONE;
  const others = [...shown.values()].filter(({ name }) => !SCROLLS.includes(name));
  return [...others, ...SCROLLS.flatMap((name) => shown.get(name) ?? [])];
}

function add(shown: Map<string, ShownAction>, name: string, raw: string | null): void {
  if (name !== "" && !shown.has(name)) shown.set(name, { name, raw });
}

/** "" for what is not shown. */
function prettyName(raw: string, view: View, textLimit: number): string {
  const name = cleanText(raw, textLimit);
  const lower = LONG_NAMES.get(name.toLowerCase()) ?? name.toLowerCase();
  if (HIDDEN.has(lower) || lower.includes(".")) return "";
  if ((lower === "cancel" || lower === "pick") && MENU_WORDS.has(view.word)) return "";
  if (lower === "edit") return hasState(view, "editable") ? "Edit" : "";
  if (lower === "expand or contract") {
    if (hasState(view, "expanded")) return "Collapse";
    return hasState(view, "expandable") ? "Expand" : "";
  }
  const pretty = FIXED_NAMES.get(lower) ?? capitalised(name);
  return lengthOf(pretty) > NAME_MAX ? "" : pretty;
}

/** `open_in_new-window` and `openInNewWindow` are both `Open In New Window`. */
function capitalised(name: string): string {
  return name
    .replace(/[_-]/g, " ")
    .replace(/(\p{Ll}|\p{Nd})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/ +/)
    .filter((word) => word !== "")
    .map((word) => word.replace(/^./u, (first) => first.toUpperCase()))
    .join(" ");
}
