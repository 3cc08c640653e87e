import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Locator } from "@deskfleet/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSnapshot, type Rendering, renderAppState } from "../index.ts";
import { node, type RawNode, windowOf } from "../testing-tree.ts";
import { locate } from "./locate.ts";
import { suggestLocator } from "./suggest.ts";
import { plainTest } from "./testing.ts";

const FOLDER = join(import.meta.dirname, "../../cases");
const cases = readdirSync(FOLDER).filter((file) => file.endsWith(".tree.json"));
const renderingOf = (tree: unknown): Rendering => renderAppState(parseSnapshot(tree));
const fromFile = (name: string) => renderingOf(JSON.parse(readFileSync(join(FOLDER, name), "utf8")));

/** Elements that their own suggestion does not find, or not alone. */
function lost(rendering: Rendering): unknown[] {
  return rendering.elements.flatMap((element) => {
    const locator = suggestLocator(rendering.elements, element);
    const { matches } = locate(rendering, Locator.parse(locator), plainTest);
    return matches.length === 1 && matches[0] === element ? [] : [{ index: element.index, locator }];
  });
}

describe("a suggested locator", () => {
  it.each(cases)("finds its element and no other, for each element of %s", (name) => {
    expect(lost(fromFile(name))).toEqual([]);
  });

  it("does so in any tree, with the same names over and over", () => {
    const name = fc.constantFrom("", "Save", "Save:", " Save", "Save all", "a\nb", "•", "x".repeat(200));
    const leaf = fc.record({
      role: fc.constantFrom("push button", "text", "label", "check box", "menu", "link", "combo box", "slider", "icon"),
      name,
      id: name,
      description: name,
    });
    const { tree } = fc.letrec<{ tree: RawNode }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        leaf.map(({ role, ...fields }) => node(role, fields)),
        fc
          .tuple(
            fc.constantFrom("panel", "table row", "list", "page tab", "menu bar", "push button", "grouping"),
            name,
            fc.array(tie("tree"), { maxLength: 5 }),
          )
          .map(([role, called, children]) => node(role, { name: called, description: "d" }, children)),
      ),
    }));
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 6 }), (children) => {
        expect(lost(renderingOf(windowOf(children)))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it("is what a person would say: a field's label, a button's name, the row it is in, then a number", () => {
    const form = fromFile("20_real_zenity_form.tree.json");
    const suggestions = form.elements.map((element) => suggestLocator(form.elements, element));
    expect(suggestions).toEqual([
      { role: "dialog", name: "Login" },
      { role: "container", name: "Sign in" },
      { label: "User" },
      { label: "Password" },
      { label: "Role" },
      { role: "button", name: "Cancel" },
      { role: "button", name: "OK" },
    ]);
    const list = fromFile("21_real_zenity_checklist.tree.json");
    const box = list.elements.find(({ role }) => role === "checkbox");
    expect(suggestLocator(list.elements, box!)).toEqual({
      label: "On",
      inside: { role: "row", name: "sshd | running" },
    });
  });
});
