import { cleanText } from "./clean-text.ts";
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

/**
 * A field that repeats the title or another field is left out. `titles` are the title as shown and, of a link, its text.
 */
export function segmentsOf(item: Item, titles: readonly string[], value: string, settings: Settings): Segments {
  const { view } = item;
  const { node } = view;
  const isTitle = (text: string) => titles.includes(text);
  const clean = (text: string | null | undefined) => cleanText(text, settings.textLimit);
  if (item.merged !== null) return { ...NONE };
  const description = view.description || item.givenDescription;
  const help = clean(node.help);
  const placeholder = clean(
    node.placeholder || node.attributes?.placeholder || node.attributes?.["placeholder-text"] || "",
  );
  const isValueBare =
    BARE_VALUES.has(view.word) && titles.every((title) => title === "") && !description && !help && !view.id;
  return {
    description: isTitle(description) || description === value ? "" : description,
    help: isTitle(help) || help === description ? "" : help,
    url: view.word === "HTML content" ? clean(node.url) : "",
    id: isTitle(view.id) ? "" : view.id,
    value: isTitle(value) ? "" : value,
    placeholder: isTitle(placeholder) || placeholder === description || placeholder === value ? "" : placeholder,
    isValueBare: isValueBare && value !== "",
  };
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
