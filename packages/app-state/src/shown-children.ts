import { flatten } from "./flatten.ts";
import { isField, isImage } from "./text-only.ts";
import { swallowsChildren } from "./title.ts";
import { hasExplicitVerb, hasState, type Item, type Settings, type View } from "./view.ts";
import { sheetSummary, windowRows } from "./window-rows.ts";

/** Step 12 to 14: which of its flattened children an element shows, and the summary of a list that shows fewer. */
export interface ShownChildren {
  readonly items: readonly Item[];
  readonly summary: string;
}

const LISTS: ReadonlySet<string> = new Set(["list", "outline", "table"]);
/** What stays below a password field: things to click. Anything else there might hold its text. */
const HARMLESS: ReadonlySet<string> = new Set([
  "button",
  "menu button",
  "toggle button",
  "switch",
  "checkbox",
  "image",
]);
const NOTHING: ShownChildren = { items: [], summary: "" };

export function shownChildren(view: View, settings: Settings): ShownChildren {
  if (view.word === "pop up button" || view.word === "combo box") {
    const isOpen = view.children.some(({ role }) => role === "menu");
    return isOpen ? { items: flatten(view, settings), summary: "" } : NOTHING;
  }
  if (view.children.length === 0 || swallowsChildren(view, settings)) return NOTHING;
  const items = flatten(view, settings);
  if (isField(view)) return { items: items.filter((item) => staysInField(item, view)), summary: "" };
  if (!LISTS.has(view.word)) return { items, summary: "" };
  if (view.word !== "table" || !view.isInSpreadsheet) return windowRows(view, items, settings);
  return { items: items.flatMap((item) => sheetItems(item, settings)), summary: sheetSummary(view, items) };
}

/** A field shows what can be operated in it; its text is its value. */
function staysInField({ view, merged }: Item, field: View): boolean {
  if (field.word === "secure text field") return merged === null && HARMLESS.has(view.word) && canBeShownInSecret(view);
  if (merged === null && !view.isTextOnly && !isImage(view)) return true;
  return hasExplicitVerb(view.node);
}

function canBeShownInSecret(view: View): boolean {
  return !isImage(view) || hasExplicitVerb(view.node);
}

/** The cells of a row that hold something or have the focus, in place of the row. */
function sheetItems(item: Item, settings: Settings): readonly Item[] {
  const { view } = item;
  if (item.merged === null && view.word === "row") {
    return flatten(view, settings).flatMap((inner) => sheetItems(inner, settings));
  }
  if (item.merged === null && view.word === "cell" && view.text === "" && !hasState(view, "focused")) return [];
  return [item];
}
