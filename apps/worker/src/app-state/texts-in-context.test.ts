import { parseSnapshot, renderAppState, type SnapshotNode } from "@deskfleet/app-state";
import { describe, expect, it } from "vitest";
import { plainFilter } from "../content/testing.ts";
import { maskSnapshot } from "./mask-snapshot.ts";
import { textsInContext } from "./texts-in-context.ts";

type Tree = Record<string, unknown>;
const node = (role: string, fields: Tree = {}, children: (Tree | null)[] = []): Tree => ({
  ...{ role, states: ["showing", "visible", "enabled"], extents: [0, 0, 100, 20] },
  ...fields,
  children,
});
const cell = (text: string, fields: Tree = {}) => node("table cell", { text, ...fields });
const row = (...cells: (Tree | null)[]) => node("table row", {}, cells);

function snapshotOf(...children: Tree[]) {
  return parseSnapshot({
    app: { name: "Sheet", pid: 1, toolkit: "gtk3" },
    window: { title: "People" },
    roots: [node("frame", { name: "People" }, children)],
  });
}
const texts = (...children: Tree[]): string[] => textsInContext(snapshotOf(...children).roots as SnapshotNode[]);

describe("texts in context", () => {
  it("are a field with its label, and a table line by line", () => {
    expect(texts(node("entry", { name: "DNI", text: "65443210E" }))).toEqual(["DNI: 65443210E"]);
    expect(texts(node("entry", { labelled_by: "PIN", name: "field", text: "4711" }))).toEqual(["PIN: 4711"]);
    expect(texts(node("table", {}, [row(cell("DNI"), cell("Town")), row(cell("65443210E"), cell("Vigo"))]))).toEqual([
      "DNI\tTown\n65443210E\tVigo",
    ]);
  });

  it("have heads that stand beside the rows first", () => {
    const heads = ["Town", "DNI"].map((name) => node("table column header", { name }));
    expect(texts(node("tree table", {}, [...heads, row(cell("Vigo"), cell("65443210E"))]))).toEqual([
      "Town\tDNI\nVigo\t65443210E",
    ]);
  });

  it("keep columns where cells are missing, and words of a cell together", () => {
    const parts = node("table cell", {}, [node("label", { name: "Santiago" }), node("label", { name: "North" })]);
    expect(texts(node("table", {}, [row(cell("only", { index: 2 })), row(null, parts)]))).toEqual([
      "\t\tonly\n\tSantiago North",
    ]);
  });

  it("are none of what has neither value nor rows", () => {
    expect(texts(node("push button", { name: "Save" }), node("label", { name: "DNI" }))).toEqual([]);
  });
});

it("what only the head of its column tells to be a secret is masked in the state, and nothing beside it", () => {
  const snapshot = snapshotOf(
    node("table", {}, [row(cell("Person"), cell("DNI")), row(cell("Ada Vega"), cell("65443210E"))]),
  );
  const { shown, kinds } = maskSnapshot(plainFilter(), snapshot, renderAppState(snapshot));
  expect(kinds).toEqual(["national_id"]);
  expect(shown.text).toContain("Ada Vega");
  expect(JSON.stringify(shown)).not.toContain("65443210E");
});
