import { cut } from "./clean-text.ts";
import { TEXT_LIMIT_MAX } from "./snapshot.ts";
import type { View } from "./view.ts";

/** Step 5: subtrees that are nothing but text, and the texts in them. */

/** Fields take text. */
const FIELD_WORDS: ReadonlySet<string> = new Set([
  "text field",
  "search text field",
  "text entry area",
  "secure text field",
  "stepper",
  "date field",
  "combo box",
]);
const CONTROL_WORDS: ReadonlySet<string> = new Set([
  "button",
  "toggle button",
  "checkbox",
  "radio button",
  "switch",
  "pop up button",
  "slider",
]);

export function isField(view: View): boolean {
  return FIELD_WORDS.has(view.word);
}

export function isControl(view: View): boolean {
  return FIELD_WORDS.has(view.word) || CONTROL_WORDS.has(view.word);
}

export function isImage(view: View): boolean {
  return view.word === "image";
}

/** Names of icons that stand for nothing to read: `edit-clear-symbolic`. */
export function isSymbolic(view: View): boolean {
  return view.name.endsWith("-symbolic");
}

/** A cell, or a header that cannot be clicked: what a row is made of. */
export function isCell(view: View): boolean {
  if (view.word === "cell" || view.word === "row header") return true;
  return view.word === "column header" && view.role !== "table column header";
}

/** The word of this view and the answers for its children must be known. */
export function isTextOnly(view: View): boolean {
  if (isImage(view)) return view.children.length === 0 && view.name === "";
  if (view.kind !== "wrapper" && (view.kind === "root" || (view.word !== "text" && !isCell(view)))) return false;
  for (const child of view.children) if (!child.isTextOnly) return false;
  return true;
}

/** In tree order. A cell is one text, its parts joined by a blank. Asked only of text and images. */
export function textsOf(view: View): readonly string[] {
  view.texts ??= readTexts(view);
  return view.texts;
}

function readTexts(view: View): readonly string[] {
  if (isImage(view)) return view.name === "" || isSymbolic(view) ? [] : [view.name];
  const below = textsBelow(view);
  if (below.length > 0) return isCell(view) ? [cut(below.join(" "), TEXT_LIMIT_MAX)] : below;
  if (view.name !== "") return [view.name];
  return view.text === "" ? [] : [view.text];
}

/**
 * The texts of the children. Texts are joined and cut in the end, so more than the longest limit of them are never needed:
 * without that, a deep tree over many texts would copy them at each level.
 */
export function textsBelow({ children }: View): readonly string[] {
  const [only] = children;
  if (children.length === 1 && only) return textsOf(only);
  const texts: string[] = [];
  for (const child of children) {
    for (const text of textsOf(child)) if (texts.length <= TEXT_LIMIT_MAX) texts.push(text);
    if (texts.length > TEXT_LIMIT_MAX) break;
  }
  return texts;
}

/** A checkbox in a table, whose title is its column's. */
export function isCheckCell(view: View): boolean {
  return view.role === "table cell" && view.word === "checkbox";
}

/** Nothing would be shown of it. */
export function isEmptyText(view: View): boolean {
  return view.word === "text" && view.isTextOnly && textsOf(view).length === 0 && view.label === "";
}
