import type { Locator } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { type ElementRecord, parseSnapshot, renderAppState } from "../index.ts";
import { node, type RawNode, windowOf } from "../testing-tree.ts";
import { locate } from "./locate.ts";
import { sayElement, sayLocator } from "./say.ts";
import { plainTest } from "./testing.ts";
import { holdsText } from "./texts.ts";

const field = (name: string, fields: object = {}) =>
  node("text", { name, states: ["editable", "single-line"], ...fields });
const button = (name: string, fields: object = {}) => node("push button", { name, actions: ["click"], ...fields });
const cell = (name: string) => node("table cell", { name });
const row = (cells: readonly string[], controls: readonly RawNode[] = []) =>
  node("table row", {}, [...cells.map(cell), node("table cell", {}, controls)]);

const ORDERS = windowOf(
  [
    node("panel", { name: "Billing" }, [field("", { labelled_by: "Customer:", text: "Ada" }), button("Save")]),
    node("panel", { name: "Delivery" }, [
      field("delivery-name", { labelled_by: "Customer:", id: "delivery" }),
      button("Save"),
      button("Save all"),
    ]),
    node("table", { name: "Orders" }, [
      row(["Ada", "12.00 EUR"], [button("Pay")]),
      row(["Linus", "7.50 EUR"], [button("Pay")]),
    ]),
    node("check box", { name: "Express delivery", states: ["checked"] }),
    node("combo box", { name: "Lamp", labelled_by: "Product", selected: "Lamp" }),
    node("label", { name: "Total 12.00 EUR" }),
    node("link", { name: "Terms [1]", url: "https://example.com/t" }),
    field("", { labelled_by: "Notes", text: "First floor\nRing twice" }),
  ],
  { toolkit: "gtk4", title: "Orders - 2 open" },
);

function found(locator: Locator): string[] {
  const rendering = renderAppState(parseSnapshot(ORDERS));
  return locate(rendering, locator, plainTest).matches.map(sayElement);
}
function instead(locator: Locator): string[] {
  const rendering = renderAppState(parseSnapshot(ORDERS));
  return locate(rendering, locator, plainTest).candidates.map(sayElement);
}

describe("nothing is found", () => {
  it.each<[string, Locator]>([
    ["by a part of a name where the whole is asked", { role: "button", name: "Pa" }],
    ["in another case", { name: "save" }],
    ["by a label where the element takes no input", { label: "Save" }],
    ["by a label that only ends alike", { label: "Name of customer" }],
    ["by an id that it does not have", { role: "text field", id: "billing" }],
    ["in a window with another title", { name: "Save all", window: "Orders" }],
    ["inside something that is not there", { name: "Save", inside: { name: "Returns" } }],
    ["inside itself", { role: "row", inside: { role: "row" } }],
    ["beyond the last match", { name: "Save", nth: 2 }],
    ["of another role", { role: "checkbox", name: "Save" }],
    ["when one of several conditions fails", { role: "text field", label: "Customer", text: "Grace" }],
  ])("%s", (_name, locator) => {
    expect(found(locator)).toEqual([]);
  });
});

describe("found is", () => {
  it.each<[string, Locator, string[]]>([
    ["each element of that name", { name: "Save" }, ['button "Save"', 'button "Save"']],
    ["the one inside", { name: "Save", inside: { name: "Delivery" } }, ['button "Save"']],
    ["the one with that number", { name: { startsWith: "Save" }, nth: 2 }, ['button "Save all"']],
    ["what fits a pattern", { role: "button", name: { pattern: "^Save .+$" } }, ['button "Save all"']],
    [
      "a field by its label, colon or not, also when it has a name of its own",
      { label: "Customer" },
      ['text field "Customer:" holding "Ada"', 'text field "delivery-name"'],
    ],
    [
      "a field by the label as it is written",
      { label: "Customer:", text: "Ada" },
      ['text field "Customer:" holding "Ada"'],
    ],
    ["a box by its own text as a label", { label: "Express delivery" }, ['checkbox "Express delivery" holding "on"']],
    [
      "a list by its label, in the words of another toolkit",
      { role: "combo box", label: "Product" },
      ['pop up button "Product" holding "Lamp"'],
    ],
    ["a row by one of its cells", { role: "row", text: "Linus" }, ['row "Linus | 7.50 EUR"']],
    [
      "a button in the row with that text",
      { role: "push button", inside: { role: "row", text: "Linus" } },
      ['button "Pay"'],
    ],
    ["the innermost element that shows a text", { text: { contains: "7.50" } }, ['row "Linus | 7.50 EUR"']],
    ["what holds an element with that text, by its role", { role: "container", text: "Ada" }, ['container "Billing"']],
    [
      "a link by its text without markup",
      { role: "link", name: "Terms [1]" },
      ['link "[Terms \\\\[1\\\\]](https://example.com/t)"'],
    ],
    ["an element by its id", { id: "delivery" }, ['text field "delivery-name"']],
    [
      "text over two lines as the row of a table has it",
      { text: "First floor\nRing twice" },
      ['text field "Notes" holding "First floor\\\\nRing twice"'],
    ],
    [
      "something in a window whose title fits",
      { name: "Save all", window: { contains: "2 open" } },
      ['button "Save all"'],
    ],
    ["a role in another spelling", { role: "Check-Box" }, ['checkbox "Express delivery" holding "on"']],
  ])("%s", (_name, locator, elements) => {
    expect(found(locator)).toEqual(elements);
  });
});

describe("what an element holds", () => {
  const long = `${"a".repeat(300)} end`;
  const { elements } = renderAppState(
    parseSnapshot(
      windowOf([
        field("Long", { text: long }),
        field("Lines", { text: "First\nSecond" }),
        node("password text", { name: "Secret", text: "b".repeat(300), states: ["editable"] }),
      ]),
    ),
  );
  const [, longField, lines, secret] = elements as [ElementRecord, ElementRecord, ElementRecord, ElementRecord];

  it("is compared whole, though its line shows the beginning", () => {
    expect(longField.value).toBe(`${"a".repeat(160)}...`);
    expect(holdsText(longField, long, plainTest)).toBe(true);
    expect(holdsText(longField, { pattern: " end$" }, plainTest)).toBe(true);
    expect(holdsText(longField, `${"a".repeat(300)} other end`, plainTest)).toBe(false);
    expect(holdsText(longField, "a".repeat(300), plainTest)).toBe(false);
  });
  it("may be said with its line ends", () => {
    expect(holdsText(lines, "First\nSecond", plainTest)).toBe(true);
    expect(holdsText(lines, { contains: "t\nS" }, plainTest)).toBe(true);
  });
  it("is bullets where it is a password", () => {
    expect(secret.fullValue).toMatch(/^•+(\.\.\.)?$/);
    expect(holdsText(secret, { contains: "b" }, plainTest)).toBe(false);
  });
});

describe("what comes nearest", () => {
  it("has the likest name first, the right role before another", () => {
    expect(instead({ role: "button", name: "Save al" }).slice(0, 3)).toEqual([
      'button "Save all"',
      'button "Save"',
      'button "Save"',
    ]);
  });
  it("is the field whose label is nearly the one", () => {
    expect(instead({ label: "Custmer" })[0]).toBe('text field "Customer:" holding "Ada"');
  });
  it("is found in another case", () => {
    expect(instead({ name: "SAVE ALL" })[0]).toBe('button "Save all"');
  });
  it("is at most ten, and what can be used when nothing is like it", () => {
    expect(instead({ name: "zzz" })).toEqual([
      'text field "Customer:" holding "Ada"',
      'button "Save"',
      'text field "delivery-name"',
      'button "Save"',
      'button "Save all"',
      'row "Ada | 12.00 EUR"',
      'button "Pay"',
      'row "Linus | 7.50 EUR"',
      'button "Pay"',
      'checkbox "Express delivery" holding "on"',
    ]);
  });
  it("is nothing when the window is another one, or something matches", () => {
    expect(instead({ name: "Save", window: "Other" })).toEqual([]);
    expect(instead({ name: "Save" })).toEqual([]);
  });
});

describe("a locator in words", () => {
  it.each<[Locator, string]>([
    [{ role: "button", name: "Save" }, 'button "Save"'],
    [{ label: { startsWith: "Cust" } }, 'element labelled with "Cust" at the start of its label'],
    [
      {
        role: "button",
        nth: 1,
        app: "order-desk",
        window: { contains: "Orders" },
        inside: { role: "row", text: "Ada" },
      },
      'number 1 of button inside row showing "Ada" in a window with "Orders" in its title of "order-desk"',
    ],
    [{ id: "x", name: { pattern: "^a" } }, 'element with "^a" as a pattern of its name with the id "x"'],
  ])("%j is %s", (locator, words) => {
    expect(sayLocator(locator)).toBe(words);
  });
});
