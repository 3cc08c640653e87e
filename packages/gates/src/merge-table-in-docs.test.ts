import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { PolicyDocument, SETTINGS } from "@deskfleet/contracts";
import { expect, it } from "vitest";
import { MERGE_TABLE, type Pooled, type Preference, type Strictest } from "./merge-table.ts";

const text = readFileSync(resolve(import.meta.dirname, "../../../docs/policies.md"), "utf8");

it("docs/policies.md holds the merge table that the code runs from, row by row", () => {
  const rows = SETTINGS.map((setting) => {
    const row: Pooled<unknown> | Strictest<unknown> | Preference<unknown> = MERGE_TABLE[setting];
    const fallback =
      row.rule === "pooled" ? "" : row.fallback === null ? "none" : `\`${JSON.stringify(row.fallback)}\``;
    const who = row.from === "managed" ? ", managed only" : "";
    return `| \`${setting}\` | ${row.rule}${who} | ${row.how} | ${fallback} |`;
  });
  const [, table = ""] = /\| setting \|.*\n\|[-|]+\|\n((?:\|.*\n)+)/.exec(text) ?? [];
  expect(table.trimEnd().split("\n")).toEqual(rows);
});

it("the settings are all that a document can hold, beside what managed layers say about other layers", () => {
  const { locks: _l, managedOnly: _m, allowRulesFrom: _a, ...shape } = PolicyDocument.shape;
  const fields = Object.entries(shape).flatMap(([name, schema]) => {
    const inner = schema.unwrap();
    return "shape" in inner ? Object.keys(inner.shape).map((key) => `${name}.${key}`) : [name];
  });
  expect(fields.toSorted()).toEqual([...SETTINGS].toSorted());
});
