import { describe, expect, it } from "vitest";
import { literalText, textWord, type Word } from "../shell/word.ts";
import { mayBeOption, mayMatchDash, optionTable, parseOptions } from "./options.ts";

const table = optionTable("a,all n,lines= o,output=output compress-program=exec color=? reverse recursive=write q #");
const words = (line: string): Word[] => line.split(" ").map(textWord);
const unknown: Word = [{ kind: "unknown", from: "variable", name: "x", isSplit: false }];
const split: Word = [{ kind: "unknown", from: "variable", name: "x", isSplit: true }];
const glob = (text: string): Word => [{ kind: "glob", text }];
const show = (args: readonly Word[], list = table) => {
  const { options, operands, notes } = parseOptions(args, list);
  const given = options.map(({ name, value }) => (value === null ? name : `${name}=${literalText(value)}`));
  return [...given, ...operands.map((word) => `[${literalText(word)}]`), ...notes.map(() => "!")].join(" ");
};

describe("options are read as GNU getopt reads them", () => {
  it.each([
    ["-a x", "all [x]"],
    ["-aq x", "all q [x]"],
    ["-an5 x", "all lines=5 [x]"],
    ["-an 5 x", "all lines=5 [x]"],
    ["x -n 5 y", "lines=5 [x] [y]"],
    ["-5 x", "# [x]"],
    ["--lines 5 x", "lines=5 [x]"],
    ["--lines=5 x", "lines=5 [x]"],
    ["--l=5 x", "lines=5 [x]"],
    ["--comp sh x", "compress-program=sh [x]"],
    ["--color x", "color [x]"],
    ["--color=never x", "color=never [x]"],
    ["--col=never x", "color=never [x]"],
    ["-- -a --all", "[-a] [--all]"],
    ["- x", "[-] [x]"],
    ["--output=a=b", "output=a=b"],
    ["-o -a", "output=-a"],
  ])("%s", (line, expected) => expect(show(words(line))).toBe(expected));

  it.each([
    ["an unknown letter", "-z x", "[x] !"],
    ["an unknown letter after known ones", "-az x", "all [x] !"],
    ["an unknown name", "--zebra x", "[x] !"],
    ["an ambiguous abbreviation", "--re x", "[x] !"],
    ["a value for a flag", "--all=1 x", "[x] !"],
    ["a missing value", "x --lines", "lines [x] !"],
  ])("notes %s", (_name, line, expected) => expect(show(words(line))).toBe(expected));

  it("stops at the first operand where POSIX order holds", () => {
    expect(show(words("-a x -q"), optionTable("a q", { isPosix: true }))).toBe("a [x] [-q]");
  });

  it("takes long names after one dash where the program does", () => {
    expect(show(words("-all -q x"), optionTable("all q", { isSingleDash: true }))).toBe("all q [x]");
  });

  it("notes options that are not known whole, and keeps unknown values", () => {
    const dash: Word = [{ kind: "text", text: "-" }, ...unknown];
    expect(parseOptions([dash], table).notes).toHaveLength(1);
    expect(parseOptions([[{ kind: "text", text: "-a" }, ...unknown]], table).notes).toHaveLength(1);
    expect(parseOptions([[{ kind: "text", text: "--" }, ...unknown]], table).notes).toHaveLength(1);
    const value: Word = [{ kind: "text", text: "--lines=" }, ...unknown];
    expect(parseOptions([value], table)).toMatchObject({ notes: [], options: [{ name: "lines", value: unknown }] });
  });

  it("says which words may turn out to be options", () => {
    expect(parseOptions([unknown, textWord("--"), unknown], table).unsure).toHaveLength(1);
    expect(parseOptions([textWord("-n"), split], table).unsure).toHaveLength(1);
    expect(parseOptions([textWord("-n"), unknown], table).unsure).toHaveLength(0);
    expect(mayBeOption([{ kind: "text", text: "a" }, ...unknown])).toBe(false);
    expect(mayBeOption([{ kind: "text", text: "a" }, ...split])).toBe(true);
    expect(mayBeOption([{ kind: "unknown", from: "number", isSplit: true }])).toBe(false);
  });

  it.each([
    ["*", true],
    ["?", true],
    ["[a-z]", false],
    ["[!a]", true],
    ["[-a]", true],
    ["[a-]", true],
  ])("the pattern %s may match a name that begins with a dash: %s", (text, expected) =>
    expect(mayMatchDash(glob(text))).toBe(expected),
  );
});
