import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseSnapshot, renderAppState } from "./index.ts";

/** Trees and their exact renderings: `cases/` of this package, one file pair each. */
const FOLDER = join(import.meta.dirname, "../cases");
const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".tree.json"))
  .map((file) => file.slice(0, -".tree.json".length));

describe("cases", () => {
  it("are there", () => {
    expect(names.length).toBeGreaterThanOrEqual(27);
  });
  it.each(names)("%s", (name) => {
    const tree: unknown = JSON.parse(readFileSync(join(FOLDER, `${name}.tree.json`), "utf8"));
    const expected = readFileSync(join(FOLDER, `${name}.expected.txt`), "utf8");
    expect(`${renderAppState(parseSnapshot(tree)).text}\n`).toBe(expected);
  });
});
