import { describe, expect, it } from "vitest";
import { ExpressionError } from "./expression-error.ts";
import { evaluate } from "./expressions.ts";

const row = { quantity: 3, price: 2.5, name: " Ann ", tags: ["a", "b"], empty: [], big: 2 ** 53 + 2, none: null };
const values = { inputs: row, row, steps: { read: { record: { id: 7 } } }, result: { text: "one\r\ntwo\n" } };

describe("an expression", () => {
  it.each<[string, unknown]>([
    ["row.quantity + 1", 4],
    ["row.quantity * row.price", 7.5],
    ["row.quantity / 2", 1],
    ["row.tags[row.quantity - 2]", "b"],
    ["last(lines(result.text))", "two"],
    ["first(row.tags)", "a"],
    ["trim(row.name)", "Ann"],
    ["json('{\"a\":[1,2]}').a[1] + 1", 3],
    ["{'id': steps.read.record.id, 'all': [row.quantity, 'x', null]}", { id: 7, all: [3, "x", null] }],
    ["size(row.tags) == 2", true],
    ["row.none == null", true],
    ['json(\'["a\\\\u0000",{"\\\\u0000":"\\\\ud83d"}]\')', ["a\ufffd", { "\ufffd": "\ufffd" }]],
    ["timestamp('2024-01-01T00:00:00Z')", "2024-01-01T00:00:00.000Z"],
  ])("%s is %j", (expression, result) => {
    expect(evaluate(expression, values)).toEqual(result);
  });

  it.each([
    ["a missing column", "row.missing", /No such key: missing/],
    ["a prototype's property", "row.constructor", /No such key/],
    ["the last of nothing", "last(row.empty)", /the list is empty/],
    ["what is not JSON, without quoting it", "json(row.name)", /^json\(\): the text is not valid JSON$/],
    ["bytes, which JSON cannot say", "b'abc'", /not a JSON value/],
  ])("fails on %s", (_name, expression, message) => {
    expect(() => evaluate(expression, values)).toThrow(ExpressionError);
    expect(() => evaluate(expression, values)).toThrow(message);
  });

  it("refuses a result that is larger than anybody keeps", () => {
    const text = "x".repeat(1_000_000);
    expect(() => evaluate("row.text + row.text + row.text", { ...values, row: { text } })).toThrow(
      /result is longer than/,
    );
  });

  it("refuses a condition that turns out to be something else", () => {
    expect(() => evaluate("row.name", values, "bool")).toThrow(/not true or false/);
  });

  it("is not stopped by a pattern that would backtrack for hours", () => {
    const hostile = { ...values, row: { text: `${"a".repeat(50)}b` } };
    const started = performance.now();
    expect(evaluate("row.text.matches('^(a+)+$')", hostile)).toBe(false);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it.each([
    [
      "a comprehension in a comprehension",
      "lines(row.text).all(a, lines(row.text).all(b, lines(row.text).all(c, true)))",
    ],
    ["a list of lists", "lines(row.text).map(a, lines(row.text).map(b, lines(row.text)))"],
  ])("ends %s after a moment, and says so", (_name, expression) => {
    const hostile = { ...values, row: { text: "x\n".repeat(5_000) } };
    const started = performance.now();
    expect(() => evaluate(expression, hostile)).toThrow(/^it takes longer than 250 ms$/);
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(evaluate("1 + 1", values)).toBe(2);
  });
});
