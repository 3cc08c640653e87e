import { lengthOf } from "./clean-text.ts";
import type { Extents } from "./snapshot.ts";
import { isField } from "./text-only.ts";
import { titleOf } from "./title.ts";
import { type Item, isUnplaced, type Settings } from "./view.ts";

/** Longer texts are sentences. */
const LABEL_LENGTH_MAX = 40;
const LABEL_END = " :：*";

/** Have their label beside them, so a text next to them that says the same is dropped. */
const LABELLED: ReadonlySet<string> = new Set([
  "checkbox",
  "radio button",
  "switch",
  "toggle button",
  "slider",
  "pop up button",
]);

/**
 * Step 8 on a flattened list: a short text beside a nameless field becomes its name; texts that repeat what stands next to them
 * or above them go away. `parentTitle` is the title of the element that they will stand under.
 */
export function applyLabels(items: readonly Item[], parentTitle: string, settings: Settings): readonly Item[] {
  if (!items.some(isText)) return items;
  const kept: Item[] = [];
  const named = [...items];
  items.forEach((item, position) => {
    if (!isText(item)) {
      kept.push(named[position] ?? item);
      return;
    }
    const title = titleOf(item, settings);
    const next = items[position + 1];
    const name = next === undefined ? "" : nameGiven(item, title, next, settings);
    if (next !== undefined && name !== "") {
      named[position + 1] = { ...next, givenTitle: name };
      return;
    }
    if (isRelationLabel(item) || title === parentTitle) return;
    if (!repeats(title, next) && !repeats(title, items[position - 1])) kept.push(item);
  });
  return kept;
}

function isText({ view, merged }: Item): boolean {
  return merged !== null || (view.word === "text" && view.isTextOnly && view.kind !== "root");
}

/** Some control says that this text is its label, so it has it already. */
function isRelationLabel({ view, merged }: Item): boolean {
  return merged === null && view.node.isRelationLabel;
}

function nameGiven(text: Item, title: string, { view, givenTitle }: Item, { toolkit }: Settings): string {
  if (isRelationLabel(text) || lengthOf(title) > LABEL_LENGTH_MAX) return "";
  const isPopUp = view.word === "pop up button";
  if (!isField(view) && !isPopUp && view.word !== "slider") return "";
  const isNamed = view.name !== "" && !(isPopUp && toolkit !== "chromium");
  if (isNamed || view.label !== "" || givenTitle !== "") return "";
  return isBeside(text.view.node.extents, view.node.extents) ? withoutEnd(title) : "";
}

/** The text's vertical centre is inside the control's vertical span. */
function isBeside(text: Extents | null, control: Extents | null): boolean {
  if (text === null || control === null || isUnplaced(text) || isUnplaced(control)) return false;
  const centre = text[1] + text[3] / 2;
  return centre >= control[1] && centre <= control[1] + control[3];
}

function repeats(title: string, neighbour: Item | undefined): boolean {
  if (neighbour === undefined || neighbour.merged !== null) return false;
  const { view, givenTitle } = neighbour;
  if (!isField(view) && !LABELLED.has(view.word)) return false;
  const text = withoutEnd(title);
  return text !== "" && [view.name, view.label, givenTitle].some((name) => withoutEnd(name) === text);
}

/** `Name: *` is the label `Name`. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && LABEL_END.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
