import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, storable } from "./canonical.ts";

describe("canonicalJson", () => {
  it.each([
    [
      "keys by UTF-16 code units, at every depth",
      { b: 1, a: { d: [1, { z: 1, y: 2 }], c: null }, "\u{1F600}": 1, "\uFB33": 2 },
      '{"a":{"c":null,"d":[1,{"y":2,"z":1}]},"b":1,"\u{1F600}":1,"\uFB33":2}',
    ],
    [
      "numbers as ECMAScript writes them",
      [1e21, 1e-7, 0.1, -0, 333333333.3333333],
      "[1e+21,1e-7,0.1,0,333333333.3333333]",
    ],
    ["text with the shortest escapes", '\u20ac$\u000f\nA\'B"\\"/', '"\u20ac$\\u000f\\nA\'B\\"\\\\\\"/"'],
    ["no members that are undefined", { a: undefined, b: 1 }, '{"b":1}'],
    ["nothing at all", {}, "{}"],
  ])("writes %s", (_what, value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it("does not depend on the order in which members were written, and means the same as JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const shuffled = JSON.parse(JSON.stringify(value), (_key, member: unknown) =>
          typeof member === "object" && member !== null && !Array.isArray(member)
            ? Object.fromEntries(Object.entries(member).reverse())
            : member,
        );
        expect(canonicalJson(shuffled)).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe("storable", () => {
  it.each([
    ["a NUL", "a\0b", "a\uFFFDb"],
    ["a lone high surrogate", "a\uD800", "a\uFFFD"],
    ["a lone low surrogate", "\uDFFFa", "\uFFFDa"],
    ["two high ones in a row", "\uD83D\uD83D\uDE00", "\uFFFD\u{1F600}"],
    ["one in a key", { "k\0": 1 }, { "k\uFFFD": 1 }],
    ["none: a pair", "\u{1F600}", "\u{1F600}"],
    ["none: the text of an escape", "\\u0000 \\\\ud800", "\\u0000 \\\\ud800"],
    ["an escape's text before a real NUL", "\\\0", "\\\uFFFD"],
    ["no number", [Number.NaN, Number.POSITIVE_INFINITY, -0], [null, null, 0]],
  ])("makes of %s what jsonb can hold", (_what, value, clean) => {
    expect(storable(value)).toEqual(clean);
  });

  it("holds no character that jsonb refuses, and changes nothing the second time", () => {
    const text = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) });
    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(text, fc.double(), fc.array(text))), (value) => {
        const clean = storable(value);
        expect(JSON.stringify(clean)).not.toMatch(/(?<!\\)(\\\\)*\\u(0000|d[89a-f])/);
        expect(storable(clean)).toEqual(clean);
      }),
    );
  });
});
