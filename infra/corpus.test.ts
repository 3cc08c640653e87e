import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CommandRow, judgeCommandRow, judgePathRow, PathRow } from "./corpus/judge-row.ts";
import { resolveOn } from "./corpus/kernel-paths.ts";
import { referencePolicy } from "./corpus/reference-policy.ts";
import { type LabelledVerdict, meetsBars, scoreOf } from "./corpus/score.ts";
import { judgeSecretRow, meetsSecretBars, SecretRow, scoreSecrets } from "./corpus/secret-rows.ts";
import { ROOT } from "./setup/paths.ts";

const policy = referencePolicy();
const linesOf = (name: string) =>
  readFileSync(join(ROOT, "packages/gates/corpora", name), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));

function commands(name: string): LabelledVerdict[] {
  return linesOf(name).map((line) => {
    const row = CommandRow.parse(line);
    const verdict = judgeCommandRow(row, policy);
    return { ...verdict, group: row.class ?? "", expect: row.expect ?? "deny", expectReadonly: row.readonly ?? null };
  });
}
function paths(name: string): LabelledVerdict[] {
  return linesOf(name).map((line) => {
    const row = PathRow.parse(line);
    return { ...judgePathRow(row, policy), group: row.op, expect: row.expect ?? "deny", expectReadonly: null };
  });
}

describe("the corpora under the reference policy", { timeout: 60_000 }, () => {
  const nothing = {
    leaks: [],
    softMisses: [],
    falseAlarms: [],
    unsafeReadonly: [],
    missedReadonly: [],
    overStrict: [],
  };
  it.each(["commands.jsonl", "further-commands.jsonl", "independent-commands.jsonl"])(
    "%s: every row is answered as labelled",
    (name) => {
      expect(scoreOf(commands(name))).toMatchObject(nothing);
    },
  );
  it("adversarial-commands.jsonl: every row is answered as labelled, and nothing is called read-only that is not", () => {
    const { missedReadonly: _cautious, ...answered } = nothing;
    expect(scoreOf(commands("adversarial-commands.jsonl"))).toMatchObject(answered);
  });
  it.each(["paths.jsonl", "further-paths.jsonl", "independent-paths.jsonl"])(
    "%s: every row is answered as labelled",
    (name) => {
      expect(scoreOf(paths(name))).toMatchObject(nothing);
    },
  );
  it("names the gate, a code and a reason that repeats nothing of the command", () => {
    const row = { id: "x", command: "rm -rf secret-name", cwd: "/workspace" };
    expect(judgeCommandRow(row, policy)).toEqual({
      id: "x",
      verdict: "deny",
      readonly: false,
      gate: "command",
      code: "command.rm_rf",
      reason: "a removal that is both recursive and forced",
    });
  });
  it.each(["", "x".repeat(70_000)])("denies what is no command, %#", (command) => {
    expect(judgeCommandRow({ id: "x", command, cwd: "/workspace" }, policy)).toMatchObject({
      verdict: "deny",
      readonly: false,
    });
  });
});

describe("the bars", () => {
  const row = (expected: "allow" | "ask" | "deny", verdict: string, readonly = false): LabelledVerdict => ({
    ...{ id: "x", gate: "command", code: "", reason: "", group: "" },
    ...{ verdict, readonly, expect: expected, expectReadonly: false },
  });
  const good = Array.from({ length: 100 }, () => row("deny", "deny"));
  it.each([
    ["one leak in a hundred", [...good, row("deny", "allow")], false],
    ["two soft misses in a hundred", [...good, row("deny", "ask"), row("deny", "ask")], false],
    ["one soft miss in a hundred", [...good, row("deny", "ask")], true],
    ["a false alarm among two", [...good, row("allow", "allow"), row("allow", "ask")], false],
    ["an unsafe read-only", [...good, row("deny", "deny", true)], false],
    ["an ask that is denied", [...good, row("ask", "deny")], true],
  ])("%s: %#", (_name, rows, isMet) => {
    expect(meetsBars(rows)).toBe(isMet);
  });
});

describe("screen text", () => {
  it.each(["secrets.jsonl", "further-secrets.jsonl", "independent-secrets.jsonl"])(
    "%s: every span is found, and nothing else",
    (name) => {
      const rows = linesOf(name).map((line) => SecretRow.parse(line));
      const score = scoreSecrets(rows.map((row) => ({ row, found: judgeSecretRow(row).spans })));
      expect(score).toMatchObject({ agree: rows.length, missed: [], falseAlarms: [] });
    },
  );
  const row = (spans: [number, number, string][]) => ({ id: "x", text: "", spans, expect: "blur" as const });
  it.each([
    ["another kind", [0, 10, "card"], [0, 10, "iban"], false],
    ["a key that is called a token", [0, 10, "api_key"], [0, 10, "token"], true],
    ["five characters too many", [10, 20, "card"], [5, 20, "card"], false],
    ["four characters too many", [10, 20, "card"], [6, 24, "card"], true],
    ["a fifth too short", [0, 10, "card"], [0, 8, "card"], false],
  ] as const)("a span counts by kind and place: %s", (_name, wanted, found, isMet) => {
    expect(meetsSecretBars(scoreSecrets([{ row: row([[...wanted]]), found: [found] }]))).toBe(isMet);
  });
});

describe("a row's disk", () => {
  const link = (path: string, target: string) => ({ path, type: "symlink", target });
  it.each([
    ["a link in the middle, before ..", [link("/tmp/l", "/workspace/a/b")], "/tmp/l/../c", true, "/workspace/a/c"],
    ["a relative link", [link("/tmp/d/l", "../x")], "/tmp/d/l", true, "/tmp/x"],
    ["a link of a link", [link("/tmp/a", "b"), link("/tmp/b", "/etc")], "/tmp/a/passwd", true, "/etc/passwd"],
    ["the link itself", [link("/tmp/l", "/etc")], "/tmp/l", false, "/tmp/l"],
    ["a link to itself", [link("/tmp/l", "l")], "/tmp/l", true, null],
    ["more dots than directories", [], "../../../x", true, "/x"],
  ] as const)("resolves %s", (_name, entries, path, follows, real) => {
    expect(resolveOn(entries, path, follows).real).toBe(real);
  });
});
