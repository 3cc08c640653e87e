import { describe, expect, it } from "vitest";
import { linesOf, node, type RawNode } from "./testing-tree.ts";

const at = (x: number, y: number, width = 50, height = 20) => ({ extents: [x, y, width, height] });
const label = (name: string, fields: object = at(0, 0)) => node("label", { name, ...fields });
const entry = (fields: object = at(60, 0)) => node("entry", fields as Record<string, unknown>);
const button = (name: string) => node("push button", { name });

describe("a text beside a control", () => {
  it.each<[what: string, children: RawNode[], lines: string[]]>([
    ["names it", [label("Name"), entry()], ["text field Name"]],
    ["without what ends a label", [label("Name :*："), entry()], ["text field Name"]],
    ["also a slider", [label("n"), node("slider", at(60, 0))], ["slider n"]],
    [
      "also a list of choices, whose name is its choice",
      [label("n"), node("combo box", { name: "c", ...at(60, 0) })],
      ["pop up button n, Value: c"],
    ],
    ["not a button", [label("n"), node("push button", at(60, 0))], ["text n", "button"]],
    ["not one that has a name", [label("n"), entry({ name: "e", ...at(60, 0) })], ["text n", "text field e"]],
    ["not one that has a label", [label("n"), entry({ labelled_by: "e", ...at(60, 0) })], ["text n", "text field e"]],
    ["not when it is longer than 40", [label("n".repeat(41)), entry()], [`text ${"n".repeat(41)}`, "text field"]],
    ["not when it is above", [label("n", at(0, 0)), entry(at(0, 25))], ["text n", "text field"]],
    ["not without places", [label("n", {}), entry()], ["text n", "text field"]],
    ["not when something is between", [label("n"), button("b"), entry()], ["text n", "button b", "text field"]],
    ["not when it is another's label", [label("n", { label_for: true, ...at(0, 0) }), entry()], ["text field"]],
    ["not when it is nothing but an end", [label(":"), entry()], ["text :", "text field"]],
    [
      "as the text of a wrapper",
      [node("panel", at(0, 0), [label("a", {}), label("b", {})]), entry()],
      ["text field a b"],
    ],
    [
      "goes when a checkbox says the same",
      [node("check box", { name: "Send:" }), label("Send *")],
      ["checkbox (settable, boolean) Send:, Value: off"],
    ],
    [
      "goes before a toggle that says it",
      [label("n"), node("toggle button", { name: "n" })],
      ["toggle button n, Value: off"],
    ],
    [
      "goes beside a choice that it names",
      [label("c"), node("combo box", { name: "c", labelled_by: "l" })],
      ["pop up button l, Value: c"],
    ],
    ["stays beside a button that says the same", [label("n"), button("n")], ["text n", "button n"]],
    ["goes when it is the window's title", [label("W")], []],
    [
      "is not looked for behind what shows nothing",
      [node("check box", { name: "n" }), label(" "), label("n")],
      ["checkbox (settable, boolean) n, Value: off"],
    ],
  ])("%s", (_what, children, lines) => {
    expect(linesOf([node("section", {}, [...children, node("heading", { name: "h" })])]).slice(0, -1)).toEqual(lines);
  });
  it("goes under a container of that title", () => {
    expect(linesOf([node("panel", { name: "g" }, [label("g"), label("g:"), button("b")])])).toEqual([
      "container g",
      "\ttext g:",
      "\tbutton b",
    ]);
  });
  it("of a relation inside a merged text counts no more", () => {
    const merged = node("panel", {}, [label("a", { label_for: true }), label("b", {})]);
    expect(linesOf([merged, button("x")])).toEqual(["text a b", "button x"]);
  });
});

describe("titles", () => {
  it.each<[what: string, child: RawNode, line: string]>([
    ["a name before a label", node("slider", { name: "n", labelled_by: "l" }), "slider n"],
    [
      "a label before a field's name that is its value",
      node("entry", { name: "v", text: "v", labelled_by: "l" }),
      "text field l, Value: v",
    ],
    ["a cell's text", node("table cell", { text: "t" }, [label("x")]), "cell t"],
    [
      "a checkbox cell's column",
      node("table cell", { states: ["checkable"], attributes: { column: "Keep" } }),
      "checkbox (settable, boolean) Keep, Value: off",
    ],
    ["the texts in a heading", node("heading", {}, [label("a"), label("b")]), "heading a b"],
    [
      "the pictures in a button",
      node("push button", {}, [node("image", { name: "i" }), node("image", { name: "x-symbolic" })]),
      "button i",
    ],
    [
      "the pictures in a wrapper in it",
      node("push button", {}, [node("panel", {}, [node("image", { name: "i" }), label("l")])]),
      "button i l",
    ],
    ["a description for what is like a button", node("image", { description: "d" }), "image d"],
    ["not for others", node("slider", { description: "d" }), "slider Description: d"],
    [
      "texts before the description",
      node("switch", { description: "d" }, [label("l")]),
      "switch (settable, boolean) l, Description: d, Value: off",
    ],
  ])("%s", (_what, child, line) => {
    expect(linesOf([child])).toEqual([line]);
  });
  it("long texts are cut when joined", () => {
    expect(linesOf([node("heading", {}, [label("a".repeat(100)), label("b".repeat(100))])])).toEqual([
      `heading ${"a".repeat(100)} ${"b".repeat(59)}...`,
    ]);
  });
  it("a button with a button in it shows both", () => {
    expect(linesOf([node("page tab", { name: "t" }, [label("t"), button("b")])])).toEqual([
      "tab t, Value: off",
      "\tbutton b",
    ]);
  });
});

describe("links", () => {
  it.each<[what: string, fields: object, children: RawNode[], lines: string[]]>([
    ["are Markdown", { name: "a", url: "https://x.example/" }, [label("a")], ["link [a](https://x.example/)"]],
    ["escape their text", { name: "[a]\\", url: "u" }, [], ["link [\\[a\\]\\\\](u)"]],
    ["swallow whatever is in them", { name: "a", url: "u" }, [button("b")], ["link [a](u)"]],
    ["without text are plain", { url: "u" }, [button("b")], ["link", "\tbutton b"]],
    ["without address show controls in them", { name: "a" }, [button("b")], ["link a", "\tbutton b"]],
    ["do not say twice what they say", { name: "a", url: "u", description: "a" }, [], ["link [a](u)"]],
  ])("%s", (_what, fields, children, lines) => {
    expect(linesOf([node("link", fields as Record<string, unknown>, children)])).toEqual(lines);
  });
});

describe("rows", () => {
  const cell = (name: string, children: RawNode[] = []) => node("table cell", { name }, children);
  const row = (fields: object, ...children: RawNode[]) =>
    linesOf([node("table row", fields as Record<string, unknown>, children)]);
  it.each<[what: string, actual: string[], lines: string[]]>([
    ["join their cells", row({}, cell("a"), cell(""), cell("b")), ["row a | b"]],
    ["with several texts in a cell as one", row({}, cell("", [label("a"), label("b")]), cell("c")), ["row a b | c"]],
    ["put their own name first", row({ name: "n" }, cell("a")), ["row n | a"]],
    ["unless it is a part", row({ name: "b" }, cell("a"), cell("b")), ["row a | b"]],
    ["unless the texts begin with it", row({ name: "a | b" }, cell("a"), cell("b"), cell("c")), ["row a | b | c"]],
    ["have their name alone without texts", row({ name: "n" }, node("image")), ["row n"]],
    ["have their label without name", row({ labelled_by: "l" }), ["row l"]],
    [
      "show controls without their cells",
      row({}, cell("Pay", [label("now"), button("b")]), cell("c")),
      ["row now | c", "\tbutton b"],
    ],
    ["keep headers apart", row({}, node("row header", { name: "h" }), cell("c")), ["row h | c"]],
    ["show pictures with names", row({}, node("image", { name: "i" }), cell("c")), ["row c", "\timage i"]],
    [
      "are cut",
      row({}, cell("a".repeat(100)), cell("b".repeat(100))),
      [`row ${"a".repeat(100)} | ${"b".repeat(57)}...`],
    ],
  ])("%s", (_what, actual, lines) => {
    expect(actual).toEqual(lines);
  });
});

describe("what fields and areas show", () => {
  it.each<[what: string, child: RawNode, lines: string[]]>([
    [
      "a field no text in it",
      node("entry", { name: "e" }, [label("t"), node("image", { name: "i" })]),
      ["text field e"],
    ],
    [
      "a field what can be clicked in it",
      node("entry", { name: "e" }, [button("b"), node("image", { name: "x-symbolic", actions: ["press"] })]),
      ["text field e", "\tbutton b", "\timage x-symbolic"],
    ],
    ["a closed choice nothing", node("combo box", { labelled_by: "l" }, [button("b")]), ["pop up button l"]],
    [
      "an open choice all",
      node("combo box", { labelled_by: "l" }, [node("menu", {}, [node("menu item", { name: "i" })]), button("b")]),
      ["pop up button l", "\tmenu", "\t\tmenu item i", "\tbutton b"],
    ],
    ["a picture to click", node("image", { actions: ["click"] }), ["image"]],
    ["no picture without a word", node("image", { actions: ["doDefault"] }), []],
    ["an empty area with a title", node("scroll pane", { name: "s" }), ["scroll area s"]],
    [
      "an empty area with an action",
      node("tool bar", { extra_actions: ["Scroll Up"] }),
      ["toolbar Secondary Actions: Scroll Up"],
    ],
    ["no empty area", node("status bar", { states: ["expanded"] }, [label(" "), node("separator")]), []],
    ["no empty page", node("document web"), []],
    ["an empty list", node("list"), ["list"]],
    [
      "one unnamed page without its tab",
      node("page tab list", { name: "n" }, [node("page tab", {}, [button("b")])]),
      ["button b"],
    ],
    [
      "several unnamed pages with theirs",
      node("page tab list", {}, [node("page tab", {}, [button("b")]), node("page tab")]),
      ["tab group", "\ttab Value: off", "\t\tbutton b", "\ttab Value: off"],
    ],
  ])("%s", (_what, child, lines) => {
    expect(linesOf([child])).toEqual(lines);
  });
});
