import { describe, expect, it } from "vitest";
import { linesOf, node, type RawNode, render } from "./testing-tree.ts";

const at = (x: number, y: number, width = 50, height = 20) => ({ extents: [x, y, width, height] });
const rows = (count: number, fields: (index: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, index) => node("list item", { name: `r${index}`, ...fields(index) }));
const button = (name: string, fields: object = {}) => node("push button", { name, ...fields });

describe("a long list", () => {
  const summary = (child: RawNode) =>
    linesOf([child])
      .find((line) => line.includes("items)"))
      ?.trim();
  const placed = (index: number) => at(0, index * 20);
  it.each<[what: string, child: RawNode, expected: string | undefined]>([
    ["of 20 rows shows all", node("list", {}, rows(20)), undefined],
    ["of 21 shows 20", node("list", {}, rows(21)), "list (showing 0-19 of 21 items)"],
    [
      "shows what its window shows",
      node(
        "list",
        {},
        rows(40, (index) => at(0, 500 + index * 20)),
      ),
      "list (showing 0-4 of 40 items)",
    ],
    [
      "is clipped by what is around it",
      node("split pane", at(0, 30, 100, 60), [node("section", at(0, 0, 1, 1), [node("list", {}, rows(9, placed))])]),
      "list (showing 1-4 of 9 items)",
    ],
    ["not by what has no area", node("scroll pane", at(0, 30, 0, 60), [node("list", {}, rows(9, placed))]), undefined],
    [
      "not by what has no place",
      node("scroll pane", at(-2147483648, 0), [node("list", {}, rows(9, placed))]),
      undefined,
    ],
    [
      "shows all when none is in sight",
      node(
        "list",
        {},
        rows(21, (index) => at(0, 900 + index)),
      ),
      "list (showing 0-19 of 21 items)",
    ],
    [
      "does not count one that touches",
      node("list", at(0, 0, 50, 40), rows(3, placed)),
      "list (showing 0-1 of 3 items)",
    ],
    [
      "counts one without a place",
      node("list", at(0, 20, 50, 20), [...rows(3, placed), ...rows(1)]),
      "list (showing 1-3 of 4 items)",
    ],
    [
      "numbers from the first row that is there",
      node("table", { table: { rows: 90, first_row: 30 } }, rows(3)),
      "table (showing 30-32 of 90 items)",
    ],
    ["of which all are there has no summary", node("table", { table: { rows: 3 } }, rows(3)), undefined],
    [
      "may be of wrapped rows",
      node("table", {}, [node("section", {}, rows(12)), node("section", {}, rows(12))]),
      "table (showing 0-19 of 24 items)",
    ],
    ["without rows has no summary", node("table", { table: { rows: 9 } }, [button("b")]), undefined],
  ])("%s", (_what, child, expected) => {
    expect(summary(child)).toBe(expected);
  });
  it("keeps what is no row", () => {
    const lines = linesOf([node("list", {}, [node("table column header", { name: "h" }), ...rows(25), button("b")])]);
    expect(lines).toHaveLength(23);
    expect([lines[1], lines.at(-1)]).toEqual(["\tcolumn header h", "\tbutton b"]);
  });
  it("has the summary before its fields", () => {
    expect(linesOf([node("list", { id: "i" }, rows(21))])[0]).toBe("list (showing 0-19 of 21 items), ID: i");
    expect(linesOf([node("list", { name: "n", id: "i" }, rows(21))])[0]).toBe(
      "list n (showing 0-19 of 21 items), ID: i",
    );
  });
  it("in a popup is clipped by that", () => {
    const popups = [node("window", at(0, 0, 100, 40), [node("list", {}, rows(5, placed))])];
    expect(render([], { popups }).tree).toContain("list (showing 0-1 of 5 items)");
  });
  it("has as many rows as the case says", () => {
    expect(linesOf([node("list", {}, rows(5))], { options: { row_limit: 2 } })[0]).toBe(
      "list (showing 0-1 of 5 items)",
    );
  });
});

describe("a spreadsheet", () => {
  const cell = (name: string, fields: object = {}) => node("table cell", { name, states: ["editable"], ...fields });
  const sheet = (...cells: RawNode[]) =>
    linesOf([
      node("document spreadsheet", { name: "d" }, [
        node("table", { name: "s", table: { rows: 30, first_row: 4 } }, cells),
      ]),
    ]);
  it("shows filled cells and the focused one, whatever clips it", () => {
    const many = Array.from({ length: 25 }, (_, index) =>
      node("table row", at(0, 2_000), [cell(`A${index}`, { text: index < 2 ? `v${index}` : " " })]),
    );
    const focused = node("table row", {}, [cell("B1", { states: ["focused"] })]);
    expect(sheet(...many, focused)).toEqual([
      "document d",
      "\ttable s (showing 4-29 of 30 items)",
      "\t\tcell (settable, string) A0, Value: v0",
      "\t\tcell (settable, string) A1, Value: v1",
      "\t\tcell B1",
    ]);
  });
});

describe("caps", () => {
  it("count roots and menu bars, and say when there is more", () => {
    const children = [node("menu bar", {}, [node("menu", { name: "m" })]), button("b")];
    expect(render(children, { options: { max_nodes: 4 } }).isTruncated).toBe(false);
    expect(render(children, { options: { max_nodes: 3 } }).text).toMatch(
      /\n2 menu bar\n\(truncated: 3 elements shown\)$/,
    );
  });
  it("stop at 1,200 by themselves", () => {
    const { elements, text } = render(Array.from({ length: 1_200 }, (_, index) => button(`b${index}`)));
    expect(elements).toHaveLength(1_200);
    expect(text.endsWith("(truncated: 1200 elements shown)")).toBe(true);
  });
  it("leave out what is too deep, and go on behind it", () => {
    const deep = node("panel", { name: "p" }, [button("x"), button("y")]);
    const { text } = render([deep, button("z")], { options: { max_depth: 1 } });
    expect(text).toMatch(/\n\t1 container p\n\t2 button z\n\(truncated: 3 elements shown\)$/);
  });
  it("apply to the length of texts", () => {
    expect(linesOf([button("abcdef")], { options: { text_limit: 3 } })).toEqual(["button abc..."]);
  });
});

describe("focus and selection", () => {
  const focus = { states: ["focused"] };
  const tail = (children: RawNode[], around = {}) => render(children, around).tail;
  it.each<[what: string, children: RawNode[], tail: string[]]>([
    ["the last one", [button("x", focus), button("y", focus)], ["The focused UI element is 2 button y."]],
    [
      "the innermost one",
      [node("panel", { name: "p", ...focus }, [button("x", focus)])],
      ["The focused UI element is 2 button x."],
    ],
    [
      "an ancestor when it is in a title",
      [node("heading", {}, [node("label", { name: "l", ...focus })])],
      ["The focused UI element is 1 heading l."],
    ],
    [
      "without its value, summary and fields",
      [node("scroll bar", { value: { current: 1 }, description: "d", ...focus })],
      ["The focused UI element is 1 scroll bar (settable, float)."],
    ],
    ["none when nothing below the root has a line", [node("panel", focus)], []],
    ["none that cannot be seen", [{ role: "push button", name: "x", states: ["focused"] }], []],
    [
      "the list of a row out of sight",
      [
        node(
          "list",
          {},
          Array.from({ length: 21 }, (_, index) =>
            node("list item", { name: `r${index}`, ...(index === 20 && focus) }),
          ),
        ),
      ],
      ["The focused UI element is 1 list."],
    ],
  ])("is %s", (_what, children, expected) => {
    expect(tail(children)).toEqual(expected);
  });
  it("is the ancestor of what a cap cut", () => {
    expect(tail([node("panel", { name: "p" }, [button("x", focus)])], { options: { max_nodes: 2 } })).toEqual([
      "The focused UI element is 1 container p.",
    ]);
  });
  it("may be in a menu bar or a popup", () => {
    expect(tail([node("menu bar", focus, [node("menu", { name: "m" })])])).toEqual([
      "The focused UI element is 1 menu bar.",
    ]);
    expect(tail([], { popups: [node("window", focus, [button("x", focus)])] })).toEqual([
      "The focused UI element is 2 button x.",
    ]);
    expect(tail([], { popups: [node("window", focus)] })).toEqual([]);
  });
  it("may be a selection alone", () => {
    expect(render([], { selectedText: " a\nb " }).text).toBe(
      'App=a (pid 1)\nWindow: "W", App: A.\n0 standard window W\n\nSelected text: [a\\nb]',
    );
    expect(tail([], { selectedText: " \u200B" })).toEqual([]);
  });
  it("hides what is selected of a password", () => {
    expect(tail([node("password text", { name: "p", text: "secret", ...focus })], { selectedText: "secret" })).toEqual([
      "The focused UI element is 1 secure text field p.",
      "Selected text: [••••••]",
    ]);
  });
});

describe("records", () => {
  it("say where an element is", () => {
    const children = [
      null,
      node("panel", {}, [button("x", { index: 7, key: ":1.2/x", ...at(30, 40) })]),
      node("table", {}, [node("table row", { row: 5, index: 9, name: "y" })]),
    ];
    const { elements } = render(children, { popups: [node("window", at(100, 100), [button("z")])] });
    expect(
      elements.map(({ index, depth, windowIndex, path, key, frame }) => ({
        index,
        depth,
        windowIndex,
        path,
        key,
        frame,
      })),
    ).toEqual([
      { index: 0, depth: 0, windowIndex: 0, path: [], key: null, frame: [0, 0, 800, 600] },
      { index: 1, depth: 1, windowIndex: 0, path: [1, 7], key: ":1.2/x", frame: [30, 40, 50, 20] },
      { index: 2, depth: 1, windowIndex: 0, path: [2], key: null, frame: null },
      { index: 3, depth: 2, windowIndex: 0, path: [2, "r5"], key: null, frame: null },
      { index: 4, depth: 0, windowIndex: 1, path: [], key: null, frame: [100, 100, 50, 20] },
      { index: 5, depth: 1, windowIndex: 1, path: [0], key: null, frame: null },
    ]);
  });
  it("hold what they are found again by: role and name as read", () => {
    const { elements, focusedIndex } = render([
      node("check box", { name: " x\n", states: ["checked", "focused"], description: "d" }),
    ]);
    expect(focusedIndex).toBe(1);
    expect(elements[1]).toMatchObject({
      sourceRole: "check box",
      sourceName: " x\n",
      role: "checkbox",
      title: "x",
      value: "on",
      valueType: "boolean",
      traits: ["settable", "boolean"],
      description: "d",
      toolkit: "gtk3",
    });
  });
});
