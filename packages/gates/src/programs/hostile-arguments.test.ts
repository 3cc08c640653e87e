import { describe, expect, it } from "vitest";
import { textWord, type Word } from "../shell/word.ts";
import { PROGRAMS_A } from "./groups-a.ts";

const unknown: Word = [{ kind: "unknown", from: "variable", name: "x", isSplit: true }];
const glob: Word = [{ kind: "glob", text: "*" }];
const odd: readonly Word[] = [
  ..."|-|--|---|-x|-x=|--=|--x=|--file|-f|=|:|{}|;|+|(|)|!|[|]|s|s/|s/a|/|{|}|\\|'|\"|$|`|@|\0|é|-exec|-name|-I|-e|-i|--help"
    .split("|")
    .map(textWord),
  unknown,
  glob,
  [{ kind: "text", text: "-" }, ...unknown],
  [{ kind: "text", text: "--file=" }, ...glob],
  [{ kind: "process", operator: "<" }],
];

/** A fixed sequence: the same cases in every run. */
function* cases(): Generator<Word[]> {
  let state = 7;
  const next = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % limit;
  };
  for (let round = 0; round < 60; round++) yield Array.from({ length: next(5) }, () => odd[next(odd.length)]!);
}

describe("whatever the arguments are", () => {
  it.each([...PROGRAMS_A.keys()])("%s answers", (name) => {
    const program = PROGRAMS_A.get(name);
    for (const args of cases())
      expect(Array.isArray(program?.({ name, args, input: { kind: "inherited" } }))).toBe(true);
  });

  it.each([
    ["sed", "{".repeat(8000)],
    ["sed", "s/[".repeat(5000)],
    ["awk", "(".repeat(8000)],
    ["awk", '"\\'.repeat(8000)],
    ["awk", "a:".repeat(8000)],
    ["jq", "[".repeat(8000)],
    ["jq", '"\\('.repeat(5000)],
    ["find", "! ".repeat(4000)],
    ["find", "( ".repeat(4000)],
    ["expr", "( ".repeat(4000)],
    ["test", "! ".repeat(4000)],
    ["tar", "c".repeat(16_000)],
    ["zip", `-${"r".repeat(16_000)}`],
    ["ls", `-${"l".repeat(16_000)}`],
    ["xargs", "{} ".repeat(5000)],
  ])("%s is quick with long text (%#)", (name, text) => {
    const args = /[! ]/.test(text) ? text.trim().split(" ").map(textWord) : [textWord(text)];
    const start = performance.now();
    PROGRAMS_A.get(name)?.({ name, args, input: { kind: "inherited" } });
    expect(performance.now() - start).toBeLessThan(1500);
  });
});
