import { describe, expect, it } from "vitest";
import { linesOf, node, render } from "./testing-tree.ts";

const line = (...args: Parameters<typeof linesOf>) => linesOf(...args)[0];
const number = (current: number) => ({ value: { current } });

describe("traits", () => {
  it.each([
    [
      "selected hides selectable",
      node("list item", { name: "x", states: ["selected", "selectable"] }),
      "row (selected) x",
    ],
    ["a cell only when selected", node("table cell", { name: "x", states: ["selectable"] }), "cell x"],
    ["a tab's is its value", node("page tab", { name: "x", states: ["selected", "selectable"] }), "tab x, Value: on"],
    [
      "expanded hides collapsed",
      node("tree item", { name: "x", states: ["expandable", "expanded"] }),
      "row (expanded) x",
    ],
    ["expanded stands alone", node("panel", { name: "x", states: ["expanded"] }), "container (expanded) x"],
    [
      "a closed list of choices goes without saying",
      node("combo box", { labelled_by: "x", states: ["expandable"] }),
      "pop up button x",
    ],
    ["a field with suggestions too", node("entry", { name: "x", states: ["expandable"] }), "text field x"],
    [
      "all in order",
      { ...node("check box", { name: "x" }), states: ["showing", "expandable", "selected"] },
      "checkbox (collapsed, disabled) x, Value: off",
    ],
    [
      "one of the two states is enough",
      { ...node("push button", { name: "x" }), states: ["showing", "enabled"] },
      "button x",
    ],
    ["text is never disabled", { ...node("label", { name: "x" }), states: ["showing"] }, "text x"],
  ])("%s", (_what, child, expected) => {
    expect(line([child])).toBe(expected);
  });
});

describe("values", () => {
  it.each([
    [
      "a toggle that opens something has none",
      node("toggle button", { name: "x", states: ["expanded", "pressed"] }),
      "toggle button (expanded) x",
    ],
    [
      "mixed before on",
      node("check menu item", { name: "x", states: ["checked", "indeterminate"] }),
      "menu item x, Value: mixed",
    ],
    [
      "a radio button is not settable",
      node("radio button", { name: "x", states: ["checked"] }),
      "radio button x, Value: on",
    ],
    [
      "a stepper's number before its text",
      node("spin button", { name: "x", ...number(2), text: "2 pt" }),
      "stepper (settable, float) x, Value: 2",
    ],
    ["a slider without number has none", node("slider", { name: "x" }), "slider x"],
    ["a level is not settable", node("level bar", { name: "x", ...number(-0.5) }), "level indicator x, Value: -0.5"],
    ["zero has no sign", node("slider", { name: "x", ...number(-0) }), "slider (settable, float) x, Value: 0"],
    [
      "large numbers have no exponent",
      node("slider", { name: "x", ...number(1e22) }),
      "slider (settable, float) x, Value: 10000000000000000000000",
    ],
    [
      "small ones neither",
      node("slider", { name: "x", ...number(-1.5e-7) }),
      "slider (settable, float) x, Value: -0.00000015",
    ],
    [
      "a read-only field is not settable",
      node("entry", { name: "x", text: "t", states: ["editable", "read-only"] }),
      "text field x, Value: t",
    ],
    [
      "a date is not settable",
      node("date editor", { name: "x", text: "t", states: ["editable"] }),
      "date field x, Value: t",
    ],
    [
      "a terminal is not settable",
      node("terminal", { name: "x", text: "$", states: ["editable"] }),
      "text entry area x, Value: $",
    ],
    [
      "a combo box's own text",
      node("combo box", { name: "x", text: "own", states: ["editable"] }, [node("entry", { text: "t" })]),
      "combo box (settable, string) x, Value: own",
    ],
    [
      "the choice before the name",
      node("combo box", { name: "n", labelled_by: "x", selected: "s" }),
      "pop up button x, Value: s",
    ],
    [
      "a choice that names the element is no value",
      node("combo box", { labelled_by: "s", selected: "s" }),
      "pop up button s",
    ],
    [
      "a cell outside spreadsheets has none",
      node("table cell", { name: "x", text: "t", states: ["editable"] }),
      "cell x",
    ],
    [
      "a password is as many bullets",
      node("password text", { name: "x", text: "a😀 " }),
      "secure text field x, Value: •••",
    ],
  ])("%s", (_what, child, expected) => {
    expect(line([child])).toBe(expected);
  });
  it("a long password is cut as any text", () => {
    const lines = linesOf([node("password text", { name: "x", text: "y".repeat(161) })]);
    expect(lines).toEqual([`secure text field x, Value: ${"•".repeat(160)}...`]);
  });
  it("a name is no choice in Chromium", () => {
    expect(line([node("combo box", { name: "x" })], { toolkit: "chromium" })).toBe("pop up button x");
  });
  it("Qt's focused tab is the current one, and not the focused element", () => {
    const tabs = [
      node("page tab list", {}, [
        node("page tab", { name: "x", states: ["focused"] }),
        node("page tab", { name: "y" }),
      ]),
    ];
    const { text } = render(tabs, { toolkit: "qt" });
    expect(text).toContain("\t\t2 tab x, Value: on\n\t\t3 tab y, Value: off");
    expect(text).not.toContain("focused UI element");
    expect(render(tabs).text).toContain("The focused UI element is 2 tab x.");
  });
});

describe("a value without label", () => {
  it.each([
    ["stands for an unnamed area", node("text", { text: "t", states: ["multi-line"] }), "text entry area t"],
    ["not for a single line", node("text", { text: "t" }), "text field Value: t"],
    [
      "not beside an id",
      node("text", { text: "t", id: "i", states: ["multi-line"] }),
      "text entry area ID: i, Value: t",
    ],
    ["but beside a made-up one", node("text", { text: "t", id: "_i", states: ["multi-line"] }), "text entry area t"],
    [
      "not beside a help text",
      node("scroll bar", { ...number(1), help: "h" }),
      "scroll bar (settable, float) Help: h, Value: 1",
    ],
    [
      "not beside a description that is left out",
      node("scroll bar", { ...number(1), description: "1" }),
      "scroll bar (settable, float) Value: 1",
    ],
    [
      "goes before what follows",
      node("text", { text: "t", states: ["multi-line"], placeholder: "p" }),
      "text entry area t, Placeholder: p",
    ],
  ])("%s", (_what, child, expected) => {
    expect(line([child])).toBe(expected);
  });
});

describe("fields", () => {
  const all = { description: "d", help: "h", id: "i", url: "u", placeholder: "p", text: "v" };
  it("stand in their order", () => {
    const fields = { ...all, actions: ["zoomIn"] };
    expect(line([node("entry", { name: "x", ...fields })])).toBe(
      "text field x, Description: d, Help: h, ID: i, Value: v, Placeholder: p, Secondary Actions: Zoom In",
    );
    expect(line([node("document web", fields)])).toBe(
      "HTML content Description: d, Help: h, URL: u, ID: i, Placeholder: p, Secondary Actions: Zoom In",
    );
  });
  it.each([
    ["a description like the title", { description: "x" }, "text field x, Value: v"],
    ["a description like the value", { description: "v" }, "text field x, Value: v"],
    ["a help text like the title", { help: "x" }, "text field x, Value: v"],
    [
      "a help text like a description that is itself left out",
      { description: "v", help: "v" },
      "text field x, Value: v",
    ],
    ["an id like the title", { id: "x" }, "text field x, Value: v"],
    ["a made-up id", { id: "_x" }, "text field x, Value: v"],
    [
      "a placeholder like a description that is itself left out",
      { description: "v", placeholder: "v" },
      "text field x, Value: v",
    ],
    ["a placeholder of GTK 3 like the title", { attributes: { "placeholder-text": "x" } }, "text field x, Value: v"],
  ])("are left out: %s", (_what, fields, expected) => {
    expect(line([node("entry", { name: "x", text: "v", ...fields })])).toBe(expected);
  });
  it("are left out: a value like the title", () => {
    expect(line([node("entry", { labelled_by: "v", text: "v" })])).toBe("text field v");
  });
});

describe("secondary actions", () => {
  const shown = (role: string, actions: string[], states: string[] = [], extra: string[] = []) =>
    line([node(role, { name: "x", actions, states, extra_actions: extra })])?.split("Secondary Actions: ")[1] ?? "";
  it.each<[what: string, shown: string, expected: string]>([
    ["are not what a click does", shown("panel", ["CLICK", "doDefault", "ShowMenu", "", "scrollForward"]), ""],
    ["are not GTK 4's", shown("panel", ["menu.popup"]), ""],
    ["are written as words", shown("panel", ["toggle_all-rows", "showURLBar"]), "Toggle All Rows, Show URL Bar"],
    ["appear once", shown("panel", ["increase", "increment"], [], ["Increment"]), "Increment"],
    [
      "end with the scrolls, in their order",
      shown("panel", ["scrollDown", "scroll_left", "zoom"], [], ["Raise", "Scroll Up"]),
      "Zoom, Raise, Scroll Left, Scroll Up, Scroll Down",
    ],
    ["cancel a menu only by a key", shown("menu item", ["cancel", "pick"]), ""],
    ["cancel other things", shown("panel", ["cancel"]), "Cancel"],
    ["edit what can be edited", shown("list item", ["Edit"], ["editable"]), "Edit"],
    ["not what cannot", shown("list item", ["edit"]), ""],
    [
      "of GTK 3's long names",
      shown(
        "list item",
        [
          "Creates a widget in which the contents of the cell can be edited",
          "Expands or contracts the row in the tree view containing this cell",
          "Activates the cell",
        ],
        ["editable", "expandable"],
      ),
      "Edit, Expand",
    ],
    ["are no explanations", shown("panel", ["a".repeat(41)]), ""],
    ["may have 40 characters", shown("panel", ["a".repeat(40)]), `A${"a".repeat(39)}`],
  ])("%s", (_what, actual, expected) => {
    expect(actual).toBe(expected);
  });
  it("keep their raw names in the record", () => {
    const { elements } = render([
      node("panel", { name: "x", actions: ["Click", "zoomIn"], extra_actions: ["Expand"] }),
    ]);
    expect(elements[1]).toMatchObject({
      rawActions: ["Click", "zoomIn"],
      actions: [
        { name: "Zoom In", raw: "zoomIn" },
        { name: "Expand", raw: null },
      ],
    });
  });
});
