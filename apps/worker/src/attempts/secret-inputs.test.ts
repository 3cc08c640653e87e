import { expect, it } from "vitest";
import { secretInputs } from "./secret-inputs.ts";

const schema = {
  type: "object",
  properties: {
    customer: { type: "string" },
    password: { type: "string", writeOnly: true },
    login: { type: "object", properties: { user: { type: "string" }, pin: { type: "integer", format: "password" } } },
    keys: { type: "array", items: { type: "object", properties: { key: { type: "string", writeOnly: true } } } },
    card: { type: "object", writeOnly: true },
  },
};

it("finds the texts that the schema marks, at any depth, and no others", () => {
  const inputs = {
    customer: "Kim Example",
    password: "Hafen+Licht_58",
    login: { user: "kim", pin: 481_516 },
    keys: [{ key: "first-key", name: "a" }, { key: "second-key" }],
    card: { number: "4111", holder: ["Kim", null] },
    other: "no property of the schema",
  };
  const expected = ["Hafen+Licht_58", "481516", "first-key", "second-key", "4111", "Kim"];
  expect(secretInputs(schema, inputs)).toEqual(expected);
});

it.each([
  ["no schema", null, { password: "x" }],
  ["a schema without properties", { type: "object" }, { password: "x" }],
  ["inputs of another shape", schema, "text"],
  ["names of every object", schema, { constructor: "x", toString: "y" }],
])("finds nothing in %s", (_name, given, inputs) => {
  expect(secretInputs(given, inputs)).toEqual([]);
});
