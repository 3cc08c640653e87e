import { describe, expect, it } from "vitest";
import type { Piece, Word } from "../shell/word.ts";
import { operandReaches, type Reach } from "./operand-path.ts";

const setting = { directories: ["/workspace", "/tmp"], links: new Map<string, string>() };
const text = (value: string): Piece => ({ kind: "text", text: value });
const glob = (value: string): Piece => ({ kind: "glob", text: value });
const unknown: Piece = { kind: "unknown", from: "variable", name: "x", isSplit: false };
const number: Piece = { kind: "unknown", from: "number", isSplit: false };
const below = (...places: Word[]): Piece => ({ kind: "unknown", from: "listing", isSplit: false, listedBelow: places });

/** What stands out about a reading, for comparison. */
function describeReach(reach: Reach): string {
  const marks = [
    ...(reach.isForbidden ? ["forbidden"] : []),
    ...(reach.isStartup ? ["startup"] : []),
    ...(reach.isSecret ? ["secret"] : []),
    ...(reach.isRoot ? ["root"] : []),
    ...(reach.isListed ? ["listed"] : []),
  ];
  return [reach.place, reach.path ?? `${reach.below}/?`, ...marks].join(" ");
}
const reachesOf = (word: Word, cwd: (string | null)[] = ["/workspace"]) =>
  operandReaches(word, cwd, setting).map(describeReach);

describe("where an operand leads", () => {
  it.each<[string, Word, string[]]>([
    ["a relative name", [text("a/b.txt")], ["inside /workspace/a/b.txt"]],
    ["dots that stay inside", [text("./a/../b//c/")], ["inside /workspace/b/c"]],
    ["dots that leave", [text("../etc/passwd")], ["outside /etc/passwd"]],
    ["more dots than directories", [text("../../../tmp/x")], ["inside /tmp/x"]],
    ["a neighbour with the same beginning", [text("/workspace2/x")], ["outside /workspace2/x"]],
    ["a root", [text("/workspace/")], ["inside /workspace root"]],
    ["everything in a root", [glob("*")], ["inside /workspace/? root"]],
    ["everything in directories of a root", [glob("*"), text("/"), glob("*")], ["inside /workspace/? root"]],
    ["everything below", [text("logs/"), glob("*")], ["inside /workspace/logs/?"]],
    ["some files of a root", [glob("*"), text(".log")], ["inside /workspace/?"]],
    ["a pattern that spells an outside path", [text("/"), glob("[e]"), text("tc/x")], ["outside //?"]],
    ["a pattern above a root", [text("/work"), glob("*"), text("/x")], ["outside //?"]],
    [
      "a pattern that may be ..",
      [text("."), glob("*")],
      ["inside /workspace/? forbidden startup secret root", "outside / forbidden"],
    ],
    ["a pattern that may be .git", [text(".g"), glob("*")], ["inside /workspace/? forbidden startup"]],
    ["a bracket that spells .git", [text("."), glob("[g]"), text("it/config")], ["inside /workspace/? forbidden"]],
    ["letters that are ranges", [text("."), glob("[A-Z]"), text("it")], ["inside /workspace/? forbidden"]],
    ["a pattern that cannot begin with a dot", [glob("?"), text("git")], ["inside /workspace/?"]],
    ["a pattern written for keys", [glob("*"), text(".pem")], ["inside /workspace/? secret"]],
    ["a pattern that only may match keys", [glob("*"), text(".*")], ["inside /workspace/?"]],
    ["a protected name before ..", [text(".git/../a.txt")], ["inside /workspace/a.txt forbidden"]],
    ["a pattern for one before ..", [text(".gi"), glob("?"), text("/../a.txt")], ["inside /workspace/a.txt forbidden"]],
    [".git in any case", [text("a/.GIT/config")], ["inside /workspace/a/.GIT/config forbidden"]],
    ["a harmless device", [text("/dev/null")], ["stream /dev/null"]],
    ["a descriptor", [text("/dev/fd/3")], ["stream /dev/fd/3"]],
    ["another device", [text("/dev/sda")], ["outside /dev/sda"]],
    ["a process substitution", [{ kind: "process", operator: "<" }], ["stream null/?"]],
    ["an unknown word", [unknown], ["unknown /workspace/?"]],
    ["an unknown part inside", [text("/workspace/"), unknown, text("/x")], ["unknown /workspace/?"]],
    ["an unknown part outside", [text("/etc/"), unknown], ["outside /etc/?"]],
    ["an unknown part beside the roots", [text("/var"), unknown], ["outside //?"]],
    ["an unknown part that may lead inside", [text("/work"), unknown], ["unknown //?"]],
    ["a protected name behind an unknown part", [unknown, text("/.git/x")], ["unknown /workspace/? forbidden"]],
    ["a number", [text("part-"), number, text(".csv")], ["inside /workspace/?"]],
    ["a number where it could not spell .git", [text("."), number], ["inside /workspace/?"]],
    ["a listed name", [below([text("src")])], ["inside /workspace/src/? listed"]],
    ["a name listed outside", [below([text("/etc")])], ["outside /etc/? listed"]],
    ["a listed name's file", [below([text("src")]), text("/a.txt")], ["inside /workspace/src/? listed"]],
    [
      "a listed name's protected file",
      [below([text("src")]), text("/.git/x")],
      ["inside /workspace/src/? forbidden listed"],
    ],
    ["a listed name's secret file", [below([text("src")]), text("/.env")], ["inside /workspace/src/? secret listed"]],
    [
      "dots behind a listed name that leave",
      [below([text("src")]), text("/../../etc/x")],
      ["unknown /workspace/src/? listed", "outside /etc/x/? listed"],
    ],
    [
      "dots behind a listed name that may stay",
      [below([text("src")]), text("/../x")],
      ["unknown /workspace/src/? listed"],
    ],
    ["a listed name behind a directory", [text("out/"), below([text("src")])], ["inside /workspace/out/? listed"]],
  ])("%s", (_name, word, expected) => {
    expect(reachesOf(word)).toEqual(expected);
  });

  it("has one reading for each directory that the command may run in", () => {
    expect(reachesOf([text("x")], ["/workspace/a", "/etc", null])).toEqual([
      "inside /workspace/a/x",
      "outside /etc/x",
      "unknown null/?",
    ]);
  });
  it("follows links that the same text made, before it goes up", () => {
    const links = new Map([["/tmp/l", "/workspace/deep/er"]]);
    const word = [text("/tmp/l/../x")];
    expect(operandReaches(word, [], { ...setting, links }).map(({ path }) => path)).toEqual(["/workspace/deep/x"]);
  });
  it("ends in loops of such links", () => {
    const links = new Map([
      ["/tmp/a", "/tmp/b"],
      ["/tmp/b", "/tmp/a"],
    ]);
    expect(operandReaches([text("/tmp/a")], [], { ...setting, links })).toHaveLength(1);
  });
  it("is relative to the directory that the program changes to", () => {
    const reaches = operandReaches([text("../x")], ["/workspace"], setting, [text("a/b")]);
    expect(reaches.map(describeReach)).toEqual(["inside /workspace/a/x"]);
  });
  it("takes what has too many readings for unknown", () => {
    const word = Array.from({ length: 12 }, () => [text("."), glob("*"), text("/")]).flat();
    expect(reachesOf(word).some((reach) => reach.startsWith("unknown"))).toBe(true);
  });
});
