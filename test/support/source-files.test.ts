import { describe, expect, it } from "vitest";
import { importsOf, isTestFile, withoutComments, withoutStrings } from "./source-files.ts";

describe("comments", () => {
  it.each([
    ["a line comment", "a(); // any", "a();       "],
    ["a block over lines", "a /* x\ny */ b", "a     \n     b"],
    ["not an address in a string", 'const a = "http://x";', 'const a = "http://x";'],
    ["not one in a template", "const a = `// b /* c */`;", "const a = `// b /* c */`;"],
    ["not one in a regular expression", "x.test(/[/*]\\/\\//); // gone", "x.test(/[/*]\\/\\//);        "],
    ["not after an escaped quote", '"\\"//"; // gone', '"\\"//";        '],
  ])("are blanked: %s", (_name, text, expected) => {
    expect(withoutComments(text)).toBe(expected);
  });
});

it("blanks strings for rules about code, and leaves code", () => {
  expect(withoutStrings('const a = "process.env" + process.env;')).toBe("const a =               + process.env;");
});

it("finds every kind of import", () => {
  const text = [
    'import a from "a";',
    'import type { B } from "b";',
    'import {\n  c,\n  type C,\n} from "c";',
    'import "d";',
    'export * from "./e.ts";',
    'export type { F } from "f";',
    'const g = await import("g");',
    'const notOne = "import h from";',
  ].join("\n");
  expect(importsOf(text)).toEqual([
    { from: "a", isType: false },
    { from: "b", isType: true },
    { from: "c", isType: false },
    { from: "./e.ts", isType: false },
    { from: "f", isType: true },
    { from: "d", isType: false },
    { from: "g", isType: false },
  ]);
});

it.each([
  ["a test", "packages/gates/src/rule.test.ts", true],
  ["a helper of tests", "packages/gates/src/testing.ts", true],
  ["a folder of helpers", "packages/store/src/testing/rows.ts", true],
  ["a suite that drivers share", "packages/desktop/src/conformance.ts", true],
  ["a word that only holds it", "packages/gates/src/contesting.ts", false],
  ["code", "packages/gates/src/rule.ts", false],
])("tells %s from code", (_name, path, expected) => {
  expect(isTestFile(path)).toBe(expected);
});
