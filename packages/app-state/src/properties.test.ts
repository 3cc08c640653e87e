import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSnapshot, type Rendering, renderAppState } from "./index.ts";
import type { RawNode } from "./testing-tree.ts";

/** What holds for every tree, however odd. */

const SECRET = "hunter2-Ünïque";
const ROLES =
  "frame|dialog|panel|filler|section|list item|list|tree|tree item|table|table row|table cell|column header|table column header|text|entry|label|static|paragraph|link|heading|image|icon|push button|toggle button|check box|combo box|slider|spin button|scroll bar|scroll pane|split pane|page tab list|page tab|tool bar|menu bar|menu|menu item|popup menu|document web|document spreadsheet|terminal|notification|separator|window|unheard of".split(
    "|",
  );
const STATES =
  "enabled sensitive visible focused focusable selected selectable checked expandable expanded editable multi-line read-only checkable indeterminate".split(
    " ",
  );

const word = fc.oneof(
  fc.constantFrom("", "Name:", "Name", "W", "x-symbolic", " \n ", "•", "a\r\nb\tc", "\u2028", "\u0085", "GtkButton"),
  fc.string({ maxLength: 12, unit: "binary" }),
  fc.string({ minLength: 150, maxLength: 170, unit: "grapheme" }),
);
const extents = fc.tuple(
  fc.oneof(fc.integer({ min: -50, max: 900 }), fc.constant(-2147483648)),
  fc.integer({ min: -50, max: 700 }),
  fc.integer({ min: -1, max: 300 }),
  fc.integer({ min: -1, max: 300 }),
);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 3 });
const fields = {
  name: optional(word),
  description: optional(word),
  help: optional(word),
  id: optional(word),
  url: optional(word),
  labelled_by: optional(word),
  text: optional(word),
  selected: optional(word),
  key: optional(fc.constantFrom("k1", "k2", "k3")),
  label_for: optional(fc.boolean()),
  value: optional(fc.record({ current: fc.double({ noNaN: true, noDefaultInfinity: true }) })),
  table: optional(fc.record({ rows: fc.nat(40), first_row: fc.nat(9) })),
  actions: optional(
    fc.array(fc.oneof(fc.constantFrom("click", "expand or contract", "zoomIn", "scrollUp"), word), { maxLength: 3 }),
  ),
  attributes: optional(
    fc.record({ column: word, placeholder: word, "text-input-type": fc.constantFrom("search", "text") }),
  ),
  extents: optional(extents),
  states: fc.subarray(STATES).map((states) => ["showing", ...states]),
};
const { node: anyNode } = fc.letrec<{ node: RawNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 6, depthIdentifier: "tree" },
    fc.record({ ...fields, role: fc.constantFrom(...ROLES) }),
    fc.record({
      ...fields,
      role: fc.constantFrom(...ROLES),
      children: fc.array(fc.option(tie("node"), { freq: 9 }), { maxLength: 6, depthIdentifier: "tree" }),
    }),
    fc.record({
      ...fields,
      name: fc.constantFrom("Password", SECRET, undefined),
      role: fc.constant("password text"),
      text: fc.constant(SECRET),
      children: fc.constantFrom([], [{ role: "static", name: SECRET, states: ["showing"], actions: ["click"] }]),
    }),
  ) as fc.Arbitrary<RawNode>,
}));
const anyTree = fc.record({
  app: fc.record({
    id: fc.constantFrom(null, "org.example.App"),
    name: word,
    pid: fc.nat(),
    toolkit: fc.constantFrom("gtk2", "gtk3", "gtk4", "qt", "chromium", "swing"),
  }),
  window: fc.record({ title: word }),
  roots: fc.array(anyNode, { minLength: 1, maxLength: 3 }),
  selected_text: optional(word),
  options: optional(fc.record({ max_nodes: fc.integer({ min: 1, max: 30 }), max_depth: fc.nat(5) })),
});

const check = (
  property: (rendering: Rendering, tree: { options?: { max_nodes: number; max_depth: number } | undefined }) => void,
) =>
  fc.assert(
    fc.property(anyTree, (tree) => property(renderAppState(parseSnapshot(tree)), tree)),
    { numRuns: 400 },
  );
const elementLines = ({ tree, isTruncated }: Rendering) => tree.split("\n").slice(0, isTruncated ? -1 : undefined);

describe("every tree", { timeout: 60_000 }, () => {
  it("has one line for each element, numbered from 0, with no blank line among them", () => {
    check((rendering) => {
      const lines = elementLines(rendering);
      expect(lines.map((line) => /^\t*(\d+)(?: |$)/.exec(line)?.[1])).toEqual(
        rendering.elements.map(({ index }) => String(index)),
      );
      expect(rendering.elements.map(({ index }) => index)).toEqual(lines.map((_, index) => index));
    });
  });
  it("goes one level deeper at most from line to line, and begins with the window", () => {
    check((rendering) => {
      const depths = elementLines(rendering).map((line) => /^\t*/.exec(line)?.[0].length ?? 0);
      expect(depths).toEqual(rendering.elements.map(({ depth }) => depth));
      expect(depths.every((depth, index) => depth <= (depths[index - 1] ?? -1) + 1)).toBe(true);
      expect(rendering.elements[0]).toMatchObject({ path: [], windowIndex: 0 });
    });
  });
  it("keeps to the caps and says so", () => {
    check((rendering, { options }) => {
      expect(rendering.elements.length).toBeLessThanOrEqual(options?.max_nodes ?? 1_200);
      expect(Math.max(...rendering.elements.map(({ depth }) => depth))).toBeLessThanOrEqual(options?.max_depth ?? 20);
      expect(rendering.text.includes(`(truncated: ${rendering.elements.length} elements shown)`)).toBe(
        rendering.isTruncated,
      );
    });
  });
  it("never shows a password", () => {
    check((rendering) => {
      expect(JSON.stringify(rendering)).not.toContain(SECRET);
    });
  });
  it("is the same text each time, in lines of bounded length", () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const { text } = renderAppState(parseSnapshot(tree));
        expect(renderAppState(parseSnapshot(structuredClone(tree))).text).toBe(text);
        expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(6_000);
      }),
      { numRuns: 200 },
    );
  });
  it("has the focus line of an element that is there", () => {
    check(({ focusedIndex, elements, tail }) => {
      if (focusedIndex === null) return;
      expect(elements[focusedIndex]?.index).toBe(focusedIndex);
      expect(tail[0]).toMatch(new RegExp(`^The focused UI element is ${focusedIndex}[ .]`));
    });
  });
});
