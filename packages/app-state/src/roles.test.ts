import { describe, expect, it } from "vitest";
import { linesOf, node, render } from "./testing-tree.ts";

const first = (...args: Parameters<typeof linesOf>) => linesOf(...args)[0];
const web = (child: ReturnType<typeof node>) => [node("document web", { name: "P" }, [child])];
const search = { attributes: { "text-input-type": "search" } };
const magnifier = node("icon", { name: "edit-find-symbolic" });

describe("the word of a role", () => {
  it.each([
    ["push button", "button"],
    ["push button menu", "menu button"],
    ["toggle button", "toggle button"],
    ["switch", "switch (settable, boolean)"],
    ["check box", "checkbox (settable, boolean)"],
    ["radio button", "radio button"],
    ["terminal", "text entry area"],
    ["editbar", "text field"],
    ["autocomplete", "text field"],
    ["date editor", "date field"],
    ["spin button", "stepper"],
    ["password text", "secure text field"],
    ["list box", "list"],
    ["description list", "list"],
    ["tree", "outline"],
    ["tree table", "outline"],
    ["list item", "row"],
    ["tree item", "row"],
    ["table row", "row"],
    ["table cell", "cell"],
    ["table column header", "column header"],
    ["row header", "row header"],
    ["table row header", "row header"],
    ["heading", "heading"],
    ["link", "link"],
    ["image map", "image"],
    ["animation", "image"],
    ["icon", "image"],
    ["drawing area", "canvas"],
    ["video", "video"],
    ["audio", "audio"],
    ["chart", "chart"],
    ["calendar", "calendar"],
    ["dial", "slider"],
    ["progress bar", "progress indicator"],
    ["level bar", "level indicator"],
    ["rating", "rating indicator"],
    ["split pane", "split group"],
    ["scroll pane", "scroll area"],
    ["page tab list", "tab group"],
    ["tool bar", "toolbar"],
    ["status bar", "status bar"],
    ["notification", "notification"],
    ["popup menu", "menu"],
    ["menu", "menu"],
    ["tearoff menu item", "menu item"],
    ["document frame", "HTML content"],
    ["document text", "document"],
    ["document presentation", "document"],
    ["document email", "document"],
    ["panel", "container"],
    ["landmark", "container"],
    ["description term", "container"],
    ["frame", "container"],
    ["dialog", "container"],
    ["file chooser", "container"],
    ["ruler", "ruler"],
    ["constructor", "constructor"],
    ["__proto__", "__proto__"],
  ])("%s", (role, word) => {
    expect(first([node(role, { name: "x" })])?.replace(/, Value: \w+$/, "")).toBe(`${word} x`);
  });
  it.each([
    "label",
    "static",
    "paragraph",
    "caption",
    "math",
    "math fraction",
    "comment",
    "mark",
    "footnote",
    "suggestion",
  ])("%s is text", (role) => {
    expect(first([node(role, { name: "x" })])).toBe("text x");
  });
  it.each(["separator", "tool tip"])("%s is never shown, nor what is in it", (role) => {
    expect(linesOf([node(role, { name: "x" }, [node("push button", { name: "y" })])])).toEqual([]);
  });
  it.each([
    ["dialog", "dialog"],
    ["color chooser", "dialog"],
    ["alert", "alert"],
    ["frame", "window"],
    ["window", "window"],
    ["panel", "container"],
  ])("of a popup of role %s", (role, word) => {
    const { tree } = render([], { popups: [node(role)] });
    expect(tree).toBe(`0 standard window W\n1 ${word}`);
  });
});

describe("a role that depends on more", () => {
  it.each([
    ["an entry is a field", node("entry", { name: "x" }), "text field x"],
    ["of several lines it is an area", node("entry", { name: "x", states: ["multi-line"] }), "text entry area x"],
    ["for searching by its type", node("entry", { name: "x", ...search }), "search text field x"],
    [
      "by its ARIA role",
      node("text", { name: "x", attributes: { "xml-roles": "foo searchbox" } }),
      "search text field x",
    ],
    ["by its magnifier", node("text", { name: "x" }, [magnifier]), "search text field x"],
    [
      "search before several lines",
      node("text", { name: "x", ...search, states: ["multi-line"] }),
      "search text field x",
    ],
    [
      "hidden by its type",
      node("entry", { name: "x", attributes: { "text-input-type": "password" } }),
      "secure text field x",
    ],
    ["a combo box is closed to typing", node("combo box", { labelled_by: "x" }), "pop up button x"],
    ["unless editable", node("combo box", { name: "x", states: ["editable"] }), "combo box (settable, string) x"],
    ["or with an entry", node("combo box", { name: "x" }, [node("entry")]), "combo box (settable, string) x"],
    ["but not a hidden one", node("combo box", { labelled_by: "x" }, [{ role: "entry" }]), "pop up button x"],
    ["an icon to select", node("icon", { name: "x", states: ["selectable"] }), "icon (selectable) x"],
    [
      "a generic node to type into",
      node("section", { name: "x", states: ["editable"] }),
      "text field (settable, string) x",
    ],
    [
      "of several lines",
      node("section", { name: "x", states: ["editable", "multi-line"] }),
      "text entry area (settable, string) x",
    ],
    [
      "a cell with a state to tick",
      node("table cell", { name: "x", states: ["checkable"] }),
      "checkbox (settable, boolean) x, Value: off",
    ],
    [
      "a GTK cell that toggles",
      node("table cell", { name: "x", actions: ["Toggle"] }),
      "checkbox (settable, boolean) x, Value: off",
    ],
  ])("%s", (_what, child, line) => {
    expect(first([child])).toBe(line);
  });
  it("a Qt cell that toggles is a cell", () => {
    expect(first([node("table cell", { name: "x", actions: ["Toggle"] })], { toolkit: "qt" })).toBe("cell x");
  });
  it("a list item of a page is generic", () => {
    expect(linesOf(web(node("list item", {}, [node("push button", { name: "x" })])))).toEqual([
      "HTML content P",
      "\tbutton x",
    ]);
  });
});

describe("menus", () => {
  const bar = (items: ReturnType<typeof node>[]) => [node("menu bar", {}, items)];
  it("show items of a bar without a role, ticks with one", () => {
    const items = [
      node("menu", { name: "m" }),
      node("menu item", { name: "i" }),
      node("check menu item", { name: "c" }),
    ];
    expect(render(bar(items)).tree).toBe("0 standard window W\n1 menu bar\n\t2 m\n\t3 i\n\t4 menu item c, Value: off");
  });
  it("show an open menu's items in its place when nobody named the menu between", () => {
    const inner = node("popup menu", {}, [node("menu item", { name: "deep" })]);
    expect(render(bar([node("menu item", { name: "i" }, [inner])])).tree).toBe(
      "0 standard window W\n1 menu bar\n\t2 i\n\t\t3 menu item deep",
    );
  });
  it("keep a named menu in a menu", () => {
    expect(linesOf([node("popup menu", { name: "p" }, [node("menu", { name: "sub" })])])).toEqual([
      "menu p",
      "\tmenu item sub",
    ]);
  });
  it("of a popup stay in it, and its bar is a menu", () => {
    const popups = [node("window", {}, [node("menu bar", { name: "b" }, [node("menu item", { name: "i" })])])];
    expect(render([], { popups }).tree).toBe("0 standard window W\n1 window\n\t2 menu b\n\t\t3 menu item i");
  });
  it("of a page stay in it", () => {
    const page = web(node("menu bar", { name: "b" }, [node("menu item", { name: "i" })]));
    expect(linesOf(page)).toEqual(["HTML content P", "\tmenu bar b", "\t\ti"]);
  });
  it("with the same items are shown once, others each, before the popups", () => {
    const one = () => node("menu bar", {}, [node("menu", { name: "File " })]);
    const two = node("menu bar", {}, [node("menu", { name: "Edit" })]);
    const { tree } = render([one(), node("panel", {}, [one(), two])], { popups: [node("window")] });
    expect(tree).toBe("0 standard window W\n1 menu bar\n\t2 File\n3 menu bar\n\t4 Edit\n5 window");
  });
  it("are left out when empty", () => {
    expect(linesOf(bar([]))).toEqual([]);
  });
});
