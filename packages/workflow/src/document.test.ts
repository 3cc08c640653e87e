import { WorkflowDocument } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { coerceRow, inlineWorkflow, validateInputs } from "./document.ts";
import { validateWorkflow } from "./validate.ts";

const document = WorkflowDocument.parse({
  name: "enter-order",
  version: 1,
  inputs: {
    type: "object",
    required: ["customer", "quantity"],
    additionalProperties: false,
    properties: {
      customer: { type: "string", minLength: 1 },
      quantity: { type: "integer", minimum: 1 },
      price: { type: "number" },
      express: { type: "boolean" },
      size: { enum: ["S", "M"] },
      "a/b": { type: "string", maxLength: 1 },
    },
  },
  steps: [{ do: "computer_window_list" }],
});

describe("validateInputs", () => {
  it.each<[string, Record<string, unknown>, string, RegExp]>([
    ["a missing column", { customer: "A" }, "/quantity", /^is missing$/],
    ["an unknown column", { customer: "A", quantity: 1, extra: 1 }, "/extra", /unknown field/],
    ["text for a number", { customer: "A", quantity: "1" }, "/quantity", /integer/],
    ["a number that is too small", { customer: "A", quantity: 0 }, "/quantity", />= 1/],
    ["a value outside the list", { customer: "A", quantity: 1, size: "XL" }, "/size", /one of S, M/],
    ["a column with a slash", { customer: "A", quantity: 1, "a/b": "xx" }, "/a~1b", /./],
  ])("reports %s", (_name, inputs, path, message) => {
    expect(validateInputs(document, inputs)).toContainEqual({ path, message: expect.stringMatching(message) });
  });

  it("never repeats a value", () => {
    const faults = validateInputs(document, { customer: 5, quantity: "s3cret", size: "s3cret" });
    expect(faults).toHaveLength(3);
    expect(JSON.stringify(faults)).not.toContain("s3cret");
  });
});

describe("coerceRow", () => {
  it("converts the text of a CSV to the schema's types", () => {
    expect(coerceRow(document, { customer: "12", quantity: " 3 ", price: "-2.50", express: "TRUE" })).toEqual({
      row: { customer: "12", quantity: 3, price: -2.5, express: true },
      faults: [],
    });
  });

  it("takes an empty cell of a number as not given", () => {
    expect(coerceRow(document, { customer: "A", quantity: "1", price: "" })).toEqual({
      row: { customer: "A", quantity: 1 },
      faults: [],
    });
    expect(coerceRow(document, { customer: "A", quantity: "" }).faults).toEqual([
      { path: "/quantity", message: "is missing" },
    ]);
  });

  it.each(["0x1F", "1e3", "1,000", "١", "NaN", "01", "1 2"])("leaves %s as text, which is a fault", (quantity) => {
    expect(coerceRow(document, { customer: "A", quantity }).faults).toMatchObject([{ path: "/quantity" }]);
  });
});

describe("inlineWorkflow", () => {
  it("gives faults the paths of the request", () => {
    const steps = [{ do: "nope", with: {} }];
    expect(validateWorkflow(inlineWorkflow({ steps }))).toMatchObject([{ path: "/steps/0/do" }]);
  });
});
