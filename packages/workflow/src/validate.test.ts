import { describe, expect, it } from "vitest";
import { validateWorkflow } from "./validate.ts";

const inputs = {
  type: "object",
  required: ["customer", "quantity"],
  properties: { customer: { type: "string" }, quantity: { type: "integer" }, note: { type: "string" } },
};
const open = { id: "open", do: "computer_process_start", with: { app: "order-desk" } };
const type = { do: "computer_keyboard_type", with: { text: "{{ row.customer }}" } };
const read = { id: "read", do: "computer_file_read", with: { path: "/workspace/orders.jsonl" } };
const workflow = (changes: object) => ({ name: "enter-order", version: 3, inputs, steps: [open], ...changes });
const step = (changes: object) => workflow({ steps: [{ ...open, ...changes }] });

describe("a workflow is refused when", () => {
  it.each<[string, object, string, RegExp]>([
    ["a field is unknown", step({ wiht: {} }), "/steps/0/wiht", /unknown field/],
    ["it has no steps", workflow({ steps: [] }), "/steps", /./],
    ["a tool does not exist", step({ do: "computer_explode" }), "/steps/0/do", /no tool called computer_explode/],
    ["a parameter is unknown", step({ with: { app: "x", speed: 3 } }), "/steps/0/with/speed", /unknown field/],
    ["a parameter is missing", step({ do: "computer_keyboard_type", with: {} }), "/steps/0/with/text", /./],
    ["a parameter has the wrong type", step({ do: "computer_key_press", with: { key: 3 } }), "/steps/0/with/key", /./],
    [
      "a parameter beside a template is unknown",
      step({ ...type, with: { text: "{{ row.customer }}", txt: 1 } }),
      "/steps/0/with/txt",
      /no such parameter; known: text/,
    ],
    [
      "a parameter beside a template is missing",
      step({ do: "computer_file_write", with: { content: "{{ row.note }}" } }),
      "/steps/0/with/path",
      /is missing/,
    ],
    [
      "a template is not closed",
      step({ ...type, with: { text: "{{ row.customer" } }),
      "/steps/0/with/text",
      /not closed/,
    ],
    [
      "a template has an unknown filter",
      step({ ...type, with: { text: "{{ row.customer | shout }}" } }),
      "/steps/0/with/text",
      /undefined filter: shout/,
    ],
    [
      "a template includes a file",
      step({ ...type, with: { text: "{% include '/etc/passwd' %}" } }),
      "/steps/0/with/text",
      /tag "include" not found/,
    ],
    [
      "a template names a missing column",
      step({ ...type, with: { text: "{{ row.custmer }}" } }),
      "/steps/0/with/text",
      /`row` has no `custmer`; known: customer, quantity, note/,
    ],
    [
      "a template names something unknown",
      step({ ...type, with: { text: "{{ env.HOME }}" } }),
      "/steps/0/with/text",
      /unknown name `env`/,
    ],
    [
      "a template deep inside names a missing column",
      step({ with: { argv: ["a", "{{ row.no }}"] } }),
      "/steps/0/with/argv/1",
      /has no `no`/,
    ],
    ["a condition does not parse", step({ when: "row.quantity >" }), "/steps/0/when", /Unexpected token/],
    [
      "a condition is not a condition",
      step({ when: "1 + 2" }),
      "/steps/0/when",
      /a condition \(true or false\) is needed/,
    ],
    ["a condition mixes types", step({ when: "1 + 'a' == 2" }), "/steps/0/when", /no such overload/],
    ["a condition names a missing column", step({ when: "row.nope == 3" }), "/steps/0/when", /`row` has no `nope`/],
    [
      "a condition reads a result before there is one",
      step({ when: "result.pid > 0" }),
      "/steps/0/when",
      /Unknown variable: result/,
    ],
    ["for_each is not a list", step({ for_each: "'abc'" }), "/steps/0/for_each", /a list is needed/],
    ["item is read without for_each", step({ when: "item == 1" }), "/steps/0/when", /Unknown variable: item/],
    [
      "a save reads what the tool does not answer",
      step({ save: { a: "result.exit" } }),
      "/steps/0/save/a",
      /`result` has no `exit`/,
    ],
    ["a save calls an unknown function", step({ save: { a: "shell('ls')" } }), "/steps/0/save/a", /shell/],
    [
      "a step that saves has no id",
      workflow({ steps: [{ ...type, save: { a: "1" } }] }),
      "/steps/0/save",
      /needs an id/,
    ],
    ["two steps have one id", workflow({ steps: [open, open] }), "/steps/1/id", /another step is called open/],
    [
      "a step reads a later one",
      workflow({ steps: [{ ...type, when: "steps.read.text == ''" }, read] }),
      "/steps/0/when",
      /`steps` has no `read`/,
    ],
    [
      "a step reads what was not saved",
      workflow({
        steps: [
          { ...read, save: { text: "result.text" } },
          { ...type, with: { text: "{{ steps.read.txt }}" } },
        ],
      }),
      "/steps/1/with/text",
      /`steps.read` has no `txt`/,
    ],
    [
      "the output reads what was not saved",
      workflow({ steps: [read], output: { a: "steps.read.b" } }),
      "/output/a",
      /`steps.read` has no `b`/,
    ],
    ["an expectation always holds", step({ expect: {} }), "/steps/0/expect", /window, element or that is needed/],
    [
      "an outcome has no alternative",
      step({ expect: { that: "true", outcome: "business_error" } }),
      "/steps/0/expect/outcome",
      /use any/,
    ],
    [
      "every alternative ends the attempt",
      step({ expect: { any: [{ that: "true", outcome: "business_error" }] } }),
      "/steps/0/expect/any",
      /must let the workflow go on/,
    ],
    [
      "a message names something unknown",
      step({
        expect: {
          any: [{ that: "true" }, { that: "false", outcome: "business_error", message: "{{ window.title }}" }],
        },
      }),
      "/steps/0/expect/any/1/message",
      /unknown name `window`/,
    ],
    ["the inputs are not an object", workflow({ inputs: { type: "array" } }), "/inputs/type", /must be "object"/],
    [
      "the inputs are not JSON Schema",
      workflow({ inputs: { type: "object", properties: { a: { type: "text" } } } }),
      "/inputs/properties/a/type",
      /not JSON Schema/,
    ],
    [
      "the inputs use an unknown keyword",
      workflow({ inputs: { type: "object", propertys: {} } }),
      "/inputs",
      /unknown keyword/,
    ],
    [
      "the inputs refer to another document",
      workflow({ inputs: { type: "object", properties: { a: { $ref: "https://example.com/a" } } } }),
      "/inputs",
      /can't resolve reference/,
    ],
    [
      "an input pattern could backtrack without end",
      workflow({ inputs: { type: "object", properties: { customer: { type: "string", pattern: "(?=a)(a+)+$" } } } }),
      "/inputs/properties/customer/pattern",
      /look-around/,
    ],
    [
      "a pattern in an expression is broken",
      step({ when: "row.customer.matches('(')" }),
      "/steps/0/when",
      /not a valid regular expression/,
    ],
    ["a grant is unknown", workflow({ grants: ["root"] }), "/grants/0", /one of computer_use/],
  ])("%s", (_name, document, path, message) => {
    expect(validateWorkflow(document)).toContainEqual({ path, message: expect.stringMatching(message) });
  });
});

describe("a workflow is accepted", () => {
  it("with everything in it used rightly", () => {
    const document = workflow({
      desktop: { image: "default", display: "1280x800", isolation: "container" },
      grants: ["computer_use", "screen", "write", "app(order-desk)"],
      steps: [
        { ...open, expect: { window: { title: "Order desk" } }, timeout: "10s" },
        { ...type, when: "row.quantity + 1 > 2 && has(row.note)", retry: { attempts: 2 } },
        { ...type, for_each: "row.customer.split(' ')", with: { text: "{{ item }}" } },
        { ...type, with: { text: '{{ row.note | default: "" }}' } },
        {
          id: "save",
          do: "computer_hotkey",
          with: { keys: ["ctrl", "s"] },
          expect: {
            any: [
              { window: { title: { contains: "Saved" } } },
              { window: { title: { startsWith: "Error" } }, outcome: "business_error", message: "{{ window.title }}" },
            ],
          },
        },
        { ...read, save: { record: "json(last(lines(result.text)))", size: "result.bytes" } },
      ],
      output: { record: "steps.read.record", found: "[1, 2].map(row, row * 2)" },
    });
    expect(validateWorkflow(document)).toEqual([]);
  });

  it("when the inputs leave further columns open, and one of them is read", () => {
    const open_ = { ...inputs, additionalProperties: true };
    expect(
      validateWorkflow(workflow({ inputs: open_, steps: [{ ...type, with: { text: "{{ row.other }}" } }] })),
    ).toEqual([]);
  });

  it("when the inputs say nothing about columns", () => {
    const document = workflow({ inputs: { type: "object" }, steps: [{ ...type, when: "row.a.b == inputs.c" }] });
    expect(validateWorkflow(document)).toEqual([]);
  });
});
