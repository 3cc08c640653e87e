import type { ExpectLeaf } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { button, disabled, field, node, stateOf, USABLE } from "../app-state/testing-states.ts";
import { endingOf } from "./outcomes.ts";
import { runWorkflow } from "./run-workflow.ts";
import { scriptedRun, windowsOf } from "./testing.ts";
import type { Sight } from "./workflow-run.ts";

const row = (name: string, states: readonly string[] = []) =>
  node("table row", { name, states: [...USABLE, "selectable", ...states] });
const FORM = stateOf(
  field("Customer", "Ada"),
  field("Notes", ""),
  disabled("Save"),
  node("check box", { name: "Express", states: [...USABLE, "checked"] }),
  node("table", { name: "Orders", children: [row("1 | Ada"), row("2 | Linus", ["selected"])] }),
);

async function endOf(
  expected: object,
  see: Sight | ((ms: number) => Sight) = FORM,
  { inputs = {}, windows = ["Orders"], save = {} }: { inputs?: object; windows?: string[]; save?: object } = {},
) {
  const step = { id: "look", do: "list_apps", timeout: "2s", expect: expected, save };
  const output = Object.fromEntries(Object.keys(save).map((name) => [name, `steps.look.${name}`]));
  const run = scriptedRun({ steps: [step], output }, () => windowsOf(...windows), {
    inputs: inputs as Record<string, unknown>,
    look: (_target, clock) => (typeof see === "function" ? see(clock.now()) : see),
  });
  const ending = await runWorkflow(run).then(
    (result) => ({ outcome: "success", result }),
    (error: unknown) => endingOf(error),
  );
  return { ...ending, ms: run.clock.now() };
}
const reasonOf = async (...args: Parameters<typeof endOf>) => {
  const ending = await endOf(...args);
  expect(ending).toMatchObject({ outcome: "application_error", ms: 2_000 });
  return "reason" in ending ? ending.reason : "";
};

describe("an expected element that does not come is reported after the step's time with what was there", () => {
  it.each<[string, ExpectLeaf, string]>([
    [
      "another name",
      { element: { role: "button", name: "Safe" } },
      'look: expected button "Safe"; nothing matches; nearest: button (disabled) "Save" aka {"role":"button","name":"Save"}',
    ],
    [
      "another value",
      { element: { label: "Customer" }, value: "Grace" },
      'look: expected element labelled "Customer" holding "Grace"; it is text field "Customer" holding "Ada"',
    ],
    [
      "another state",
      { element: { name: "Save" }, state: "enabled" },
      'look: expected element "Save" that is enabled; it is button (disabled) "Save"',
    ],
    [
      "two where one is expected",
      { element: { role: "row" } },
      'look: expected row; 2 elements match; say which (inside, nth, id): row (selectable) "1 | Ada" aka {"role":"row","name":"1 | Ada"}; ' +
        'row (selected) "2 | Linus" aka {"role":"row","name":"2 | Linus"}',
    ],
    [
      "another number",
      { element: { role: "row" }, count: 1 },
      'look: expected 1 of row; there are 2: row (selectable) "1 | Ada" aka {"role":"row","name":"1 | Ada"}; ' +
        'row (selected) "2 | Linus" aka {"role":"row","name":"2 | Linus"}',
    ],
    [
      "none of several",
      { element: { role: "row", name: "9" }, count: 2 },
      'look: expected 2 of row "9"; there is none',
    ],
    [
      "one that should be gone",
      { element: { label: "Customer" }, exists: false },
      'look: expected no element labelled "Customer"; there are 1: text field "Customer" holding "Ada" aka {"label":"Customer"}',
    ],
    [
      "another window of the application",
      { element: { label: "Customer", window: "Editor" } },
      'look: expected element labelled "Customer" in a window "Editor"; nothing matches in the window "Orders"',
    ],
  ])("%s", async (_name, leaf, reason) => {
    expect(await reasonOf(leaf)).toMatch(reason);
  });

  it("no application at all", async () => {
    const missing = { missing: 'appNotFound("orders")' };
    expect(await reasonOf({ element: { name: "Save", app: "orders" } }, missing)).toMatch(/; appNotFound\("orders"\)$/);
  });

  it("for each alternative", async () => {
    const any = [{ element: { label: "Customer" }, value: "Grace" }, { window: { title: "Error" } }];
    expect(await reasonOf({ any })).toBe(
      'look: expected element labelled "Customer" holding "Grace", or a window "Error"; visible instead: "Orders"; ' +
        'of element labelled "Customer" holding "Grace": it is text field "Customer" holding "Ada"',
    );
  });

  it("on the screen", async () => {
    const places = { places: { matches: [], candidates: [] } };
    expect(await reasonOf({ element: { ocr: "Done" } }, places)).toBe(
      'look: expected the text "Done" on the screen; it is nowhere on the screen'.replace(" on the screen;", ";"),
    );
  });
});

describe("an expectation ends the attempt at once", () => {
  it("when the row makes no locator of it", async () => {
    const ending = await endOf({ element: { name: "{{ row.name }}" } }, FORM, { inputs: { name: "" } });
    expect(ending).toMatchObject({
      outcome: "application_error",
      ms: 0,
      reason: expect.stringMatching(/cannot be looked for/),
    });
  });
  it("when its alternative is an outcome, with the element's words", async () => {
    const wrong = {
      element: { role: "button" },
      state: "disabled",
      outcome: "business_error",
      message: "{{ element.title }}!",
    };
    const ending = await endOf({ any: [{ element: { name: "Done" } }, wrong] });
    expect(ending).toMatchObject({ outcome: "business_error", reason: "Save!", ms: 0 });
  });
});

describe("an expectation holds", () => {
  it.each<[string, ExpectLeaf]>([
    ["on a value, whole", { element: { label: "Customer" }, value: "Ada" }],
    ["on a part of a value", { element: { label: "Customer" }, value: { startsWith: "A" } }],
    ["on what the row says", { element: { label: "Customer" }, value: "{{ row.customer }}" }],
    ["on an empty value that the row says", { element: { label: "Notes" }, value: "{{ row.notes }}" }],
    ["on a box that is on", { element: { role: "checkbox" }, state: "on" }],
    ["on a button that is disabled", { element: { name: "Save" }, state: "disabled" }],
    ["on the row that is selected", { element: { role: "row", text: "Linus" }, state: "selected" }],
    ["on a number of elements", { element: { role: "row" }, count: 2 }],
    ["on a number of elements in a state", { element: { role: "row" }, state: "selected", count: 1 }],
    ["on none", { element: { role: "row" }, value: "x", count: 0 }],
    ["on something that is gone", { element: { name: "Cancel" }, exists: false }],
    ["with a window beside it", { element: { name: "Save" }, window: { title: "Orders" } }],
    ["with a condition on the element", { element: { role: "row", nth: 1 }, that: "element.text.contains(row.other)" }],
  ])("%s", async (_name, leaf) => {
    const inputs = { customer: "Ada", notes: "", other: "Linus" };
    expect(await endOf(leaf, FORM, { inputs })).toEqual({ outcome: "success", result: {}, ms: 0 });
  });

  it("as soon as the element is there", async () => {
    const see = (ms: number) => (ms < 900 ? stateOf(disabled("Save")) : stateOf(button("Save")));
    const ending = await endOf({ element: { name: "Save" }, state: "enabled" }, see);
    expect(ending.outcome).toBe("success");
    expect(ending.ms).toBeLessThan(1_200);
  });

  it("on nothing there when the application is gone", async () => {
    expect(await endOf({ element: { name: "Save" }, exists: false }, { missing: "gone" })).toMatchObject({ ms: 0 });
  });

  it("on places of the screen, by number and one by one", async () => {
    const place = (text: string) => ({ rectangle: { x: 0, y: 0, width: 9, height: 9 }, score: 0.9, text });
    const places = { places: { matches: [place("Done"), place("Done 2")], candidates: [] } };
    expect(await endOf({ element: { ocr: { contains: "Done" } }, count: 2 }, places)).toMatchObject({
      outcome: "success",
    });
    const save = { said: "element.text" };
    const one = await endOf({ element: { ocr: { contains: "Done" }, nth: 1 } }, places, { save });
    expect(one).toMatchObject({ result: { said: "Done 2" } });
  });

  it("and what it found is saved", async () => {
    const save = { who: "element.value", all: "element.role + element.title", text: "element.text" };
    const ending = await endOf({ element: { label: "Customer" } }, FORM, { save });
    expect(ending).toMatchObject({ result: { who: "Ada", all: "text fieldCustomer", text: "Customer | Ada" } });
  });
});

describe("an app-state tool's step", () => {
  it("waits for its element as long as its timeout says, and for no state that nobody reads", async () => {
    const click = { do: "click", timeout: "3s", with: { element: { name: "{{ row.name }}" } } };
    const read = { ...click, id: "read", save: { text: "result.text" } };
    const run = scriptedRun(
      { steps: [click, read, { do: "computer_key_press", with: { key: "a" } }] },
      () => ({ text: "" }),
      {
        inputs: { name: "Save" },
      },
    );
    await runWorkflow(run);
    const params = { element: { name: "Save" } };
    expect(run.calls).toEqual([
      { tool: "click", params, targetTimeoutMs: 3_000, answersState: false },
      { tool: "click", params, targetTimeoutMs: 3_000, answersState: true },
      { tool: "computer_key_press", params: { key: "a" } },
    ]);
  });
});
