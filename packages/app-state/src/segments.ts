import { cleanText } from "./clean-text.ts";
import type { SnapshotNode } from "./snapshot.ts";
import type { Item, Settings } from "./view.ts";

/** What stands behind the title of an element, without its actions: `Description: …`, `Value: …`. */
export interface Segments {
  readonly description: string;
  readonly help: string;
  readonly url: string;
  readonly id: string;
  readonly value: string;
  readonly placeholder: string;
  /** The value stands without its label: nothing else says what the element is. */
  readonly isValueBare: boolean;
}

const BARE_VALUES: ReadonlySet<string> = new Set(["scroll bar", "search text field", "text entry area"]);

/** A field that repeats the title or another field is left out. `linkText` is the title of a link before its markup. */
export function segmentsOf(
  item: Item,
  shown: { title: string; linkText: string; value: string },
  { textLimit }: Settings,
): Segments {
  if (item.merged !== null) return NONE;
  const { view } = item;
  const { node } = view;
  const { title, linkText, value } = shown;
  const description = view.description || item.givenDescription;
  const help = cleanText(node.help, textLimit);
  const placeholder = cleanText(placeholderOf(node), textLimit);
  const url = view.word === "HTML content" ? cleanText(node.url, textLimit) : "";
  const isUnnamed = title === "" && description === "" && help === "" && view.id === "";
  return {
    description: isOneOf(description, title, linkText, value) ? "" : description,
    help: isOneOf(help, title, linkText, description) ? "" : help,
    url,
    id: isOneOf(view.id, title, linkText) ? "" : view.id,
    value: isOneOf(value, title, linkText) ? "" : value,
    placeholder: isOneOf(placeholder, title, linkText, description, value) ? "" : placeholder,
    isValueBare: isUnnamed && value !== "" && BARE_VALUES.has(view.word),
  };
}

/** Browsers and GTK 3 have it among the attributes. */
function placeholderOf({ placeholder, attributes }: SnapshotNode): string {
  return placeholder || attributes?.placeholder || attributes?.["placeholder-text"] || "";
}

function isOneOf(text: string, ...others: readonly string[]): boolean {
  return text !== "" && others.includes(text);
}

const NONE: Segments = {
  description: "",
  help: "",
  url: "",
  id: "",
  value: "",
  placeholder: "",
  isValueBare: false,
};
