import { describe, expect, it } from "vitest";
import { validateWorkflow } from "./validate.ts";

const inputs = {
  type: "object",
  properties: { customer: { type: "string" }, place: { type: "integer" }, fields: { type: "array" } },
};
const click = (element: unknown, others: object = {}) => ({ do: "click", with: { element, ...others } });
const faultsOf = (...steps: object[]) => validateWorkflow({ name: "find", version: 1, inputs, steps });
const expecting = (expect: object) => ({ id: "look", do: "get_app_state", expect });

describe("an element is refused when", () => {
  it.each<[string, object, string, RegExp]>([
    ["nothing is said of it", click({ app: "desk" }), "/with/element", /at least one of role, name/],
    ["a field is unknown", click({ role: "button", nmae: "Save" }), "/with/element/nmae", /unknown field/],
    [
      "a field is unknown beside a template",
      click({ role: "button", nmae: "{{ row.customer }}" }),
      "/with/element/nmae",
      /unknown field/,
    ],
    [
      "a text is compared in an unknown way",
      click({ name: { regex: "x" } }),
      "/with/element/name",
      /or one of contains/,
    ],
    ["a pattern is broken", click({ name: { pattern: "(" } }), "/with/element/name/pattern", /not a valid regular/],
    [
      "a pattern deep inside looks around",
      click({ role: "cell", inside: { role: "row", text: { pattern: "(?=a)b" } } }),
      "/with/element/inside/text/pattern",
      /look-around/,
    ],
    [
      "a template in it names a missing column",
      click({ role: "row", inside: { text: { contains: "{{ row.custmer }}" } } }),
      "/with/element/inside/text/contains",
      /`row` has no `custmer`/,
    ],
    ["a whole template names a missing column", click("{{ row.field }}"), "/with/element", /has no `field`/],
    [
      "it is both a locator and an anchor",
      click({ role: "button", ocr: "Save" }),
      "/with/element/ocr",
      /unknown field/,
    ],
    ["its number is below 0", click({ role: "button", nth: -1 }), "/with/element/nth", /./],
    ["another parameter is wrong", click({ name: "Save" }, { click_count: 9 }), "/with/click_count", /./],
    [
      "another parameter is unknown, with templates about",
      click({ name: "{{ row.customer }}" }, { colour: "{{ row.customer }}" }),
      "/with/colour",
      /unknown field|no such parameter/,
    ],
    [
      "an index is given too",
      click({ name: "Save" }, { element_index: 3, app: "desk" }),
      "/with/element_index",
      /one of/,
    ],
    [
      "a tool takes none",
      { do: "type_text", with: { text: "a", element: { name: "b" } } },
      "/with/element",
      /unknown field/,
    ],
  ])("%s", (_name, step, path, message) => {
    expect(faultsOf(step)).toContainEqual({ path: `/steps/0${path}`, message: expect.stringMatching(message) });
  });
});

describe("an expectation is refused when", () => {
  it.each<[string, object, string, RegExp]>([
    ["nothing is expected", { message: "x" }, "", /window, element or that/],
    ["a value has no element", { that: "true", value: "3" }, "/value", /element is needed/],
    ["a number has no element", { window: { title: "x" }, count: 2 }, "/count", /element is needed/],
    [
      "a part of the screen has a state",
      { element: { ocr: "Save" }, state: "enabled" },
      "/state",
      /neither value nor state/,
    ],
    ["a state is unknown", { element: { name: "a" }, state: "shiny" }, "/state", /./],
    [
      "it is said twice how many there are",
      { element: { name: "a" }, count: 0, exists: false },
      "/exists",
      /count says/,
    ],
    [
      "the value's pattern is broken",
      { element: { name: "a" }, value: { pattern: "[" } },
      "/value/pattern",
      /not a valid/,
    ],
    ["the window's pattern is broken", { window: { title: { pattern: "[" } } }, "/window/title/pattern", /not a valid/],
    ["the value's template is wrong", { element: { name: "a" }, value: "{{ row.x }}" }, "/value", /has no `x`/],
    [
      "an alternative's locator is wrong",
      { any: [{ window: { title: "x" } }, { element: { role: "a", inside: { nth: 1 } } }] },
      "/any/1/element/inside",
      /at least one of/,
    ],
    [
      "a message reads an element that is not there",
      { element: { name: "a" }, exists: false, message: "{{ element.title }}" },
      "/message",
      /unknown name `element`/,
    ],
    [
      "a message reads what an element does not have",
      { element: { name: "a" }, message: "{{ element.colour }}" },
      "/message",
      /`element` has no `colour`/,
    ],
  ])("%s", (_name, expected, path, message) => {
    expect(faultsOf(expecting(expected))).toContainEqual({
      path: `/steps/0/expect${path}`,
      message: expect.stringMatching(message),
    });
  });

  it.each([
    ["no element is expected", { window: { title: "x" } }],
    ["none is to be there", { element: { name: "a" }, exists: false }],
    ["there are several", { element: { name: "a" }, count: 2 }],
    [
      "only an alternative that ends the attempt has one",
      { any: [{ that: "true" }, { element: { name: "a" }, outcome: "business_error" }] },
    ],
  ])("an element is saved and %s", (_name, expected) => {
    const step = { ...expecting(expected), save: { total: "element.value" } };
    expect(faultsOf(step).map(({ path }) => path)).toEqual(["/steps/0/save/total"]);
  });
});

describe("accepted is", () => {
  it("an element by all that may be said of it, with templates and without", () => {
    const faults = faultsOf(
      click({
        app: "desk",
        window: { contains: "{{ row.customer }}" },
        role: "button",
        name: { startsWith: "Sa" },
        nth: 0,
      }),
      click({
        label: "{{ row.customer }}",
        nth: "{{ row.place }}",
        inside: { role: "row", text: { pattern: "^[0-9]+$" } },
      }),
      { do: "set_value", for_each: "row.fields", with: { element: "{{ item }}", value: "{{ row.place }}" } },
      click({ role: "cell", inside: "{{ item }}" }),
      click({ image: { png: "aGk=", threshold: 0.8 } }),
      click({ ocr: { contains: "{{ row.customer }}" } }),
    );
    expect(faults).toEqual([
      { path: "/steps/3/with/element/inside", message: expect.stringMatching(/unknown name `item`/) },
    ]);
  });

  it("an expectation on one, whose element is read in the message and saved", () => {
    const { expect: _none, ...plain } = expecting({});
    const total = { element: { label: "Total" }, value: { pattern: "^{{ row.place }}[.]" }, state: "enabled" };
    const other = {
      element: { role: "dialog", name: "Error" },
      outcome: "business_error",
      message: "{{ element.text }}",
    };
    expect(
      faultsOf(
        {
          ...expecting({ any: [total, other] }),
          save: { total: "element.value", named: "element.title + element.role" },
        },
        { ...plain, id: "two", expect: { element: { role: "row" }, count: 3, state: "selected" } },
        { ...plain, id: "three", expect: { element: { ocr: "Done" }, exists: false } },
        { ...plain, id: "four", with: {}, when: "steps.look.total != ''" },
      ),
    ).toEqual([]);
  });
});
