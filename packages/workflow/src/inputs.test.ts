import { describe, expect, it } from "vitest";
import { coerceRow, inputFaults, inputSchemaFaults } from "./inputs.ts";

const text = { type: "string" };
const object = (rest: object) => ({ type: "object", ...rest });
const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`p${n}`, text]));
const branching = Object.fromEntries(
  Array.from({ length: 30 }, (_, n) => {
    const $ref = `#/$defs/d${n + 1}`;
    return [`d${n}`, n === 29 ? { type: "number" } : { anyOf: [{ $ref }, { $ref }] }];
  }),
);

describe("an input schema is refused when", () => {
  it.each([
    ["its validator would answer with a promise", object({ $async: true, required: ["a"] }), "/$async"],
    ["a part's would", object({ properties: { a: { $async: true } } }), "/properties/a/$async"],
    ["it is its own part", object({ $ref: "#" }), ""],
    ["it is one of its own parts", object({ allOf: [{ $ref: "#" }] }), ""],
    ["two parts are each other's", object({ $defs: { a: { $ref: "#/$defs/a" } }, $ref: "#/$defs/a" }), ""],
    ["it is written in another schema language", object({ $schema: "http://x/y" }), ""],
    ["it refers to another machine", object({ properties: { a: { $ref: "http://127.0.0.1:1/x" } } }), ""],
    ["compiling it takes seconds", object({ properties: wide }), ""],
  ])("%s", (_name, schema, path) => {
    const startedMs = performance.now();
    expect(inputSchemaFaults(schema)).toMatchObject([{ path }]);
    expect(performance.now() - startedMs).toBeLessThan(3_000);
  });

  it("but not when only its data can be nested in itself", () => {
    expect(inputSchemaFaults(object({ properties: { next: { $ref: "#" } } }))).toEqual([]);
  });
});

describe("inputs whose check would not end", () => {
  it.each([
    ["a pattern that backtracks", object({ properties: { a: { ...text, pattern: "^(a+)+$" } } })],
    ["alternatives in alternatives", object({ properties: { a: { $ref: "#/$defs/d0" } }, $defs: branching })],
  ])("are refused after a moment: %s", (_name, schema) => {
    const startedMs = performance.now();
    expect(inputFaults(schema, { a: `${"a".repeat(50)}!` })).toMatchObject([{ path: "", message: /longer than/ }]);
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });
});

describe("a CSV's number", () => {
  const schema = object({ properties: { n: { type: "number" } } });
  it.each([
    ["9007199254740991", 9_007_199_254_740_991],
    ["-0.000123456789012345", -0.000123456789012345],
    ["0012", "0012"],
    ["9007199254740993", "9007199254740993"],
    ["12345678901234567890", "12345678901234567890"],
    ["0.12345678901234567", "0.12345678901234567"],
  ])("%s is %j: never another number", (given, coerced) => {
    expect(coerceRow(schema, { n: given })).toEqual({ n: coerced });
  });
});
