import { type ElementRecord, holdsText, locate, type Rendering, readableText, sayLocator } from "@deskfleet/app-state";
import {
  type ElementState,
  type ExpectLeaf,
  FleetError,
  isLocator,
  type JsonObject,
  type Locator,
  type Target,
} from "@deskfleet/contracts";
import { describeText, matchingTexts } from "@deskfleet/workflow";
import { nthOf, sayAnchor } from "../anchors/anchor-failures.ts";
import { asShown, listed, maskedLike, sayShown } from "../app-state/findings.ts";
import type { ContentFilter } from "../content/content-filter.ts";
import type { Sight } from "./workflow-run.ts";

/** An expectation's part about an element. */
export type ElementLeaf = ExpectLeaf & { readonly element: Target };
export const isElementLeaf = (leaf: ExpectLeaf): leaf is ElementLeaf => leaf.element !== undefined;

/** `element`: what conditions, messages and `save` read; null where it is none or several. `instead`: for people. */
export type Judged =
  | { readonly holds: true; readonly element: JsonObject | null }
  | { readonly holds: false; readonly instead: string };

/** Whether what was seen is as expected. Strict: without a number, two that match are as wrong as none. */
export function judgeElement(content: ContentFilter, leaf: ElementLeaf, sight: Sight): Judged {
  const { element, exists, count } = leaf;
  if ("missing" in sight) return exists === false || count === 0 ? holds(null) : no(sight.missing);
  if ("places" in sight) return judgePlaces(content, leaf, sight.places);
  if (!isLocator(element)) throw new FleetError("internal", "an anchor was looked for in an application");
  const { rendering, shown } = sight.state;
  const { matches, candidates } = matchingTexts((test) => locate(rendering, element, test));
  const fitting = matchingTexts((test) =>
    matches.filter(
      (match) =>
        (leaf.value === undefined || holdsText(match, leaf.value, test)) &&
        (leaf.state === undefined || IS[leaf.state](match, rendering)),
    ),
  );
  if (exists === false || count !== undefined) {
    const wanted = count ?? 0;
    if (fitting.length === wanted) return holds(wanted === 1 ? told(content, fitting, shown) : null);
    return no(
      fitting.length === 0 ? "there is none" : `there are ${fitting.length}: ${listed(content, fitting, shown)}`,
    );
  }
  if (matches.length > 1)
    return no(`${matches.length} elements match; say which (inside, nth, id): ${listed(content, matches, shown)}`);
  if (fitting.length === 1) return holds(told(content, fitting, shown));
  if (matches.length === 1) return no(`it is ${sayShown(content, matches, shown).join()}`);
  if (candidates.length === 0) return no(`nothing matches in the window ${JSON.stringify(shown.windowTitle)}`);
  return no(`nothing matches; nearest: ${listed(content, candidates, shown)}`);
}

/** A part of the screen is there or is not, so many times. */
function judgePlaces(
  content: ContentFilter,
  { element, exists, count }: ElementLeaf,
  { matches }: Extract<Sight, { places: unknown }>["places"],
): Judged {
  if (isLocator(element)) throw new FleetError("internal", "an element was looked for on the screen");
  const nth = nthOf(element);
  const found = nth === undefined ? matches : matches.slice(nth, nth + 1);
  const wanted = exists === false ? 0 : (count ?? 1);
  if (found.length === wanted) {
    const { text } = content.redact(found[0]?.text ?? "");
    return holds(wanted === 1 ? { role: "", title: text, value: "", text, description: "", traits: [] } : null);
  }
  return no(found.length === 0 ? "it is nowhere on the screen" : `it is in ${found.length} places`);
}

const holds = (element: JsonObject | null): Judged => ({ holds: true, element });
const no = (instead: string): Judged => ({ holds: false, instead });

/** As it may be shown: it goes into messages and outputs. */
function told(content: ContentFilter, found: readonly ElementRecord[], shown: Rendering): JsonObject | null {
  const [element] = asShown(found, shown);
  if (element === undefined) return null;
  const { role, traits } = element;
  const texts = [element.title, element.value, element.description, readableText(shown, element)];
  const [title, value, description, text] = maskedLike(content, shown, texts);
  return { role, title, value, description, text, traits: [...traits] };
}

const has = (trait: string) => (element: ElementRecord) => element.traits.includes(trait);
const holding = (value: string) => (element: ElementRecord) => element.value === value;
export const IS: Readonly<Record<ElementState, (element: ElementRecord, rendering: Rendering) => boolean>> = {
  enabled: (element) => !element.traits.includes("disabled"),
  disabled: has("disabled"),
  focused: ({ index }, { focusedIndex }) => index === focusedIndex,
  // Tabs and radio buttons say so by their value.
  selected: (element) => element.traits.includes("selected") || (SAY_ON.has(element.role) && element.value === "on"),
  expanded: has("expanded"),
  collapsed: has("collapsed"),
  on: holding("on"),
  off: holding("off"),
  mixed: holding("mixed"),
};
const SAY_ON: ReadonlySet<string> = new Set(["tab", "radio button"]);

/** `text field labelled "Total" holding "3"`, `no button "Cancel"`, `3 of row (selected)`. */
export function sayExpected({ element, value, state, count, exists }: ElementLeaf): string {
  const number = exists === false ? "no " : count === undefined ? "" : `${count} of `;
  const what = isLocator(element) ? sayLocator(element) : sayAnchor(element);
  const held =
    value === undefined ? "" : ` holding ${typeof value === "string" ? "" : "a value "}${describeText(value, "it")}`;
  return `${number}${what}${held}${state === undefined ? "" : ` that is ${state}`}`;
}

/** Two parts of an expectation that are about one application share a look. */
export function sightKey(target: Target): string {
  return isLocator(target) ? `application ${(target satisfies Locator).app ?? ""}` : `anchor ${JSON.stringify(target)}`;
}
