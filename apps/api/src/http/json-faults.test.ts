import { expect, it } from "vitest";
import { jsonFaults } from "./json-faults.ts";

const faultsOf = (text: string) => jsonFaults(text, JSON.parse(text)).map(({ path }) => path);

it.each([
  ["a NUL", '{"a":["x","\\u0000"]}', ["/a/1"]],
  ["half of a surrogate pair", '{"a":{"b/c":"\\ud83d"}}', ["/a/b~1c"]],
  ["the other half alone", '["\\uDE00"]', ["/0"]],
  ["a field called __proto__", '{"a":{"__proto__":1}}', ["/a"]],
  ["a number without an end", '{"a":1e400}', ["/a"]],
  ["a number that a double rounds", '{"a":[1,12345678901234567890]}', ["/a/1"]],
  ["a NUL in a name", '{"a":{"\\u0000":1}}', ["/a"]],
])("%s cannot be stored", (_name, text, paths) => {
  expect(faultsOf(text)).toEqual(paths);
});

it.each([
  ["a whole pair as escapes", '["\\ud83d\\ude00"]'],
  ["a backslash before u0000", '["\\\\u0000"]'],
  ["64 levels", `${"[".repeat(64)}${"]".repeat(64)}`],
  ["a scalar", "1"],
  ["the largest exact number", "-9007199254740991"],
])("%s can", (_name, text) => {
  expect(faultsOf(text)).toEqual([]);
});

it("65 levels are too deep, and two hundred thousand do not exhaust the stack", () => {
  expect(faultsOf(`${"[".repeat(65)}${"]".repeat(65)}`)).toHaveLength(1);
  const deep = "[".repeat(200_000) + "]".repeat(200_000);
  expect(jsonFaults(deep, nested(200_000))).toHaveLength(1);
});

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}
