import type { Container, Locator, TextMatch } from "@deskfleet/contracts";
import type { ElementRecord } from "../records.ts";
import { matchesIn, type Tree, treeOf } from "./matches.ts";
import { roleFor, takesInput } from "./role-words.ts";
import type { TextTest } from "./texts.ts";

/** Longest text that a locator takes, characters. */
const TEXT_MAX = 500;

/** Suggestions hold no patterns. */
const plainTest: TextTest = (text, match) => typeof match === "string" && text === match;

/**
 * A locator that finds this element of the state and no other: by what it is called, else with the place it is in, else by
 * its number among its like. For messages, and for whoever writes a workflow with a state before them.
 */
export function suggestLocator(elements: readonly ElementRecord[], element: ElementRecord): Locator {
  const tree = treeOf(elements);
  const own = ownLocators(element);
  for (const locator of own) if (isOnly(tree, locator, element)) return locator;
  const [first = { role: roleFor(element.role) }] = own;
  for (const inside of surroundings(tree, element)) {
    const locator = { ...first, inside };
    if (isOnly(tree, locator, element)) return locator;
  }
  const nth = matchesIn(tree, first, plainTest).findIndex(({ index }) => index === element.index);
  return { ...first, nth };
}

/** What may be said of the element alone, the best first. */
function ownLocators(element: ElementRecord): Locator[] {
  const role = roleFor(element.role);
  const name = sayable(element.name);
  const id = sayable(element.id);
  return [
    ...(name !== null && takesInput(element.role) ? [{ label: name }] : []),
    ...(name === null ? [] : [{ role, name }]),
    ...(id === null ? [] : [{ role, id }]),
    { role },
  ];
}

/** What is around the element and can be told from its like, the nearest first. */
function surroundings({ elements, ends }: Tree, { index }: ElementRecord): Container[] {
  return elements
    .slice(0, index)
    .filter((around) => index < (ends[around.index] ?? 0) && around.depth > 0)
    .reverse()
    .flatMap((around) => {
      const name = sayable(around.name);
      return name === null ? [] : [{ role: roleFor(around.role), name }];
    });
}

function isOnly(tree: Tree, locator: Locator, element: ElementRecord): boolean {
  const matches = matchesIn(tree, locator, plainTest);
  return matches.length === 1 && matches[0]?.index === element.index;
}

function sayable(text: string): (TextMatch & string) | null {
  return text !== "" && text.length <= TEXT_MAX ? text : null;
}
