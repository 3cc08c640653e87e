import type { ValueType } from "./values.ts";
import { hasState, isOn, type View } from "./view.ts";

const CAN_BE_SELECTED: ReadonlySet<string> = new Set(["row", "cell", "icon", "menu item", ""]);
const SAYS_SELECTABLE: ReadonlySet<string> = new Set(["row", "icon"]);
/** Their list opens as a popup of its own, so that they are closed goes without saying. */
const NOT_COLLAPSED: ReadonlySet<string> = new Set(["pop up button", "combo box", "text field", "search text field"]);

export function traitsOf(view: View, type: ValueType | null): readonly string[] {
  const { word } = view;
  const traits: string[] = [];
  if (hasState(view, "selected") && CAN_BE_SELECTED.has(word)) traits.push("selected");
  else if (hasState(view, "selectable") && SAYS_SELECTABLE.has(word)) traits.push("selectable");
  if (hasState(view, "expanded")) traits.push("expanded");
  else if (hasState(view, "expandable") && !NOT_COLLAPSED.has(word)) traits.push("collapsed");
  if (!isOn(view) && word !== "text") traits.push("disabled");
  if (type !== null) traits.push("settable", type);
  return traits;
}
