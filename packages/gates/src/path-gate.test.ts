import type { ResolvedPath } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { evaluate } from "./evaluate.ts";
import { pathParameters } from "./path-parameters.ts";
import { actionOf, contextFor, policyOf } from "./testing.ts";

/** Gate 4's answer, with the paths resolved to themselves except where `resolved` says otherwise. */
function judged(
  tool: string,
  params: Record<string, unknown>,
  resolved: Record<string, Partial<ResolvedPath>> = {},
  document: Parameters<typeof policyOf>[0] = {},
): string {
  const action = actionOf(tool, params);
  const resolvedPaths = pathParameters(action.tool, action.params).map(({ path, operation }) => ({
    path,
    real: path,
    type: operation === "list" || operation === "enter" ? ("directory" as const) : ("file" as const),
    ...resolved[path],
  }));
  const { verdicts } = evaluate(action, contextFor(action, { resolvedPaths }), policyOf(document));
  const { outcome, code } = verdicts.find(({ gate }) => gate === "path") ?? { outcome: "none", code: "" };
  return `${outcome} ${code}`;
}
const start = (command: string, resolved: Record<string, Partial<ResolvedPath>> = {}) =>
  judged("computer_process_start", { command }, resolved);

describe("the paths that a command names", () => {
  it.each<[string, string, Record<string, Partial<ResolvedPath>>, string]>([
    ["inside", "cat a.txt", {}, "allow path.inside"],
    ["a link out", "cat a.txt", { "/workspace/a.txt": { real: "/etc/passwd" } }, "deny path.outside"],
    ["a link out in the middle", "cat d/x", { "/workspace/d/x": { real: "/usr/x" } }, "deny path.outside"],
    ["a link into .git", "cat a", { "/workspace/a": { real: "/workspace/.git/config" } }, "deny path.protected"],
    ["a link to a secret", "cat a", { "/workspace/a": { real: "/workspace/.env" } }, "ask path.secret"],
    ["a link to a startup file", "echo > a", { "/workspace/a": { real: "/workspace/.bashrc" } }, "ask path.startup"],
    ["an answer about another path", "cat a", { "/workspace/a": { path: "/workspace/b" } }, "deny path.unresolved"],
    ["a loop of links", "cat a", { "/workspace/a": { real: null } }, "deny path.unresolved"],
    ["a pipe", "cat a", { "/workspace/a": { type: "fifo" } }, "deny path.special"],
    ["a device", "echo > a", { "/workspace/a": { type: "device" } }, "deny path.special"],
    ["a directory to copy into", "cp a d", { "/workspace/d": { type: "directory" } }, "allow path.inside"],
    ["a directory that is not there", "cd d; ls", { "/workspace/d": { type: "missing" } }, "ask path.no_directory"],
    ["a directory that is a file", "cd d; ls", { "/workspace/d": { type: "file" } }, "ask path.no_directory"],
    ["a directory that it makes", "mkdir d && cd d", { "/workspace/d": { type: "missing" } }, "allow path.inside"],
    ["a link that is deleted itself", "rm l", {}, "ask path.delete"],
    ["a link to a root that is moved", "mv d x", { "/workspace/d": { real: "/workspace" } }, "deny path.root"],
    [
      "a link to where it is as deep",
      "cat a",
      { "/workspace/a": { real: `/workspace${"/b".repeat(300)}` } },
      "deny path.too_long",
    ],
    ["nothing that is a path", "date", {}, "allow path.inside"],
  ])("%s", (_name, command, resolved, expected) => {
    expect(start(command, resolved)).toBe(expected);
  });

  it("are resolved with the links of their last component, or not, by what is done", () => {
    const { tool, params } = actionOf("computer_process_start", { command: "cat a; rm b; mv c d" });
    expect(pathParameters(tool, params).map(({ path, followsLastLink }) => [path, followsLastLink])).toEqual([
      ["/workspace", true],
      ["/workspace/a", true],
      ["/workspace/b", false],
      ["/workspace/c", false],
      ["/workspace/d", true],
    ]);
  });
  it("are those of a program's arguments, too", () => {
    expect(judged("computer_process_start", { argv: ["cat", "a"] }, { "/workspace/a": { real: "/etc/x" } })).toBe(
      "deny path.outside",
    );
  });
});

describe("gate 4", () => {
  const write = { path: "/workspace/a", content: "" };
  it.each<[string, string]>([
    [judged("computer_file_write", { ...write, path: "/workspace/d/" }), "deny path.directory"],
    [judged("computer_file_write", write, { "/workspace/a": { type: "directory" } }), "deny path.directory"],
    [
      judged("computer_file_read", { path: "/run/deskfleet/env" }, {}, { paths: { allowed: ["/run"] } }),
      "deny path.outside",
    ],
    [judged("computer_file_read", { path: "/dev/null" }, {}, { paths: { allowed: ["/dev"] } }), "deny path.outside"],
    [judged("computer_file_write", { ...write, path: "/workspace/.deskfleet/x" }), "deny path.protected"],
    [
      judged("computer_file_read", { path: "/workspace/a", bytesMax: 900 }, {}, { paths: { readBytesMax: 800 } }),
      "deny path.too_large",
    ],
    [
      judged(
        "computer_file_write",
        { ...write, path: "/workspace/.npmrc" },
        {},
        { rules: [{ effect: "allow", match: "write(/**)" }] },
      ),
      "ask path.startup",
    ],
    [judged("computer_file_read", { path: `/workspace${"/b".repeat(300)}` }), "deny path.too_long"],
    [
      judged(
        "computer_file_move",
        { path: "/workspace/a", destination: "/workspace/l" },
        { "/workspace/l": { real: "/workspace/b", type: "missing" } },
      ),
      "ask path.exists",
    ],
    [
      judged(
        "computer_file_move",
        { path: "/workspace/a", destination: "/workspace" },
        { "/workspace": { type: "directory" } },
      ),
      "deny path.root",
    ],
    [judged("computer_file_move", { path: "/workspace/a", destination: "/workspace/b" }), "ask path.exists"],
    [
      judged(
        "computer_file_move",
        { path: "/workspace/a", destination: "/workspace/b" },
        { "/workspace/b": { type: "missing" } },
      ),
      "allow path.inside",
    ],
    [
      judged(
        "computer_file_move",
        { path: "/workspace/.env", destination: "/workspace/b" },
        { "/workspace/b": { type: "missing" } },
      ),
      "ask path.secret",
    ],
  ])("answers %s", (answer, expected) => {
    expect(answer).toBe(expected);
  });
});
