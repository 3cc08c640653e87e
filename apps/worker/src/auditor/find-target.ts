import type { ElementRecord } from "@deskfleet/app-state";
import { isActionable, isField, isShowing, labelOf, type PageNode } from "./page-nodes.ts";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Levels between what is under the pointer and what takes the click. */
const CLIMB_MAX = 8;

/**
 * What a click at a point of the screen would reach: of what shows there the topmost popup, in it the deepest, the later one of two;
 * from a text within a button the button. Null: nothing is known to be there.
 */
export function targetAt(nodes: readonly PageNode[], point: Point): PageNode | null {
  let best: PageNode | null = null;
  for (const at of nodes) {
    if (!isShowing(at) || !holds(at, point)) continue;
    if (best === null || at.root > best.root || (at.root === best.root && at.depth >= best.depth)) best = at;
  }
  return best === null ? null : acting(best);
}

/** Whether something that popped up over its window is there. */
export const isOnPopup = (nodes: readonly PageNode[], point: Point): boolean =>
  nodes.some((at) => at.root > 0 && isShowing(at) && holds(at, point));

/** Others at that point that would act too, where things lie over each other: nobody outside the browser knows which is on top. */
export function rivalsAt(nodes: readonly PageNode[], point: Point, target: PageNode): PageNode[] {
  const own = new Set<PageNode>();
  for (let at: PageNode | null = target; at !== null; at = at.parent) own.add(at);
  return nodes
    .filter((at) => at.root === target.root && isActionable(at) && isShowing(at) && holds(at, point))
    .filter((at) => !own.has(at) && !isBelow(at, target))
    .slice(-RIVALS_MAX);
}
const RIVALS_MAX = 2;

/** The element that has the keyboard: the last one that says so, a control before the document around it or a list of suggestions. */
export function focusedIn(nodes: readonly PageNode[]): PageNode | null {
  const focused = nodes.filter((at) => at.node.states.includes("focused") && isShowing(at));
  return focused.findLast(isActionable) ?? focused.at(-1) ?? null;
}

/** Where the keyboard is after so many tabs, as far as the order in the document tells; the same element where it does not. */
export function afterTabs(nodes: readonly PageNode[], from: PageNode | null, tabs: number): PageNode | null {
  if (from === null || tabs === 0) return from;
  const next = nodes
    .slice(nodes.indexOf(from) + 1)
    .filter((at) => at.root === from.root && isShowing(at) && (isField(at) || takesKeys(at)));
  return next[tabs - 1] ?? from;
}
const takesKeys = (at: PageNode): boolean => at.node.states.includes("focusable") && isActionable(at);

/** The element that an app-state tool was planned for, as it is now. */
export function elementIn(nodes: readonly PageNode[], { key, windowIndex, path }: ElementRecord): PageNode | null {
  if (key !== null) {
    const found = nodes.find((at) => at.node.key === key);
    if (found !== undefined) return found;
  }
  const isThere = (at: PageNode) =>
    at.root === windowIndex && at.depth === path.length && `${pathOf(at)}` === `${path}`;
  return nodes.find(isThere) ?? null;
}

/** Where Return in a field leads: the first button of its form, else the one that a dialog calls its default. */
export function defaultButton(nodes: readonly PageNode[], field: PageNode): PageNode | null {
  let form: PageNode | null = field.parent;
  while (form !== null && form.node.role !== "form") form = form.parent;
  const isButton = ({ node }: PageNode) => node.role === "push button" || node.role === "button";
  if (form !== null) {
    const within = form;
    return nodes.find((at) => isButton(at) && isShowing(at) && isBelow(at, within)) ?? null;
  }
  return nodes.find((at) => at.root === field.root && at.node.states.includes("is-default") && isShowing(at)) ?? null;
}

function isBelow(at: PageNode, ancestor: PageNode): boolean {
  for (let up = at.parent; up !== null; up = up.parent) if (up === ancestor) return true;
  return false;
}

function acting(deepest: PageNode): PageNode {
  let at: PageNode | null = deepest;
  for (let climbed = 0; at !== null && climbed <= CLIMB_MAX; at = at.parent, climbed += 1)
    if (isActionable(at)) return at;
  at = deepest;
  while (at !== null && labelOf(at) === "") at = at.parent;
  return at ?? deepest;
}

function holds({ node: { extents } }: PageNode, { x, y }: Point): boolean {
  if (extents === null) return false;
  const [left, top, width, height] = extents;
  return x >= left && y >= top && x < left + width && y < top + height;
}

function pathOf(at: PageNode): (number | string)[] {
  const path: (number | string)[] = [];
  for (let { node, parent } = at; parent !== null; { node, parent } = parent)
    path.push(node.step ?? parent.node.children.indexOf(node));
  return path.reverse();
}
