import { cut } from "./clean-text.ts";
import { flattenRow } from "./flatten.ts";
import { textsOf } from "./text-only.ts";
import type { Item, Settings, View } from "./view.ts";

/** Step 11: a row's texts become its title, what can be operated becomes its children. */
export interface RowParts {
  readonly title: string;
  readonly children: readonly Item[];
}

const BETWEEN = " | ";

export function rowParts(view: View, settings: Settings): RowParts {
  const texts: string[] = [];
  const children: Item[] = [];
  for (const item of flattenRow(view, settings)) {
    if (item.merged !== null) texts.push(...item.merged);
    else if (item.view.isTextOnly) texts.push(...textsOf(item.view));
    else children.push(item);
  }
  return { title: cut(titleFrom(view, texts), settings.textLimit), children };
}

function titleFrom({ name, label }: View, texts: readonly string[]): string {
  if (texts.length === 0) return name || label;
  const joined = texts.join(BETWEEN);
  return name === "" || texts.includes(name) || joined.startsWith(name) ? joined : `${name}${BETWEEN}${joined}`;
}
