import type { ShownAction } from "./actions.ts";
import { cleanText } from "./clean-text.ts";
import type { Element } from "./element.ts";
import { type Extents, TEXT_LIMIT_MAX } from "./snapshot.ts";
import type { ValueType } from "./values.ts";
import { isUnplaced, type View } from "./view.ts";

/** What a tool needs to find and operate the element behind a line. */
export interface ElementRecord {
  /** Number of its line. */
  readonly index: number;
  /** Rendered level; a root's is 0. */
  readonly depth: number;
  /** Bus name and object path, as the collector gave it; null when it gave none. */
  readonly key: string | null;
  /** 0: the window; others: popups, whose elements are reached by their key only. */
  readonly windowIndex: number;
  /** From the window: positions in the full lists of children; `r<row>` for a row that the collector made up. */
  readonly path: readonly (number | string)[];
  /** AT-SPI role and name as read: with them the element is recognised when it is looked up again. */
  readonly sourceRole: string;
  readonly sourceName: string;
  /** As in the text. */
  readonly role: string;
  readonly traits: readonly string[];
  readonly title: string;
  /** The title without markup: of a link its text. */
  readonly name: string;
  /** What is tied to it as its label, also where a name of its own is the title. */
  readonly label: string;
  /** What the program calls it; "" for ids that toolkits make up. */
  readonly id: string;
  readonly value: string;
  /** The same before it was cut, as far as the collector read it. A password is bullets, of a terminal it is the end. */
  readonly fullValue: string;
  /** null: not settable. */
  readonly valueType: ValueType | null;
  readonly description: string;
  readonly rawActions: readonly string[];
  readonly actions: readonly ShownAction[];
  /** x, y, width, height relative to the window; null when the toolkit does not say. */
  readonly frame: Extents | null;
  readonly toolkit: string;
}

/**
 * Whether set_value has a recipe for it: its line says `settable`, or it is a list of options, whose line never says so and of
 * which one can be chosen all the same.
 */
export function canBeSet({ role, traits, valueType }: ElementRecord): boolean {
  return valueType !== null || (role === "pop up button" && !traits.includes("disabled"));
}

export function recordOf(
  element: Element,
  at: { index: number; depth: number; toolkit: string; origin: readonly [number, number] },
): ElementRecord {
  const { view } = element;
  const { index, depth, toolkit, origin } = at;
  const isSecret = element.role === "secure text field";
  return {
    index,
    depth,
    key: view.node.key || null,
    windowIndex: view.rootIndex,
    path: pathOf(view),
    sourceRole: view.node.role,
    sourceName: isSecret && view.node.name === view.node.text ? "" : view.node.name,
    role: element.role,
    traits: element.traits,
    title: element.title,
    name: element.name,
    label: view.label,
    id: view.id,
    value: element.value.text,
    fullValue: fullValueOf(element),
    valueType: element.value.type,
    description: element.segments.description,
    rawActions: view.node.actions,
    actions: element.actions,
    frame: frameOf(view, origin),
    toolkit,
  };
}

function fullValueOf({ view, value: { text } }: Element): string {
  if (!text.endsWith("...") || view.word === "secure text field" || view.isInSecret) return text;
  const whole = cleanText(view.node.text, TEXT_LIMIT_MAX);
  return whole.startsWith(text.slice(0, -"...".length)) ? whole : text;
}

function pathOf(view: View): (number | string)[] {
  const path: (number | string)[] = [];
  for (let at: View = view; at.parent !== null; at = at.parent) path.push(at.step);
  return path.reverse();
}

function frameOf({ node: { extents } }: View, [left, top]: readonly [number, number]): Extents | null {
  if (extents === null || isUnplaced(extents)) return null;
  const [x, y, width, height] = extents;
  return [x - left, y - top, width, height];
}
