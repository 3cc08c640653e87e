import { parseSnapshot, type Rendering, renderAppState } from "@deskfleet/app-state";
import type { Look, Seen } from "./await-target.ts";

/** States of an application that never ran, for tests. */
export const USABLE = ["enabled", "sensitive", "showing", "visible"];

/** `fields` may say other states; keys of a tree, as a collector writes them. */
export const node = (role: string, fields: object = {}) => ({
  role,
  states: USABLE,
  extents: [10, 10, 80, 20],
  ...fields,
});
export const button = (name: string, fields: object = {}) =>
  node("push button", { name, actions: ["click"], ...fields });
export const disabled = (name: string) => button(name, { states: ["showing", "visible"] });
export const field = (label: string, text: string) =>
  node("text", { labelled_by: label, text, states: [...USABLE, "editable"] });

/** A window called Orders around `children`. */
function renderingOf(...children: object[]): Rendering {
  const root = node("frame", { name: "Orders", extents: [0, 0, 400, 300], children });
  const app = { id: "orders", name: "Orders", pid: 7, toolkit: "gtk3" };
  return renderAppState(parseSnapshot({ app, window: { title: "Orders" }, roots: [root] }));
}

export function stateOf(...children: object[]): Look<Seen> & { readonly state: Seen } {
  const rendering = renderingOf(...children);
  return { state: { rendering, shown: rendering } };
}
