import { lengthOf } from "./clean-text.ts";
import { fold } from "./fold.ts";
import { isCell, isEmptyText, textsOf } from "./text-only.ts";
import type { Item, Settings, View } from "./view.ts";
import { inVisualOrder } from "./visual-order.ts";

/**
 * Step 6: the children of a node without the wrappers between. A text-only wrapper becomes one text if that is short enough;
 * others give their place to their children. What would show nothing is left out.
 */
export function flatten(view: View, settings: Settings): readonly Item[] {
  view.flat ??= collect(view, settings, false, []);
  return view.flat;
}

/** The same for a row: cells that hold more than text give their place to their children too, and texts stay apart. */
export function flattenRow(view: View, settings: Settings): readonly Item[] {
  return collect(view, settings, true, []);
}

function collect(view: View, settings: Settings, isRow: boolean, items: Item[]): Item[] {
  for (const child of inVisualOrder(view, settings)) {
    if (child.kind === "wrapper" && child.isTextOnly) {
      const texts = textsOf(child);
      if (texts.length === 0) continue;
      if (isRow || texts.length === 1 || isShort(texts, settings)) items.push(item(child, texts));
      else collect(child, settings, isRow, items);
    } else if (isDissolved(child) || (isRow && isCell(child) && !child.isTextOnly)) {
      collect(child, settings, isRow, items);
    } else if (!isEmptyText(child)) {
      items.push(fold(item(child, null), settings));
    }
  }
  return items;
}

/** Wrappers, and labels around what they label. */
function isDissolved(view: View): boolean {
  return view.kind === "wrapper" || (view.role === "label" && view.holdsControl);
}

function isShort(texts: readonly string[], { textLimit }: Settings): boolean {
  return texts.length <= textLimit && lengthOf(texts.join(" ")) <= textLimit;
}

function item(view: View, merged: readonly string[] | null): Item {
  return { view, merged, givenTitle: "", givenDescription: "" };
}
