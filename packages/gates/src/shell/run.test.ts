import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { interpretScript } from "./interpret.ts";
import type { Invocation } from "./invocation.ts";
import { SeededRandom } from "./testing/random.ts";
import { ScriptMaker } from "./testing/scripts.ts";

/** What Bash really runs is among what we say it may run: generated scripts, with commands that only tell of themselves. */

let outer = "";
let folder = "";
beforeAll(() => {
  // Every directory leads to others of the same names, and there are many above: each `cd` succeeds.
  outer = mkdtempSync(join(tmpdir(), "scripts-"));
  folder = outer;
  for (let depth = 0; depth < 12; depth++) {
    for (const name of ["d1", "d2"]) symlinkSync(".", join(folder, name));
    folder = join(folder, "deep");
    mkdirSync(folder);
  }
  for (const name of ["d1", "d2"]) symlinkSync(".", join(folder, name));
});
afterAll(() => rmSync(outer, { recursive: true }));

const READER = [
  "exec 9>&1",
  "FUNCNEST=3",
  "command_not_found_handle() { printf '%s\\0' \"$PWD\" \"$@\" $'\\1' >&9; [[ $1 == ok* ]]; }",
  "while IFS= read -r -d '' text <&8; do ( eval \"$text\" ) >/dev/null 2>&1 </dev/null; printf '\\2\\0'; done",
].join("\n");

interface Run {
  readonly cwd: string;
  readonly argv: readonly string[];
}

function runsOfBash(scripts: readonly string[]): Run[][] {
  const { stdout } = spawnSync("/bin/bash", ["-c", `exec 8<&0; ${READER}`], {
    cwd: folder,
    env: { PATH: "/nowhere", HOME: "/home/agent", LC_ALL: "C.UTF-8", USER: "agent" },
    input: scripts.map((script) => `${script}\0`).join(""),
    encoding: "utf8",
    timeout: 60_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  const all: Run[][] = [];
  let runs: Run[] = [];
  let fields: string[] = [];
  for (const field of stdout.split("\0").slice(0, -1)) {
    if (field === "\u0002") {
      all.push(runs);
      runs = [];
    } else if (field === "\u0001") {
      runs.push({ cwd: fields[0] ?? "", argv: fields.slice(1) });
      fields = [];
    } else fields.push(field);
  }
  return all;
}

function mayBe(invocation: Invocation, run: Run): boolean {
  if (!invocation.cwd.some((directory) => directory === null || directory === run.cwd)) return false;
  const patterns = invocation.words.map((word) => {
    let isOpen = false;
    const text = word.map((piece) => {
      if (piece.kind === "text") return piece.text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
      isOpen ||= piece.kind === "unknown" && piece.isSplit;
      return isOpen ? "[^]*" : "[^\0]*";
    });
    return isOpen ? `(?:${text.join("")}\0)?` : `${text.join("")}\0`;
  });
  return new RegExp(`^${patterns.join("")}$`).test(run.argv.map((argument) => `${argument}\0`).join(""));
}

it.each([1, 2, 3])("foresees every command that runs (seed %i)", { timeout: 90_000 }, (seed) => {
  const random = new SeededRandom(seed * 1000);
  const scripts = Array.from({ length: 150 }, () => new ScriptMaker(random).list(0));
  const all = runsOfBash(scripts);
  expect(all).toHaveLength(scripts.length);
  const surprises: unknown[] = [];
  let compared = 0;
  scripts.forEach((script, index) => {
    const foreseen: Invocation[] = [];
    let isRefused = false;
    interpretScript(
      script,
      { cwd: folder, home: "/home/agent", user: "agent" },
      {
        command: (invocation) => foreseen.push(invocation),
        finding: () => {
          isRefused = true;
        },
      },
    );
    if (isRefused) return;
    compared += all[index]?.length ?? 0;
    for (const run of all[index] ?? [])
      if (!foreseen.some((invocation) => mayBe(invocation, run))) surprises.push({ script, run });
  });
  expect(surprises).toEqual([]);
  expect(compared).toBeGreaterThan(100);
});
