import { describe, expect, it } from "vitest";
import { fieldsOf, holdsAll, textsOf, valuesOf } from "./schema-form.ts";

const schema = {
  type: "object",
  required: ["customer"],
  properties: {
    customer: { type: "string", description: "as on the invoice" },
    quantity: { type: "integer" },
    isUrgent: { type: "boolean" },
    size: { enum: ["S", "M"] },
  },
};

describe("a form from an input schema", () => {
  it("has a field of its kind for each property", () => {
    expect(fieldsOf(schema)?.map(({ name, kind, isRequired }) => [name, kind, isRequired])).toEqual([
      ["customer", "text", true],
      ["quantity", "number", false],
      ["isUrgent", "boolean", false],
      ["size", "choice", false],
    ]);
  });

  it.each([
    ["nothing to ask", { type: "object" }],
    ["a list", { properties: { items: { type: "array" } } }],
    ["an object inside", { properties: { a: { type: "string" }, b: { type: "object" } } }],
    ["more than one type", { properties: { a: { type: ["string", "null"] } } }],
  ])("is none where there is %s: JSON says it all", (_name, given) => {
    expect(fieldsOf(given)).toBeNull();
  });

  it("gives values of the schema's types, leaves empty fields out, and hands on what is no number for the API to judge", () => {
    const fields = fieldsOf(schema) ?? [];
    expect(valuesOf(fields, { customer: "12", quantity: "12", size: "" })).toEqual({
      customer: "12",
      quantity: 12,
      isUrgent: false,
    });
    expect(valuesOf(fields, { quantity: "twelve" })).toMatchObject({ quantity: "twelve" });
  });

  it("keeps a required text that is empty, and does not make one up where nothing was typed", () => {
    const fields = fieldsOf(schema) ?? [];
    expect(valuesOf(fields, textsOf({ customer: "", size: "" }))).toEqual({ customer: "", isUrgent: false });
    expect(valuesOf(fields, {})).toEqual({ isUrgent: false });
  });

  it.each([
    ["every value has its field", { customer: "Zoë", quantity: 3, isUrgent: true, size: "S" }, true],
    ["a value has none", { customer: "Zoë", notes: "" }, false],
    ["a choice is none of its", { size: "XL" }, false],
    ["a value is no plain one", { customer: ["a"] }, false],
    ["there is nothing there", { customer: null }, false],
  ])("holds what a task had when %s", (_name, values, does) => {
    expect(holdsAll(fieldsOf(schema) ?? [], values)).toBe(does);
  });
});
