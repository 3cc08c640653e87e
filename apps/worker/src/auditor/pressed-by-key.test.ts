import { parseSnapshot } from "@deskfleet/app-state";
import { TOOLS, type ToolDefinition } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import type { PlannedAction } from "../approvals/planned-action.ts";
import { auditedActions } from "./audit-action-of.ts";
import { AuditMemory } from "./audit-memory.ts";
import { contextsOf } from "./contexts.ts";
import { pageNodes } from "./page-nodes.ts";
import type { Surface } from "./surface.ts";

type Node = Record<string, unknown>;
const SHOWING = ["showing", "visible", "enabled", "sensitive"];
const node = (role: string, name: string, more: Node = {}): Node => ({
  ...{ role, name, states: SHOWING, extents: [0, 50, 100, 20] },
  ...more,
});
const focused = { states: [...SHOWING, "focused"] };
const typing = { states: [...SHOWING, "focused", "editable"] };
const keys = (...written: string[]): Node => ({ keys: written });

function surface(toolkit: string, roots: readonly Node[]): Surface {
  const snapshot = parseSnapshot({
    ...{ app: { id: "a", name: "A", pid: 7, toolkit }, window: { title: "A" }, roots },
  });
  return { windowTitle: "A", nodes: pageNodes(snapshot), unseen: [], selectedText: "", toolkit, digest: "d" };
}
const page = (...children: Node[]): Surface =>
  surface("chromium", [
    node("frame", "A", { children: [node("document web", "A", { url: "https://a.example.com/", children })] }),
  ]);
const program = (toolkit: string, ...children: Node[]): Surface => surface(toolkit, [node("frame", "A", { children })]);
/** A window with a menu open over it. */
const menu = (child: Node, ...entries: Node[]): Surface =>
  surface("gtk3", [node("frame", "A", { children: [child] }), node("window", "", { children: entries })]);

function pressed(tool: string, params: Record<string, unknown>, on: Surface): string[] {
  const planned: PlannedAction = {
    ...{ tool: TOOLS.get(tool) as ToolDefinition, params, app: null },
    ...{ observe: null, capture: null, answeredPoint: null, frameId: null },
  };
  const session = { audit: new AuditMemory(), goal: "Read", trustedDomains: [] };
  return auditedActions(planned, null)
    .flatMap((action) => contextsOf(session, planned, action, on))
    .map(({ context: { action, target } }) => `${action} ${target?.text}`);
}
const hotkey = (combination: string, on: Surface) => pressed("computer_hotkey", { keys: combination.split("+") }, on);
const key = (name: string, on: Surface) => pressed("computer_key_press", { key: name }, on);

describe("Alt and a letter", () => {
  const shop = page(
    node("link", "Home", focused),
    node("push button", "Buy now", keys("b")),
    node("link", "Leave", keys("l")),
  );

  it("press the element of a page that has this access key", () => {
    expect(hotkey("alt+b", shop)).toEqual(["click Buy now"]);
    expect(hotkey("Alt_L+B", shop)).toEqual(["click Buy now"]);
    expect(hotkey("alt+shift+l", shop)).toEqual(["click Leave"]);
  });
  it("press what a page says that it listens for", () => {
    const own = page(node("paragraph", "Delete all", { attributes: { keyshortcuts: "Control+D Shift+Alt+D" } }));
    expect(hotkey("alt+shift+d", own)).toEqual(["click Delete all"]);
  });
  it("are a shortcut where no element has it, and with another key held", () => {
    expect(hotkey("alt+x", shop)).toEqual(["key alt+x"]);
    expect(hotkey("ctrl+alt+b", shop)).toEqual(["key ctrl+alt+b"]);
    expect(hotkey("ctrl+u", shop)).toEqual(["key ctrl+u"]);
  });
  it("press what a program says of GTK and Qt", () => {
    const dialog = (toolkit: string, written: string) =>
      program(toolkit, node("text", "Name", typing), node("push button", "Delete", keys(written)));
    expect(hotkey("alt+d", dialog("gtk3", "<Alt>d;"))).toEqual(["click Delete"]);
    expect(hotkey("alt+d", dialog("qt", "Alt+D"))).toEqual(["click Delete"]);
    expect(hotkey("alt+d", dialog("gtk3", "d;<Alt>e:d;<Primary>d"))).toEqual(["key Name"]);
  });
  it("may press any element with that letter where a program does not say", () => {
    const dialog = program("gtk4", node("push button", "Cancel", focused), node("push button", "Delete"));
    expect(hotkey("alt+d", dialog)).toEqual(["key alt+d", "click Delete"]);
    expect(hotkey("alt+x", dialog)).toEqual(["key alt+x"]);
    const telling = program(
      "gtk4",
      node("push button", "Cancel", { ...focused, ...keys("<Alt>c") }),
      node("push button", "Delete"),
    );
    expect(hotkey("alt+d", telling)).toEqual(["key alt+d"]);
  });
});

describe("in an open menu", () => {
  const entries = [
    node("menu item", "New"),
    node("menu item", "Delete all", keys("l;<Alt>f:l;")),
    node("menu item", "Leave"),
  ];
  const open = menu(node("push button", "More", focused), ...entries);

  it("a letter may choose the entry that has it as its key, or else those that begin with it", () => {
    expect(key("l", open)).toEqual(["type More", "click Delete all"]);
    expect(key("n", open)).toEqual(["type More", "click New"]);
    expect(pressed("computer_keyboard_type", { text: "nl" }, open)).toEqual([
      "type More",
      "click New",
      "click Delete all",
    ]);
    expect(key("z", open)).toEqual(["type More"]);
  });
  it("Return and a blank choose the entry that is highlighted, or may choose any", () => {
    const lit = menu(
      node("push button", "More", focused),
      node("menu item", "New"),
      node("menu item", "Delete all", { states: [...SHOWING, "selected"] }),
    );
    expect(key("Return", lit)).toEqual(["click Delete all"]);
    expect(key("space", lit)).toEqual(["click Delete all"]);
    expect(key("Return", open)).toEqual(["click More", "click New", "click Delete all", "click Leave"]);
  });
  it("that suggests what is being typed, letters are typed", () => {
    const suggesting = menu(node("entry", "City", typing), node("list item", "Delft"), node("list item", "Delhi"));
    expect(key("d", suggesting)).toEqual(["type City"]);
  });
  it("of a page, which has the keyboard itself, too", () => {
    const own = page(
      node("menu", "", { children: [node("menu item", "Rename", focused), node("menu item", "Delete")] }),
    );
    expect(key("d", own)).toEqual(["type Rename", "click Delete"]);
    expect(key("Return", own)).toEqual(["click Rename"]);
  });
  it("Escape and arrows press nothing", () => {
    for (const name of ["Escape", "Down", "Tab"]) expect(auditedActionsOf(name)).toEqual(["hover"]);
  });
});

const auditedActionsOf = (name: string): string[] => {
  const planned = {
    tool: TOOLS.get("computer_key_press"),
    params: { key: name },
    app: null,
  } as unknown as PlannedAction;
  return auditedActions(planned, null).map(({ action }) => action);
};
