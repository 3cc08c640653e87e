import { type ShownAction, shownActions } from "./actions.ts";
import { cleanText } from "./clean-text.ts";
import { flatten } from "./flatten.ts";
import { NEVER_SHOWN } from "./roles.ts";
import { rowParts } from "./row.ts";
import { type Segments, segmentsOf } from "./segments.ts";
import { shownChildren } from "./shown-children.ts";
import { applyLabels } from "./sibling-labels.ts";
import { isImage, isSymbolic } from "./text-only.ts";
import { titleOf } from "./title.ts";
import { traitsOf } from "./traits.ts";
import { readValue, type Value } from "./values.ts";
import { hasExplicitVerb, type Item, type Settings, type View } from "./view.ts";

/** One line to be, with the lines below it. */
export interface Element {
  readonly view: View;
  readonly role: string;
  readonly traits: readonly string[];
  readonly title: string;
  /** The title without markup: of a link its text. */
  readonly name: string;
  readonly summary: string;
  readonly value: Value;
  readonly segments: Segments;
  readonly actions: readonly ShownAction[];
  readonly children: readonly Element[];
}

/** Left out when there is nothing in them and nothing to say about them. */
const OMITTED_WHEN_EMPTY: ReadonlySet<string> = new Set([
  "notification",
  "scroll area",
  "split group",
  "toolbar",
  "tab group",
  "status bar",
  "menu bar",
  "HTML content",
  "document",
]);
const NO_VALUE: Value = { text: "", type: null };

/** The elements of a root, or of a menu bar that was taken out of place. */
export function topElements(view: View, settings: Settings): readonly Element[] {
  return elementsOf({ view, merged: null, givenTitle: "", givenDescription: "" }, "", settings);
}

/** The elements that an item becomes: one, none, or those of its children. */
function elementsOf(item: Item, parentTitle: string, settings: Settings): readonly Element[] {
  const { view } = item;
  if (item.merged !== null) return [textElement(item, settings)];
  const isRoot = view.kind === "root";
  if (NEVER_SHOWN.has(view.word) && !isRoot) return [];
  if (view.word === "tab group" && !isRoot) {
    const page = onlyUnnamedTab(view, settings);
    if (page !== null) return childElements(flatten(page, settings), parentTitle, settings);
  }
  const row = view.word === "row" ? rowParts(view, settings) : null;
  const plainTitle = row?.title ?? titleOf(item, settings);
  if (view.word === "text" && plainTitle === "" && !isRoot) {
    return childElements(flatten(view, settings), parentTitle, settings);
  }
  if (!isRoot && isMerePicture(view, plainTitle) && !hasExplicitVerb(view.node)) return [];

  const url = view.word === "link" && plainTitle !== "" ? cleanText(view.node.url, settings.textLimit) : "";
  const title = url === "" ? plainTitle : `[${plainTitle.replace(/[\\[\]]/g, "\\$&")}](${url})`;
  const shown =
    url !== ""
      ? { items: [], summary: "" }
      : row
        ? { items: row.children, summary: "" }
        : shownChildren(view, settings);
  const children = childElements(shown.items, plainTitle, settings);
  const value = readValue(view, settings);
  const segments = segmentsOf(item, { title, linkText: plainTitle, value: value.text }, settings);
  const actions = shownActions(view, settings);
  if (!isRoot && OMITTED_WHEN_EMPTY.has(view.word) && children.length === 0) {
    if (title === "" && shown.summary === "" && actions.length === 0 && saysNothing(segments)) return [];
  }
  const traits = traitsOf(view, value.type);
  const { summary } = shown;
  return [{ view, role: view.word, traits, title, name: plainTitle, summary, value, segments, actions, children }];
}

function childElements(items: readonly Item[], parentTitle: string, settings: Settings): readonly Element[] {
  const elements: Element[] = [];
  for (const item of applyLabels(items, parentTitle, settings)) {
    for (const element of elementsOf(item, parentTitle, settings)) elements.push(element);
  }
  return elements;
}

function textElement(item: Item, settings: Settings): Element {
  const title = titleOf(item, settings);
  const segments = segmentsOf(item, { title, linkText: title, value: "" }, settings);
  return {
    view: item.view,
    role: "text",
    traits: [],
    title,
    name: title,
    summary: "",
    value: NO_VALUE,
    segments,
    actions: [],
    children: [],
  };
}

/** Step 14: a notebook with one page that nobody named shows the page alone. */
function onlyUnnamedTab(view: View, settings: Settings): View | null {
  const [tab, ...others] = flatten(view, settings);
  if (tab === undefined || others.length > 0 || tab.merged !== null) return null;
  return tab.view.word === "tab" && titleOf(tab, settings) === "" ? tab.view : null;
}

/** It neither says nor does anything: a picture without a name, or one that is named after its file in the icon theme. */
function isMerePicture(view: View, title: string): boolean {
  return isImage(view) ? title === "" || isSymbolic(view) : view.word === "icon" && isSymbolic(view);
}

function saysNothing({ description, help, url, id, value, placeholder }: Segments): boolean {
  return [description, help, url, id, value, placeholder].every((text) => text === "");
}
