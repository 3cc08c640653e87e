import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ROOT } from "./setup/paths.ts";

const folder = mkdtempSync(join(tmpdir(), "deskfleet-app-state-"));
afterAll(() => rmSync(folder, { recursive: true }));
const CASE = join(ROOT, "packages/app-state/cases/04_text_merging");

function run(args: readonly string[], cwd = folder) {
  const program = ["--conditions=source", "--import", "tsx", "infra/app-state.ts", ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, {
    cwd: ROOT,
    env: { ...process.env, INIT_CWD: cwd },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

function file(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content);
  return name;
}

describe("npm run app-state", { timeout: 60_000 }, () => {
  it("prints a tree's text, and nothing else", () => {
    const stdout = readFileSync(`${CASE}.expected.txt`, "utf8");
    expect(run(["render", `${CASE}.tree.json`])).toEqual({ status: 0, stdout, stderr: "" });
  });
  it("reads a relative name where the caller stands", () => {
    file("a.tree.json", readFileSync(`${CASE}.tree.json`));
    expect(run(["render", "a.tree.json"]).status).toBe(0);
  });
  it.each<[what: string, name: () => string, stderr: RegExp]>([
    ["does not exist", () => "none.json", /^none\.json does not exist\n$/],
    ["is a directory", () => ".", /^\. is a directory\n$/],
    ["is not UTF-8", () => file("b.json", Buffer.from([0x22, 0xff, 0x22])), /^b\.json is not UTF-8\n$/],
    ["is not JSON", () => file("c.json", "{"), /^c\.json is not JSON: /],
    ["is no tree", () => file("d.json", "[]"), /^d\.json is no accessibility tree: must be an object\n$/],
    ["is deep", () => file("e.json", `${"[".repeat(200_000)}${"]".repeat(200_000)}`), /^e\.json is n/],
  ])("says what is wrong with a file that %s", (_what, name, stderr) => {
    expect(run(["render", name()])).toEqual({ status: 1, stdout: "", stderr: expect.stringMatching(stderr) });
  });
  it.each([[[]], [["render"]], [["draw", "x"]], [["render", "a", "b"]]])("says how it is called: %j", (args) => {
    expect(run(args)).toMatchObject({ status: 2, stdout: "", stderr: expect.stringMatching(/^usage: /) });
  });
});
