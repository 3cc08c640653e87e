import { describe, expect, it } from "vitest";
import { pathProtection } from "./protected-names.ts";

const protectionOf = (path: string) =>
  Object.entries(pathProtection(path))
    .filter(([, isSo]) => isSo)
    .map(([name]) => name.slice(2).toLowerCase());

describe("protected names", () => {
  it.each([
    "/workspace/.git",
    "/workspace/a/.GIT/config",
    "/workspace/.Claude/x",
    "/workspace/.git./config",
    "/workspace/.git . /config",
    "/workspace/.ｇｉｔ/x",
    "/workspace/GIT~1/x",
    "/workspace/.ssh/config",
  ])("%s is never used", (path) => {
    expect(protectionOf(path)).toEqual(["forbidden"]);
  });
  it.each([
    ["/workspace/.bashrc", "startup"],
    ["/workspace/.vscode/tasks.json", "startup"],
    ["/workspace/Tools.DESKTOP", "startup"],
    ["/workspace/.env", "secret"],
    ["/workspace/.env.local", "secret"],
    ["/workspace/certs/a.PEM", "secret"],
    ["/workspace/id_rsa.pub", "secret"],
    ["/workspace/aws-credentials.json", "secret"],
  ])("%s is %s", (path, kind) => {
    expect(protectionOf(path)).toEqual([kind]);
  });
  it.each([
    "/workspace/.gitignore",
    "/workspace/.github/x",
    "/workspace/a.desktop/x",
    "/workspace/git/x",
    "/workspace/.env.example",
    "/workspace/environment",
    "/workspace/credentials/readme.md",
    "/workspace/keyboard.keys",
    "/workspace/...",
  ])("%s is ordinary", (path) => {
    expect(protectionOf(path)).toEqual([]);
  });
});
