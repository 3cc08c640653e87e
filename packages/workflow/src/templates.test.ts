import { describe, expect, it } from "vitest";
import { ExpressionError } from "./expression-error.ts";
import { renderParams, renderText } from "./templates.ts";

const row = { name: "Zoë", quantity: 3, express: true, list: [1, { a: 2 }], nothing: null };
const values = { inputs: row, row, steps: { open: { pid: 12 } } };

describe("renderParams", () => {
  it.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
    ["keeps the type of a lone path", "computer_process_terminate", { pid: "{{ steps.open.pid }}" }, { pid: 12 }],
    ["types a number where the tool wants text", "computer_keyboard_type", { text: "{{row.quantity}}" }, { text: "3" }],
    [
      "types a boolean where the tool wants text",
      "computer_keyboard_type",
      { text: "{{ row.express }}" },
      { text: "true" },
    ],
    [
      "mixes text and values",
      "computer_keyboard_type",
      { text: "{{ row.quantity }} × {{ row.name }}" },
      { text: "3 × Zoë" },
    ],
    [
      "goes deep",
      "computer_process_start",
      { argv: ["x", "{{ row.quantity }}"], env: { A: "{{ row.quantity }}" } },
      { argv: ["x", "3"], env: { A: "3" } },
    ],
    [
      "makes text of all that a locator compares, but not of its number",
      "click",
      {
        element: {
          role: "row",
          text: "{{ row.quantity }}",
          nth: "{{ row.quantity }}",
          inside: { name: "{{ row.name }} {{ row.quantity }}" },
        },
        click_count: "{{ row.quantity }}",
      },
      { element: { role: "row", text: "3", nth: 3, inside: { name: "Zoë 3" } }, click_count: 3 },
    ],
    [
      "takes a whole locator",
      "set_value",
      { element: "{{ row.list[1] }}", value: "{{ row.quantity }}" },
      { element: { a: 2 }, value: "3" },
    ],
    [
      "leaves plain values alone",
      "computer_process_start",
      { wait: false, timeoutMs: 5 },
      { wait: false, timeoutMs: 5 },
    ],
  ])("%s", (_name, tool, params, rendered) => {
    expect(renderParams(params, tool, values)).toEqual(rendered);
  });

  it("does not read a value as a template", () => {
    const hostile = { ...values, row: { name: "{{ steps.open.pid }}" } };
    expect(renderParams({ text: "{{ row.name }}" }, "computer_keyboard_type", hostile)).toEqual({
      text: "{{ steps.open.pid }}",
    });
  });
});

describe("renderText", () => {
  it.each([
    ["{{ row.list }}", '[1,{"a":2}]'],
    ["<{{ row.nothing }}>", "<>"],
    ["{{ row.missing | default: 'none' }}", "none"],
    ["{% if row.express %}fast{% else %}slow{% endif %}", "fast"],
  ])("%s gives %s", (template, text) => {
    expect(renderText(template, values)).toBe(text);
  });

  it.each([
    ["a missing name", "{{ row.missing }}", /undefined variable: row.missing/],
    ["a prototype's property", "{{ row.constructor.name }}", /undefined variable/],
    ["a loop without end", "{% for i in (1..1000000000) %}x{% endfor %}", /limit exceeded/],
  ])("refuses %s", (_name, template, message) => {
    expect(() => renderText(template, values)).toThrow(ExpressionError);
    expect(() => renderText(template, values)).toThrow(message);
  });
});
