import type { Container, Locator, TextMatch } from "@deskfleet/contracts";
import type { ElementRecord } from "../records.ts";
import type { Rendering } from "../render.ts";
import { treeOf } from "./matches.ts";
import { roleFor } from "./role-words.ts";

/** Locators and elements in a person's words. */

/** `button "Save"`, `text field labelled "Customer" inside container "Order"`. */
export function sayLocator(locator: Locator): string {
  const { app, window, nth } = locator;
  return [
    nth === undefined ? "" : `number ${nth} of `,
    sayContainer(locator),
    window === undefined ? "" : ` in a window ${sayText(window, "its title")}`,
    app === undefined ? "" : ` of "${app}"`,
  ].join("");
}

function sayContainer({ role = "element", name, label, text, id, inside }: Container): string {
  return [
    role,
    ...(name === undefined ? [] : [sayText(name, "its name")]),
    ...(label === undefined ? [] : [`labelled ${sayText(label, "its label")}`]),
    ...(text === undefined ? [] : [`showing ${sayText(text, "its text")}`]),
    ...(id === undefined ? [] : [`with the id "${id}"`]),
    ...(inside === undefined
      ? []
      : [`inside ${inside.nth === undefined ? "" : `number ${inside.nth} of `}${sayContainer(inside)}`]),
  ].join(" ");
}

function sayText(match: TextMatch, what: string): string {
  if (typeof match === "string") return JSON.stringify(match);
  if ("contains" in match) return `with ${JSON.stringify(match.contains)} in ${what}`;
  if ("startsWith" in match) return `with ${JSON.stringify(match.startsWith)} at the start of ${what}`;
  return `with ${JSON.stringify(match.pattern)} as a pattern of ${what}`;
}

/** As its line begins, without the number, which is another one in the next state: `text field (disabled) Customer, Value: 3`. */
export function sayElement({ role, traits, title, value }: ElementRecord): string {
  const told = traits.filter((trait) => trait !== "settable" && !["string", "float", "boolean"].includes(trait));
  return [
    roleFor(role),
    ...(told.length > 0 ? [`(${told.join(", ")})`] : []),
    ...(title === "" ? [] : [JSON.stringify(title)]),
    ...(value === "" || value === title ? [] : [`holding ${JSON.stringify(value)}`]),
  ].join(" ");
}

/** All that can be read in an element and below it, joined by ` | ` as the cells of a row are. */
export function readableText({ elements }: Rendering, element: ElementRecord): string {
  const { ends } = treeOf(elements);
  const texts = elements
    .slice(element.index, ends[element.index])
    .flatMap(({ name, value }) => (value === name ? [name] : [name, value]));
  return texts.filter((text) => text !== "").join(" | ");
}
