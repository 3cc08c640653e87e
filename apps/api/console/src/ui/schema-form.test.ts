import { describe, expect, it } from "vitest";
import { fieldsOf, valuesOf } from "./schema-form.ts";

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
});
