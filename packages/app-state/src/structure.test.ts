import { describe, expect, it } from "vitest";
import { linesOf, node, type RawNode, render } from "./testing-tree.ts";

const page = (...children: RawNode[]) =>
  linesOf([node("document web", { name: "P" }, children)], { toolkit: "chromium" }).slice(1);
const at = (x: number, y: number, width = 50, height = 20) => ({ extents: [x, y, width, height] });
const text = (name: string, fields = {}) => node("static", { name, ...fields });
const button = (name: string, fields = {}) => node("push button", { name, actions: ["click"], ...fields });

describe("what can be seen", () => {
  it.each<[what: string, child: RawNode]>([
    ["not showing", { role: "push button", name: "x", states: ["visible"] }],
    ["without width", button("x", at(1, 1, 0, 5))],
    ["with a size below zero", button("x", at(1, 1, 5, -1))],
    ["without a place in one direction", button("x", at(1, -2147483648))],
    ["a column header without place", node("table column header", { name: "x", ...at(-2147483648, 0) })],
    ["a parent of nothing but that", node("panel", { name: "x", ...at(0, 0, 0, 0) }, [button("x", at(1, 1, 0, 5))])],
  ])("is not: %s", (_what, child) => {
    expect(linesOf([child])).toEqual([]);
  });
  it.each<[what: string, child: RawNode, line: string]>([
    ["without a Component interface", button("x"), "button x"],
    ["a cell that is scrolled away", node("table cell", { name: "x", ...at(-2147483648, -2147483648) }), "cell x"],
    ["just above the limit", button("x", at(-2147483000, 1)), "button x"],
  ])("is: %s", (_what, child, line) => {
    expect(linesOf([child])).toEqual([line]);
  });
  it("a root is, whatever its states", () => {
    expect(render([], { popups: [{ role: "window", extents: [0, 0, 0, 0] }] }).tree).toContain("1 window (disabled)");
  });
  it("two nodes may share a key beside each other", () => {
    expect(linesOf([button("x", { key: "k" }), button("y", { key: "k" })])).toEqual(["button x", "button y"]);
  });
  it.each(["•", " – ", "□", "12.", "3)", "a.", "ж)"])("the marker %s of a list item is not", (marker) => {
    expect(page(node("list item", {}, [text(marker), button("x")]))).toEqual(["\tbutton x"]);
  });
  it.each(["••", "1", "ab.", "1.2.", "."])("a text %s before it is", (marker) => {
    expect(page(node("list item", {}, [text(marker), button("x")]))).toEqual([`\ttext ${marker}`, "\tbutton x"]);
  });
  it("a marker is one only at the beginning, and only in pages", () => {
    expect(page(node("list item", {}, [button("x"), text("•")]))).toEqual(["\tbutton x", "\ttext •"]);
    expect(linesOf([node("list item", {}, [text("•")])])).toEqual(["row •"]);
  });
});

describe("names of GTK 4", () => {
  const gtk4 = { toolkit: "gtk4" };
  it.each([
    ["loses a class anywhere", node("scroll bar", { name: "My GtkScrollbar here" }), "scroll bar My here"],
    ["also on a button", button("WebKitWebView"), "button"],
    ["loses a word of humps", node("tool bar", { name: "EditorInfoBar x" }), "toolbar x"],
    ["not on a heading", node("heading", { name: "JavaScript" }), "heading JavaScript"],
    ["not a word of one hump", node("tool bar", { name: "Editor" }), "toolbar Editor"],
    ["is not said twice", button("Save as Save as"), "button Save as"],
    ["loses nothing of a description", button("GtkButton", { description: "GtkButton" }), "button GtkButton"],
  ])("%s", (_what, child, line) => {
    expect(linesOf([child], gtk4)).toEqual([line]);
  });
});

describe("a generic node", () => {
  const around = (fields: object, role = "panel") =>
    linesOf([node(role, fields as Record<string, unknown>, [button("x"), button("y")])]);
  it.each<[what: string, fields: object, line: string]>([
    ["a name", { name: "n" }, "container n"],
    ["a label", { labelled_by: "l" }, "container l"],
    ["a description", { description: "d" }, "container d"],
    ["an id", { id: "i" }, "container ID: i"],
    ["something to expand", { states: ["expandable"] }, "container (collapsed)"],
    ["a tick", { states: ["checked"] }, "container"],
    ["a selection", { states: ["selected"] }, "container"],
    ["the focus", { states: ["focused", "focusable"] }, "container"],
  ])("stays with %s", (_what, fields, line) => {
    expect(around(fields)).toEqual([line, "\tbutton x", "\tbutton y"]);
  });
  it.each<[what: string, fields: object]>([
    ["nothing", {}],
    ["the window's name", { name: " W " }],
    ["a made-up id", { id: "_i" }],
    ["a focus that cannot come", { states: ["focused"] }],
    ["a help text", { help: "h" }],
  ])("goes with %s", (_what, fields) => {
    expect(around(fields)).toEqual(["button x", "button y"]);
  });
  it("goes when it is a selected list item of a page", () => {
    expect(page(node("list item", { states: ["selected"] }, [button("x"), button("y")]))).toEqual([
      "\tbutton x",
      "\tbutton y",
    ]);
  });
  it.each<[what: string, fields: Record<string, unknown>, isShown: boolean]>([
    ["of the largest size", { actions: ["JUMP"], ...at(0, 0, 240, 120) }, true],
    ["too wide", { actions: ["click"], ...at(0, 0, 241, 10) }, false],
    ["too high", { actions: ["click"], ...at(0, 0, 10, 121) }, false],
    ["without a place", { actions: ["click"] }, false],
    ["without a verb", { actions: ["doDefault"], ...at(0, 0) }, false],
  ])("to be clicked is a button: %s", (_what, fields, isShown) => {
    expect(linesOf([node("section", fields)])).toEqual(isShown ? ["button"] : []);
  });
  it("to be clicked is none around something", () => {
    expect(linesOf([node("section", { actions: ["click"], ...at(0, 0) }, [button("x")])])).toEqual(["button x"]);
  });
});

describe("text", () => {
  it("of a wrapper is one, with blanks between", () => {
    expect(page(node("section", {}, [text("a "), node("section", {}, [text("b")]), text("  "), text("c")]))).toEqual([
      "\ttext a b c",
    ]);
  });
  it("joined has 160 characters at most", () => {
    const halves = (length: number) => [text("a".repeat(80)), text("b".repeat(length))];
    expect(page(node("section", {}, halves(79)))).toEqual([`\ttext ${"a".repeat(80)} ${"b".repeat(79)}`]);
    expect(page(node("section", {}, halves(80)))).toHaveLength(2);
  });
  it("may come from a wrapper itself", () => {
    expect(page(node("section", { text: "t" }))).toEqual(["\ttext t"]);
  });
  it("has a cell as one part, and pictures with nothing to say as none", () => {
    const cells = node("section", {}, [node("table cell", {}, [text("a"), text("b")]), node("image"), text("c")]);
    expect(page(cells)).toEqual(["\ttext a b c"]);
  });
  it("does not swallow a picture with a name", () => {
    expect(page(node("section", {}, [text("a"), node("image", { name: "i" })]))).toEqual(["\ttext a", "\timage i"]);
  });
  it("of a paragraph around a link stands before and behind it", () => {
    const link = node("link", { name: "l" });
    expect(page(node("paragraph", {}, [text("a"), link, text("b")]))).toEqual(["\ttext a", "\tlink l", "\ttext b"]);
  });
  it("of the paragraph itself has the rest below it", () => {
    const link = node("link", { name: "l" });
    expect(page(node("paragraph", { text: "a l" }, [text("a l"), link]))).toEqual(["\ttext a l", "\t\tlink l"]);
  });
  it("of a label around a control is its sibling", () => {
    const label = node("label", { name: "n" }, [text("b"), node("section", {}, [node("slider", { name: "s" })])]);
    expect(page(label)).toEqual(["\ttext b", "\tslider s"]);
  });
});

describe("the order of GTK 2 and 3", () => {
  const scattered = [button("c", at(0, 40)), button("b", at(60, 5)), button("a", at(0, 0))];
  it.each(["gtk2", "gtk3"])("is by place: %s", (toolkit) => {
    expect(linesOf([node("filler", {}, scattered)], { toolkit })).toEqual(["button a", "button b", "button c"]);
    expect(linesOf([node("panel", { name: "n" }, scattered)], { toolkit })).toEqual([
      "container n",
      "\tbutton a",
      "\tbutton b",
      "\tbutton c",
    ]);
  });
  it.each([
    ["other toolkits", node("filler", {}, scattered), "qt"],
    ["other nodes", node("section", {}, scattered), "gtk3"],
  ])("stays as it is: %s", (_what, child, toolkit) => {
    expect(linesOf([child], { toolkit })).toEqual(["button c", "button b", "button a"]);
  });
  it("stays when one has no place", () => {
    expect(linesOf([node("filler", {}, [...scattered, button("d")])])).toEqual([
      "button c",
      "button b",
      "button a",
      "button d",
    ]);
  });
});

describe("folding", () => {
  const outer = (fields: object, ...children: RawNode[]) =>
    linesOf([node("push button", fields as Record<string, unknown>, children)]);
  it.each<[what: string, actual: string[], expected: string[]]>([
    [
      "a button in a button takes its name as description",
      outer({ name: "o" }, button("i")),
      ["button i, Description: o"],
    ],
    ["or as title", outer({ name: "o" }, button("")), ["button o"]],
    [
      "not when it has a description",
      outer({ name: "o" }, button("i", { description: "d" })),
      ["button i, Description: d"],
    ],
    ["a toggle too", outer({ name: "o" }, node("toggle button")), ["toggle button o, Value: off"]],
    [
      "not a checkbox",
      outer({ name: "o" }, node("check box")),
      ["button o", "\tcheckbox (settable, boolean) Value: off"],
    ],
    [
      "not out of a button with an action",
      outer({ name: "o", actions: ["click"] }, button("i")),
      ["button o", "\tbutton i"],
    ],
    ["not beside a text", outer({ name: "o" }, text("t"), button("i")), ["button o", "\ttext t", "\tbutton i"]],
    [
      "at any depth",
      outer({ name: "o" }, node("push button", { name: "m" }, [button("i")])),
      ["button i, Description: m"],
    ],
  ])("%s", (_what, actual, expected) => {
    expect(actual).toEqual(expected);
  });
  const group = (fields: object, ...children: RawNode[]) =>
    linesOf([node("panel", { name: "g", ...fields }, children)]);
  it.each<[what: string, actual: string[], expected: string[]]>([
    ["a container names its one control", group({}, node("slider")), ["slider g"]],
    ["through wrappers", group({}, node("panel", {}, [node("entry")])), ["text field g"]],
    [
      "by its description",
      group({ name: "", description: "d" }, node("switch")),
      ["switch (settable, boolean) d, Value: off"],
    ],
    ["not one with a name", group({}, node("slider", { name: "s" })), ["container g", "\tslider s"]],
    ["not one with a label", group({}, node("slider", { labelled_by: "s" })), ["container g", "\tslider s"]],
    ["not one with a text", group({}, node("push button", {}, [text("t")])), ["container g", "\tbutton t"]],
    ["not beside a text", group({}, text("t"), node("slider")), ["container g", "\ttext t", "\tslider"]],
    [
      "not with an action",
      group({ actions: ["zoom"] }, node("slider")),
      ["container g, Secondary Actions: Zoom", "\tslider"],
    ],
    ["not with an id", group({ id: "i" }, node("slider")), ["container g, ID: i", "\tslider"]],
    ["not when it opens", group({ states: ["expanded"] }, node("slider")), ["container (expanded) g", "\tslider"]],
    ["no list", group({}, node("list")), ["container g", "\tlist"]],
  ])("%s", (_what, actual, expected) => {
    expect(actual).toEqual(expected);
  });
});
