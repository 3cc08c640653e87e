import { type JsonObject, Step } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { ExpressionError } from "./expression-error.ts";
import { Preview } from "./preview.ts";

const ROW = { customer: "Zoë", quantity: 3, express: false, items: ["a", "b"], none: [] };
const preview = (step: JsonObject, row: JsonObject = ROW) => new Preview(row).step(Step.parse(step));
const typing = (text: string, more: JsonObject = {}) => ({ do: "computer_keyboard_type", with: { text }, ...more });

describe("what is known before a run", () => {
  it("is filled in, as a run would", () => {
    const step = {
      do: "click",
      with: { element: { role: "row", text: "{{ row.quantity }}" }, click_count: "{{ row.quantity }}" },
    };
    expect(preview(step)).toEqual({
      ...{ when: null, items: null, unknown: [], faults: [], isComplete: true },
      params: { element: { role: "row", text: "3" }, click_count: 3 },
    });
  });

  it.each<[string, JsonObject, JsonObject]>([
    ["a condition that holds", { when: "row.quantity > 2" }, { when: true, params: { text: "Zoë" } }],
    ["one that does not skips the step", { when: "row.express" }, { when: false, params: null }],
    ["rounds are counted", { for_each: "row.items" }, { items: 2, params: { text: "Zoë" } }],
    ["no rounds skip the step", { for_each: "row.none" }, { items: 0, params: null }],
  ])("%s", (_name, more, expected) => {
    expect(preview(typing("{{ row.customer }}", more))).toMatchObject({ ...expected, unknown: [], faults: [] });
  });

  it("more rounds than a run makes are a fault, as many as it makes are none", () => {
    const many = (count: number) =>
      preview({ do: "computer_screen_size", for_each: "row.many" }, { many: Array.from({ length: count }, () => 0) });
    const faults = [{ path: "/for_each", message: "for_each: more than 10000 items" }];
    expect(many(10_001)).toMatchObject({ items: null, faults });
    expect(many(10_000)).toMatchObject({ items: 10_000, faults: [] });
  });

  it("a step that is skipped has none of the faults that it would have", () => {
    expect(preview(typing("{{ row.notes }}", { when: "has(row.notes)" })).faults).toEqual([]);
  });
});

describe("what only a run can know stays as it is written, and is listed", () => {
  it.each<[string, JsonObject, string[]]>([
    ["saved by an earlier step", typing("{{ steps.read.text }}"), ["{{ steps.read.text }}"]],
    ["by way of a name of its own", typing("{% assign x = steps.a.b %}{{ x }}"), ["{% assign x = steps.a.b %}{{ x }}"]],
    ["as a part of another path", typing("{{ row.items[steps.a.b] }}"), ["{{ row.items[steps.a.b] }}"]],
    [
      "in a filter's argument",
      typing("{{ row.customer | append: steps.a.b }}"),
      ["{{ row.customer | append: steps.a.b }}"],
    ],
    ["the element of for_each", typing("{{ item }}", { for_each: "row.items" }), ["{{ item }}"]],
    ["whatever is no part of the row", typing("{{ secrets.password }}"), ["{{ secrets.password }}"]],
  ])("%s", (_name, step, unknown) => {
    const { params, ...answer } = preview(step);
    expect(params).toEqual(step.with);
    expect(answer).toMatchObject({ unknown, faults: [], isComplete: false });
  });

  it("a condition or list of results; then nothing in the step is surely a fault", () => {
    const step = typing("{{ row.notes }} {{ row.customer }}", { when: "has(steps.a.b)", for_each: "steps.a.list" });
    expect(preview(step)).toEqual({
      ...{ when: null, items: null, params: step.with, faults: [], isComplete: false },
      unknown: ["steps.a.list", "has(steps.a.b)", step.with.text],
    });
  });

  it("beside it the rest is filled in", () => {
    const argv = ["{{ row.customer }}", "{{ steps.a.b }}", "{{ row.quantity }}"];
    const { params, unknown } = preview({ do: "computer_process_start", with: { argv } });
    expect(params).toEqual({ argv: ["Zoë", "{{ steps.a.b }}", "3"] });
    expect(unknown).toEqual(["{{ steps.a.b }}"]);
  });
});

describe("faults are found, each with its place, and quote no value", () => {
  it.each<[string, JsonObject, string]>([
    ["a column that the row has not", typing("{{ row.notes }}"), "/with/text"],
    ["a condition that is none", typing("x", { when: "row.customer" }), "/when"],
    ["a list that is none", typing("x", { for_each: "row.quantity" }), "/for_each"],
    ["in what is expected", typing("x", { expect: { window: { title: "{{ row.notes }}" } } }), "/expect/window/title"],
    [
      "in an alternative",
      typing("x", { expect: { any: [{ that: "true" }, { element: { name: "{{ row.notes }}" }, count: 1 }] } }),
      "/expect/any/1/element/name",
    ],
  ])("%s", (_name, step, path) => {
    const { faults } = preview(step);
    expect(faults.map((fault) => fault.path)).toEqual([path]);
    expect(faults[0]?.message).not.toContain("Zoë");
  });
});

describe("is bounded", () => {
  const slow = "{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}";

  it("one template by its own limits: a fault of its place", () => {
    const { faults } = preview(typing(slow));
    expect(faults.map(({ path }) => path)).toEqual(["/with/text"]);
  });

  it("a step of many, and a document of many, altogether", () => {
    const step = Step.parse({ do: "computer_process_start", with: { argv: Array(50).fill(slow) } });
    const startedAt = performance.now();
    expect(() => new Preview(ROW).step(step)).toThrow(ExpressionError);
    const all = new Preview(ROW);
    const one = Step.parse(typing(slow));
    expect(() => {
      for (let n = 0; n < 100; n += 1) all.step(one);
    }).toThrow(ExpressionError);
    // 100 alone would be 50 s; a busy machine may take a few times as long as it should.
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  }, 60_000);

  it("in what it makes", () => {
    const all = new Preview({ ...ROW, long: "x".repeat(100_000) });
    const step = Step.parse(typing("{{ row.long }}"));
    expect(() => {
      for (let n = 0; n < 100; n += 1) all.step(step);
    }).toThrow(/characters/);
  });
});
