import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ERRORS } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { ROOT, readTracked, trackedPaths } from "./support/source-files.ts";

/** Documents say what is: compared with the code they describe. */

const documents = trackedPaths()
  .filter((path) => path.endsWith(".md"))
  .map(readTracked);
const packageJson = JSON.parse(readTracked("package.json").text) as { scripts: Record<string, string> };

function documentText(path: string): string {
  expect(existsSync(join(ROOT, path)), `${path} is missing`).toBe(true);
  return readFileSync(join(ROOT, path), "utf8");
}

describe("docs/errors.md", () => {
  it("has one heading per error code, in the table's order, with its status and title", () => {
    const headings = [...documentText("docs/errors.md").matchAll(/^#{2,3} `?([a-z_]+(?:\.[a-z_]+)?)`?\s*$/gm)].map(
      (m) => m[1],
    );
    expect(headings).toEqual(Object.keys(ERRORS));
  });

  it("names each code's status under its heading", () => {
    const sections = documentText("docs/errors.md").split(/^#{2,3} /m);
    const wrong = Object.entries(ERRORS)
      .filter(([code, { status }]) => {
        const section = sections.find((text) =>
          new RegExp(`^\`?${code.replace(".", "\\.")}\`?\\s*$`, "m").test(text.split("\n")[0] ?? ""),
        );
        return !section?.includes(String(status));
      })
      .map(([code, { status }]) => `${code}: ${status}`);
    expect(wrong).toEqual([]);
  });
});

describe("docs/glossary.md", () => {
  it("has a word for every table: a new noun enters it in the commit that introduces it", () => {
    const schemas = trackedPaths().filter(
      (path) => /^packages\/store\/src\/.*\.ts$/.test(path) && !path.endsWith(".test.ts"),
    );
    const tables = schemas.flatMap((path) =>
      [...readTracked(path).text.matchAll(/\b\w+\.table\(\s*"(\w+)"|\bpgTable\(\s*"(\w+)"/g)].map(
        (m) => m[1] ?? m[2] ?? "",
      ),
    );
    expect(tables.length).toBeGreaterThan(0);
    const glossary = documentText("docs/glossary.md").toLowerCase();
    const isIn = (table: string) => {
      const words = table.replaceAll("_", " ");
      const singular = words
        .replace(/ies$/, "y")
        .replace(/(?<=ch|s|x)es$/, "")
        .replace(/s$/, "");
      return [table, words, singular].some((word) => new RegExp(`(^|[^a-z])${word}([^a-z]|$)`).test(glossary));
    };
    expect(tables.filter((table) => !isIn(table))).toEqual([]);
  });
});

describe("documents", () => {
  it("name only npm commands that exist", () => {
    const known = new Set([...Object.keys(packageJson.scripts), "ci", "install"]);
    const wrong = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/\bnpm (?:run )?([a-z][a-z:-]*)(?=[\s`'")\].,;]|$)/gm)]
        .filter(([command, name]) => command.startsWith("npm run ") || ["test", "start"].includes(name ?? ""))
        .filter(([, name]) => !known.has(name ?? ""))
        .map(([command]) => `${path}: ${command}`),
    );
    expect(wrong).toEqual([]);
  });

  it("name only scripts of ours that exist", () => {
    const wrong = documents.flatMap(({ path, text }) =>
      [
        ...text.matchAll(
          /\b(?:sh|bash|python3|node[^\n`]*?|tsx) ((?:infra|images|packages|apps|test)\/[\w./-]+\.(?:sh|py|ts))\b/g,
        ),
      ]
        .filter(([, script]) => !existsSync(join(ROOT, script ?? "")))
        .map(([, script]) => `${path}: ${script}`),
    );
    expect(wrong).toEqual([]);
  });

  it("link only to files that exist", () => {
    const wrong = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)]
        .map((match) => match[1] ?? "")
        .filter((target) => !/^[a-z]+:/.test(target))
        .filter((target) => !existsSync(join(ROOT, dirname(path), decodeURI(target))))
        .map((target) => `${path}: ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it("name only tests that exist, each by enough of its path, and titles that stand in them", () => {
    const tests = trackedPaths().filter((path) => /(?:\.test\.ts|\/test_\w+\.py)$/.test(path));
    const named = documents.flatMap(({ path, text }) =>
      // `file`, perhaps followed by › "title", "title"
      [...text.matchAll(/`([\w./-]*(?:\.test\.ts|\btest_\w+\.py))`(?: › ((?:"[^"\n]+"(?:, )?)+))?/g)].map(
        ([, test = "", titles = ""]) => ({
          path,
          test,
          titles: [...titles.matchAll(/"([^"]+)"/g)].map((m) => m[1] ?? ""),
        }),
      ),
    );
    expect(named.some(({ titles }) => titles.length > 0)).toBe(true);
    const wrong = named.flatMap(({ path, test, titles }) => {
      const [file, ...others] = tests.filter((each) => `/${each}`.endsWith(`/${test}`));
      if (file === undefined) return [`${path}: there is no ${test}`];
      if (others.length > 0) return [`${path}: ${test} is ${others.length + 1} files`];
      const { text } = readTracked(file);
      return titles.filter((title) => !text.includes(title)).map((title) => `${path}: ${test} has no "${title}"`);
    });
    expect(wrong).toEqual([]);
  });
});

describe("every tracked text file", () => {
  it("is free of this or that machine: no home folders, no registry or mirror hosts", () => {
    const machine =
      /(?:^|[\s"'`(=:])\/(?:work|root|Users)\/|\/home\/(?!agent\b)[a-z]\w*|https?:\/\/[^\s"'`)]*(?:registry\.|artifactory|nexus|\bpypi\b|npmjs)/;
    const wrong = trackedPaths()
      .filter((path) => !/\.(png|jpg|webp|ico|gz|woff2?)$/.test(path) && path !== "test/documents.test.ts")
      // Rows and tests about paths that nobody may use name such paths.
      .filter((path) => !/^packages\/gates\/(?:corpora\/.*\.jsonl|src\/.*\.test\.ts)$/.test(path))
      // Trees that were captured from applications keep the documents' addresses of then.
      .filter((path) => !/^packages\/app-state\/cases\/\d\d_real_/.test(path))
      .map(readTracked)
      .flatMap(({ path, text }) =>
        text
          .split("\n")
          .map((line, index) => ({ place: `${path}:${index + 1}`, found: machine.exec(line)?.[0] }))
          .filter(({ found }) => found !== undefined)
          .map(({ place, found }) => `${place}: ${found}`),
      );
    expect(wrong).toEqual([]);
  });

  it("ends with one line feed and holds no carriage return or trailing space", () => {
    const wrong = trackedPaths()
      .filter(
        (path) =>
          /\.(ts|js|json|md|py|sh|yaml|yml|html|css|sql)$/.test(path) && !path.startsWith("packages/store/migrations/"),
      )
      .map(readTracked)
      .filter(({ text }) => text !== "" && (!/[^\n]\n$/.test(text) || /[ \t]$/m.test(text) || text.includes("\r")))
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });
});
