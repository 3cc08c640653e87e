import { cleanText, cut } from "./clean-text.ts";
import { flatten } from "./flatten.ts";
import { isCheckCell, isField, isImage, textsBelow } from "./text-only.ts";
import { valueTextOf } from "./values.ts";
import type { Item, Settings, View } from "./view.ts";

/** Step 9: what an element is called. */

/** Show no children of their own when these are nothing but text and images; their title is that text. */
const SWALLOWING: ReadonlySet<string> = new Set([
  "button",
  "menu button",
  "toggle button",
  "switch",
  "checkbox",
  "radio button",
  "tab",
  "menu item",
  "heading",
  "column header",
  "row header",
  "cell",
  "image",
  "icon",
  "text",
  "link",
]);
/** Their Text content is a title. */
const TITLED_BY_TEXT: ReadonlySet<string> = new Set(["icon", "cell", "menu item", "image", "tab"]);
/** A description is better than no title. */
const TITLED_BY_DESCRIPTION: ReadonlySet<string> = new Set([
  "button",
  "menu button",
  "toggle button",
  "switch",
  "checkbox",
  "radio button",
  "pop up button",
  "image",
  "container",
]);

/** Cleaned and cut; "" when nothing names it. Rows have a rule of their own (`row.ts`). */
export function titleOf(item: Item, settings: Settings): string {
  const { view, merged } = item;
  if (merged !== null) return cut(merged.join(" "), settings.textLimit);
  if (view.name !== "" && !isNameItsValue(view, settings)) return view.name;
  if (view.label !== "") return view.label;
  if (item.givenTitle !== "") return item.givenTitle;
  if (isCheckCell(view)) {
    const column = view.node.attributes?.column;
    if (column) return cleanText(column, settings.textLimit);
  }
  if (TITLED_BY_TEXT.has(view.word) && view.text !== "") return view.text;
  if (swallowsChildren(view, settings)) {
    const texts = textsBelow(view);
    if (texts.length > 0) return cut(texts.join(" "), settings.textLimit);
  }
  if (view.word === "text" && view.text !== "") return view.text;
  return TITLED_BY_DESCRIPTION.has(view.word) ? view.description : "";
}

/** All children are text or images, and the role is one that shows no such children. */
export function swallowsChildren(view: View, settings: Settings): boolean {
  if (!SWALLOWING.has(view.word)) return false;
  if (view.children.length === 0) return true;
  return flatten(view, settings).every((item) => item.merged !== null || item.view.isTextOnly || isImage(item.view));
}

/** Toolkits name a closed list after its choice, and some fields after their content. */
function isNameItsValue(view: View, settings: Settings): boolean {
  if (view.word === "pop up button") return settings.toolkit !== "chromium";
  if (view.word === "secure text field" && view.name === cleanText(view.node.text, settings.textLimit)) return true;
  return isField(view) && view.name === valueTextOf(view, settings);
}
