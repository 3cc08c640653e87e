import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../../..");
const sources = ["apps", "packages"].flatMap((folder) => filesOf(join(ROOT, folder)));

function filesOf(folder: string): { path: string; text: string }[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(({ name, parentPath }) => /\.tsx?$/.test(name) && !/node_modules|\/dist(\/|$)/.test(parentPath))
    .filter(({ name }) => !/\.test\.tsx?$|^testing/.test(name))
    .map(({ name, parentPath }) => join(parentPath, name))
    .map((path) => ({ path: relative(ROOT, path), text: withoutComments(readFileSync(path, "utf8")) }));
}
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, "");
}
/** Files outside packages/desktop (which is the pipe) whose text matches. */
const users = (pattern: RegExp) =>
  sources
    .filter(({ path, text }) => !path.startsWith("packages/desktop/") && pattern.test(text))
    .map(({ path }) => path);

it("there is something to check", () => {
  expect(sources.length).toBeGreaterThan(100);
});

it("only perform.ts and executor-control.ts call an executor: every other path would pass the gates by", () => {
  expect(users(/\bexecutor\s*\??\.\s*(call\b|\[)|\bExecutorBridge\b/).sort()).toEqual([
    "apps/worker/src/perform.ts",
    "apps/worker/src/sessions/executor-control.ts",
  ]);
});

it("executor-control.ts knows no tool, and perform.ts no control method", () => {
  const text = (path: string) => sources.find((file) => file.path === path)?.text ?? "";
  expect(text("apps/worker/src/sessions/executor-control.ts")).not.toMatch(/computer_|\bTOOLS\b/);
  expect(text("apps/worker/src/perform.ts")).not.toMatch(
    /"(lease|stop|resume|cancel|resolve_paths|target_digest|read_clipboard|terminal_state|locate_app|app_instructions|visible_texts|text_extents)"/,
  );
});

it("only the parts that need it are handed an executor: nobody takes it apart or passes it on", () => {
  expect(users(/\{[^{}\n]*\bexecutor\b[^{}\n]*\}\s*=|\bExecutorClient\b/).sort()).toEqual([
    "apps/worker/src/sessions/executor-control.ts",
  ]);
});

it("only the live view opens the screen's stream, and only the worker imports the package that reaches desktops", () => {
  expect(users(/\bopenVnc\s*\(/).filter((path) => !path.startsWith("apps/api/"))).toEqual([
    "apps/worker/src/view/view-server.ts",
  ]);
  expect(users(/from "@deskfleet\/desktop"/).filter((path) => !path.startsWith("apps/worker/"))).toEqual([]);
});
