import type { Container } from "@deskfleet/contracts";
import type { ElementRecord } from "../records.ts";
import { isRole } from "./role-words.ts";
import { isLabel, isText, labelsOf, type TextTest, textsOf } from "./texts.ts";

/** The state's elements, with the end of what is below each. */
export interface Tree {
  readonly elements: readonly ElementRecord[];
  /** Index behind the last descendant. */
  readonly ends: readonly number[];
}

export function treeOf(elements: readonly ElementRecord[]): Tree {
  const ends = elements.map(() => elements.length);
  const open: ElementRecord[] = [];
  for (const element of elements) {
    for (let last = open.at(-1); last !== undefined && last.depth >= element.depth; last = open.at(-1)) {
      ends[last.index] = element.index;
      open.pop();
    }
    open.push(element);
  }
  return { elements, ends };
}

/** The elements that fit, in document order. */
export function matchesIn(tree: Tree, locator: Container, test: TextTest): readonly ElementRecord[] {
  const scope = locator.inside === undefined ? null : below(tree, matchesIn(tree, locator.inside, test));
  const found = tree.elements.filter(
    (element) => (scope === null || scope.has(element.index)) && fits(tree, element, locator, test),
  );
  const matches = saysOnlyText(locator) ? innermost(tree, found) : found;
  if (locator.nth === undefined) return matches;
  const chosen = matches[locator.nth];
  return chosen === undefined ? [] : [chosen];
}

function fits(tree: Tree, element: ElementRecord, locator: Container, test: TextTest): boolean {
  const { role, id, name, label, text } = locator;
  return (
    (role === undefined || isRole(element.role, role)) &&
    (id === undefined || element.id === id) &&
    (name === undefined || isText(element.name, name, test)) &&
    (label === undefined || labelsOf(element).some((own) => isLabel(own, label, test))) &&
    (text === undefined || textsIn(tree, element).some((own) => isText(own, text, test)))
  );
}

/** Its own texts and those of all that is below it. */
export function textsIn({ elements, ends }: Tree, { index }: ElementRecord): readonly string[] {
  return elements.slice(index, ends[index]).flatMap(textsOf);
}

function below({ elements, ends }: Tree, containers: readonly ElementRecord[]): ReadonlySet<number> {
  const indices = new Set<number>();
  for (const { index } of containers)
    for (const { index: inner } of elements.slice(index + 1, ends[index])) indices.add(inner);
  return indices;
}

/** A text alone is in all that surrounds it too; meant is the element that has it. */
function saysOnlyText({ role, id, name, label, text }: Container): boolean {
  return text !== undefined && [role, id, name, label].every((given) => given === undefined);
}

function innermost({ ends }: Tree, found: readonly ElementRecord[]): readonly ElementRecord[] {
  return found.filter(({ index }, position) => {
    const next = found[position + 1];
    return next === undefined || next.index >= (ends[index] ?? 0);
  });
}
