import { flatten } from "./flatten.ts";
import { isControl } from "./text-only.ts";
import { titleOf } from "./title.ts";
import { hasState, type Item, type Settings } from "./view.ts";

/**
 * Step 7: what stands around exactly one control and adds only a name to it gives its place to it.
 * - a button without actions around a button: GTK 4's menu buttons
 * - a described container without a purpose of its own around a control that nobody named
 */
export function fold(item: Item, settings: Settings): Item {
  const { view } = item;
  const isOuterButton = view.word === "button" && view.kind === "plain" && hasNoActions(item);
  if (!isOuterButton && !(view.kind === "described" && canFold(item))) return item;
  const [inner, ...others] = flatten(view, settings);
  if (inner === undefined || inner.merged !== null || others.length > 0) return item;
  return isOuterButton ? foldButton(item, inner, settings) : foldContainer(item, inner, settings);
}

function foldButton(outer: Item, inner: Item, settings: Settings): Item {
  if (inner.view.word !== "button" && inner.view.word !== "toggle button") return outer;
  const outerTitle = titleOf(outer, settings);
  if (titleOf(inner, settings) === "") return { ...inner, givenTitle: outerTitle };
  if (inner.view.description !== "" || inner.givenDescription !== "") return inner;
  return { ...inner, givenDescription: outerTitle };
}

function foldContainer(outer: Item, inner: Item, settings: Settings): Item {
  const { view } = inner;
  if (!isControl(view) || inner.givenTitle !== "") return outer;
  if (view.name !== "" || view.label !== "" || hasTexts(inner, settings)) return outer;
  return { ...inner, givenTitle: titleOf(outer, settings) };
}

function canFold(item: Item): boolean {
  const { view } = item;
  if (!hasNoActions(item) || view.id !== "") return false;
  return !["expandable", "expanded", "checked", "selected"].some((state) => hasState(view, state));
}

function hasNoActions({ view }: Item): boolean {
  return view.node.actions.length === 0;
}

function hasTexts({ view }: Item, settings: Settings): boolean {
  return flatten(view, settings).some((child) => child.merged !== null || child.view.word === "text");
}
