import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import {
  importsOf,
  isTestFile,
  readTracked,
  trackedPaths,
  typescriptFiles,
  withoutStrings,
} from "./support/source-files.ts";

/** The style guide's rules on the folders, as tests. A failure names the file; the test's name says what to do. */

/** Which of our packages each may import: apps -> packages -> contracts, one way. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  "packages/contracts": [],
  "packages/app-state": ["contracts"],
  "packages/anchors": ["contracts"],
  "packages/gates": ["contracts"],
  "packages/workflow": ["contracts"],
  "packages/store": ["contracts"],
  "packages/desktop": ["contracts"],
  "packages/client": ["contracts"],
  "apps/api": ["contracts", "gates", "store", "workflow"],
  "apps/worker": ["contracts", "anchors", "app-state", "gates", "store", "workflow", "desktop"],
};

/** Libraries that a package may use beside Node's own; the apps are free to choose. */
const LIBRARIES: Record<string, readonly string[]> = {
  "packages/contracts": ["zod"],
  "packages/app-state": ["zod"],
  "packages/anchors": [],
  "packages/gates": ["unbash", "tldts"],
  "packages/workflow": ["zod", "ajv", "ajv-formats", "liquidjs", "@marcbachmann/cel-js", "yaml"],
  "packages/store": ["zod", "pg", "drizzle-orm", "uuid"],
  "packages/desktop": ["zod", "dockerode", "sharp"],
  "packages/client": [],
};

/** Files that only the worker's way to a desktop may be in. Each entry says what it calls and why that is no way around. */
const BRIDGE_CALLERS: Record<string, string> = {
  "apps/worker/src/perform.ts": "the one way: every tool call",
  "apps/worker/src/sessions/executor-control.ts":
    "control methods (lease, stop, resume, resolve_paths, target_digest, terminal_state, locate_app, app_instructions, record_frame), none of which acts on the screen",
};

const workspaces = Object.keys(MAY_IMPORT);
const workspaceOf = (path: string) => workspaces.find((workspace) => path.startsWith(`${workspace}/`));
const code = workspaces.flatMap((workspace) => typescriptFiles(`${workspace}/src`));
const allTypescript = [...workspaces, "infra", "test"].flatMap((folder) =>
  typescriptFiles(folder, { withTests: true }),
);

/** The faults of all files as lines, so that one run shows every one. */
function faults(
  files: readonly { path: string; text: string }[],
  find: (file: { path: string; text: string }) => readonly string[],
): string[] {
  return files.flatMap((file) => find(file).map((fault) => `${file.path}: ${fault}`));
}

describe("imports", () => {
  it("every workspace has a row in the tables above: a new one gets its place in the order first", () => {
    const found = new Set(
      trackedPaths().map((path) => /^(?:apps|packages)\/[^/]+(?=\/package\.json$)/.exec(path)?.[0]),
    );
    found.delete(undefined);
    expect([...found].sort()).toEqual(workspaces.toSorted());
  });

  it("point one way, apps -> packages -> contracts: move what both need into a package below both", () => {
    const wrong = faults(allTypescript, ({ path, text }) =>
      importsOf(text)
        .map(({ from }) => /^@deskfleet\/([^/]+)/.exec(from)?.[1])
        .filter((name) => name !== undefined)
        .filter((name) => {
          const workspace = workspaceOf(path);
          // The tests and benchmarks of the whole system put the apps together, by their names.
          if (path.startsWith("test/")) return false;
          if (!workspace || isTestFile(path)) return name === "api" || name === "worker";
          return !MAY_IMPORT[workspace]?.includes(name);
        }),
    );
    expect(wrong).toEqual([]);
  });

  it("point one way in the gates, command -> programs -> shell: ask the host, which knows what is above", () => {
    const order = ["shell", "programs", "command"];
    const above = (path: string) =>
      order.slice(order.indexOf(/^packages\/gates\/src\/(\w+)\//.exec(path)?.[1] ?? "command") + 1);
    const wrong = faults(code, ({ path, text }) =>
      importsOf(text)
        .map(({ from }) => from)
        .filter((from) => above(path).some((folder) => from.startsWith(`../${folder}/`))),
    );
    expect(wrong).toEqual([]);
  });

  it("name a package and never a path into it: export it from the package's index.ts", () => {
    const wrong = faults(allTypescript, ({ path, text }) =>
      importsOf(text)
        .map(({ from }) => from)
        .filter((from) => {
          if (/^@deskfleet\/[^/]+\//.test(from)) return true;
          if (!from.startsWith(".")) return false;
          const target = normalize(join(dirname(path), from));
          const home = workspaceOf(path);
          if (home) return !target.startsWith(`${home}/`) && !(isTestFile(path) && target.startsWith("test/support/"));
          return workspaceOf(target) !== undefined;
        }),
    );
    expect(wrong).toEqual([]);
  });

  it("of libraries stay within each package's purpose: a new one is a decision, so it enters the table above", () => {
    const wrong = faults(code, ({ path, text }) => {
      const allowed = LIBRARIES[workspaceOf(path) ?? ""];
      if (!allowed) return [];
      return importsOf(text)
        .map(({ from }) => from)
        .filter((from) => !/^(\.|node:|@deskfleet\/)/.test(from))
        .filter((from) => !allowed.some((library) => from === library || from.startsWith(`${library}/`)));
    });
    expect(wrong).toEqual([]);
  });
});

describe("the gates", () => {
  it("stay pure: pass clocks, ids and configuration in as arguments", () => {
    const impure =
      /(?<![.\w])(Date\.now|new Date\(\)|performance\.|Math\.random|randomUUID|process\.\w|fetch\(|import\(|setTimeout|setInterval|console\.)/g;
    const wrong = faults(typescriptFiles("packages/gates/src"), ({ text }) => [
      ...importsOf(text)
        .filter(({ from }) => from.startsWith("node:"))
        .map(({ from }) => `import ${from}`),
      ...[...withoutStrings(text).matchAll(impure)].map(([word]) => word),
    ]);
    expect(wrong).toEqual([]);
  });
});

describe("the one way to a desktop", () => {
  it("is perform.ts: nothing else calls the bridge (a caller for another purpose is justified in BRIDGE_CALLERS)", () => {
    const wrong = faults(typescriptFiles("apps"), ({ path, text }) =>
      BRIDGE_CALLERS[path]
        ? []
        : [...text.matchAll(/\bexecutor\s*\??\.\s*call\b|\bExecutorBridge\b/g)].map(([word]) => word),
    );
    expect(wrong).toEqual([]);
  });

  it("is the only one that can name a tool: a control caller holds its method names as literals, none of them a tool", () => {
    const wrong = faults(typescriptFiles("apps"), ({ path, text }) => {
      if (!BRIDGE_CALLERS[path] || path === "apps/worker/src/perform.ts") return [];
      return [...text.matchAll(/computer_\w+|\bexport[^\n]*\bmethod\b/g)].map(([word]) => word);
    });
    expect(wrong).toEqual([]);
  });

  it("lists only files that exist and call it", () => {
    const callers = typescriptFiles("apps")
      .filter(({ text }) => /\.call\(/.test(text))
      .map(({ path }) => path);
    expect(Object.keys(BRIDGE_CALLERS).filter((path) => !callers.includes(path))).toEqual([]);
  });
});

describe("code", () => {
  it("silences no checker (`any` is one of Biome's errors) without saying why on the same line", () => {
    const wrong = trackedPaths()
      .filter((path) => /\.(ts|tsx|py)$/.test(path) && path !== "test/tidy.test.ts")
      .map(readTracked);
    expect(
      faults(wrong, ({ text }) =>
        [...text.matchAll(/^.*(@ts-(?:ignore|nocheck)|@ts-expect-error\s*$|biome-ignore[^:\n]*:?\s*$).*$/gm)].map(
          ([line]) => line.trim(),
        ),
      ),
    ).toEqual([]);
  });

  it("swallows no error: handle it, or say in a comment inside the block why there is nothing to do", () => {
    const files = allTypescript.map(({ path }) => readTracked(path)).filter(({ path }) => !isTestFile(path));
    const wrong = faults(files, ({ text }) =>
      [...text.matchAll(/catch\s*(?:\([^)]*\)\s*)?\{\s*\}/g)].map(([word]) => word),
    );
    expect(wrong).toEqual([]);
  });

  it("is finished: no TODO, FIXME, XXX or HACK", () => {
    const files = trackedPaths()
      .filter((path) => /\.(ts|tsx|py|sh|css|html|yaml|yml)$/.test(path) && path !== "test/tidy.test.ts")
      .map(readTracked);
    expect(faults(files, ({ text }) => [...text.matchAll(/\b(TODO|FIXME|XXX|HACK)\b/g)].map(([word]) => word))).toEqual(
      [],
    );
  });
});

describe("files", () => {
  /** Longer than that on purpose. The reason says why there is no second idea in it. */
  const LONG: Record<string, string> = {};
  const linesMax = (path: string) => (isTestFile(path) || /\/test_[^/]*\.py$/.test(path) ? 500 : 350);

  it("hold one idea: past 350 lines (tests: 500) look for the second one and give it its own file", () => {
    const files = trackedPaths()
      .filter((path) => /\.(ts|tsx|py|sh|js|css)$/.test(path))
      .map(readTracked);
    const long = files
      .filter(({ path, text }) => text.trimEnd().split("\n").length > linesMax(path))
      .map(({ path }) => path);
    expect(long.filter((path) => !LONG[path])).toEqual([]);
    expect(Object.keys(LONG).filter((path) => !long.includes(path))).toEqual([]);
  });

  it("are named in kebab-case (TypeScript) and snake_case (Python)", () => {
    const wrong = trackedPaths().filter((path) => {
      const name = path.split("/").at(-1) ?? "";
      if (/\.tsx?$/.test(name)) return !/^[a-z0-9]+(-[a-z0-9]+)*(\.(int|test|config|d))*\.tsx?$/.test(name);
      return name.endsWith(".py") && !/^_{0,2}[a-z0-9]+(_[a-z0-9]+)*(__)?\.py$/.test(name);
    });
    expect(wrong).toEqual([]);
  });
});
