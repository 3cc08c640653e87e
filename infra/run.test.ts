import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";

/** run.sh in a checkout of its own, with programs that only say how they were called. */
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

interface Checkout {
  readonly root: string;
  run(...args: string[]): { status: number | null; stdout: string; stderr: string };
}

function checkout(options: { nodeVersion?: string; npmExitCode?: number } = {}): Checkout {
  const { nodeVersion = "24.1.0", npmExitCode = 0 } = options;
  const root = mkdtempSync(join(tmpdir(), "deskfleet run-"));
  folders.push(root);
  mkdirSync(join(root, "infra"));
  mkdirSync(join(root, "bin"));
  cpSync(join(import.meta.dirname, "run.sh"), join(root, "infra/run.sh"));
  writeFileSync(join(root, "infra/test.ts"), "");
  writeFileSync(join(root, "package-lock.json"), "{}");
  const [major, minor] = nodeVersion.split(".");
  const isNew = Number(major) > 20 || (Number(major) === 20 && Number(minor) >= 19);
  program(
    root,
    "node",
    `case $1 in -p) echo ${nodeVersion};; -e) exit ${isNew ? 0 : 1};; *) for a; do echo "node:$a"; done;; esac`,
  );
  program(
    root,
    "npm",
    `echo "npm $*" >>"${root}/npm.log"; [ ${npmExitCode} -eq 0 ] || exit ${npmExitCode}; mkdir -p node_modules; echo {} >node_modules/.package-lock.json`,
  );
  return {
    root,
    run: (...args) =>
      spawnSync("sh", [join(root, "infra/run.sh"), ...args], {
        encoding: "utf8",
        env: { PATH: `${join(root, "bin")}:/usr/bin:/bin` },
        cwd: "/",
      }),
  };
}

function program(root: string, name: string, script: string): void {
  const path = join(root, "bin", name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

const npmCalls = ({ root }: Checkout) =>
  existsSync(join(root, "npm.log")) ? readFileSync(join(root, "npm.log"), "utf8").trim().split("\n") : [];

describe("run.sh refuses", () => {
  it.each([
    ["no command", []],
    ["a command that does not exist", ["tset"]],
  ])("%s", (_name, args) => {
    const { status, stderr } = checkout().run(...args);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^usage: /);
  });

  it.each(["18.20.4", "20.18.3"])("Node.js %s, and says which one it needs", (nodeVersion) => {
    const made = checkout({ nodeVersion });
    const { status, stderr } = made.run("test");
    expect(status).toBe(1);
    expect(stderr).toMatch(new RegExp(`needs Node.js 20.19 or newer; this is ${nodeVersion}`));
    expect(npmCalls(made)).toEqual([]);
  });

  it("to go on when npm fails, and tries again the next time", () => {
    const made = checkout({ npmExitCode: 1 });
    const { status, stdout, stderr } = made.run("test");
    expect(status).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/What to do: check that the npm registry can be reached/);
    made.run("test");
    expect(npmCalls(made)).toHaveLength(2);
  });
});

describe("run.sh", () => {
  it("installs packages once, from the lock file, and hands the arguments on whole", () => {
    const made = checkout();
    const args = ["--conditions=source", "--import", "tsx", "infra/test.ts", "a b", "$c"].map((arg) => `node:${arg}`);
    expect(made.run("test", "a b", "$c").stdout.trim().split("\n")).toEqual(args);
    expect(made.run("test", "a b", "$c").status).toBe(0);
    expect(npmCalls(made)).toEqual(["npm ci --loglevel=error"]);
  });

  it("installs again when the lock file has changed", () => {
    const made = checkout();
    made.run("test");
    const lock = join(made.root, "package-lock.json");
    writeFileSync(lock, '{"changed":true}');
    utimesSync(lock, new Date(Date.now() + 60_000), new Date(Date.now() + 60_000));
    made.run("test");
    made.run("test");
    expect(npmCalls(made)).toHaveLength(2);
  });

  it("takes an install made by hand for what it is", () => {
    const made = checkout();
    mkdirSync(join(made.root, "node_modules"));
    writeFileSync(join(made.root, "node_modules/.package-lock.json"), "{}");
    expect(made.run("test").status).toBe(0);
    expect(npmCalls(made)).toEqual([]);
  });
});
