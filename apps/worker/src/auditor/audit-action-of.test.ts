import { TOOLS, type ToolDefinition } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import type { PlannedAction } from "../approvals/planned-action.ts";
import { auditedActions } from "./audit-action-of.ts";

const planned = (id: string, params: Record<string, unknown> = {}, app: unknown = null): PlannedAction => ({
  ...{ tool: TOOLS.get(id) as ToolDefinition, params, app: app as PlannedAction["app"] },
  ...{ observe: null, capture: null, answeredPoint: null, frameId: null },
});
const SHELL = { cwd: "/workspace", foreground: "shell", pending: "" } as const;
const kinds = (id: string, params: Record<string, unknown> = {}, app: unknown = null) =>
  auditedActions(planned(id, params, app), null).map(({ action }) => action);

it.each([...TOOLS.values()].filter(({ method }) => method !== null).map(({ id }) => id))("%s is known", (id) => {
  const params = {
    key: "Return",
    keys: ["ctrl", "s"],
    text: "a",
    value: "a",
    action: "press",
    path: "/a",
    content: "a",
  };
  expect(kinds(id, params)).not.toEqual([]);
});

it("a script and what is only answered are nothing of their own", () => {
  expect(kinds("computer_run_steps", { steps: [] })).toEqual([]);
  expect(kinds("click", {}, { answer: "look again", element: null })).toEqual([]);
});

describe("keys", () => {
  it.each([
    ["Return", ["submit"]],
    ["KP_Enter", ["submit"]],
    ["a", ["type"]],
    ["ctrl+c", ["copy"]],
    ["ctrl+Insert", ["copy"]],
    ["ctrl+v", ["paste"]],
    ["shift+Insert", ["paste"]],
    ["cmd+v", ["paste"]],
    ["space", ["key"]],
    ["Delete", ["key"]],
    ["ctrl+s", ["key"]],
    ["ctrl+Return", ["submit"]],
    ["alt+F4", ["key"]],
    ["Tab", ["hover"]],
    ["Escape", ["hover"]],
    ["ctrl+l", ["hover"]],
    ["Page_Down", ["hover"]],
  ])("%s", (key, expected) => {
    expect(kinds("press_key", { key })).toEqual(expected);
  });

  it("super is Control only where the caller did not say otherwise", () => {
    expect(kinds("press_key", { key: "super+v", literalSuper: true })).toEqual(["key"]);
    expect(kinds("computer_hotkey", { keys: ["super", "v"] })).toEqual(["key"]);
  });
});

describe("text", () => {
  it("with Return is typed and sent", () => {
    expect(kinds("computer_keyboard_type", { text: "kim\n" })).toEqual(["type", "submit"]);
    expect(kinds("type_text", { text: "kim" })).toEqual(["type"]);
  });

  it("in a terminal is a command once it is sent", () => {
    const typed = (text: string) => auditedActions(planned("computer_keyboard_type", { text }), SHELL);
    expect(typed("ls -l\n")).toMatchObject([{ action: "run", command: "ls -l" }]);
    expect(typed("ls -l")).toMatchObject([{ action: "type", text: "ls -l", command: null }]);
    const interrupt = planned("computer_hotkey", { keys: ["ctrl", "c"] });
    expect(auditedActions(interrupt, SHELL)).toMatchObject([{ action: "key", effect: null }]);
  });
});

describe("what is beside the screen", () => {
  it.each([
    [
      "computer_file_write",
      { path: "a.sh", content: "x" },
      { action: "write_file", path: "a.sh", effect: "file:a.sh", text: "x" },
    ],
    ["computer_file_delete", { path: "a" }, { action: "delete_file", path: "a" }],
    [
      "computer_file_move",
      { path: "a", destination: "b c" },
      { action: "delete_file", path: "a", command: "mv a 'b c'" },
    ],
    ["computer_file_copy", { path: "a", destination: "b" }, { action: "write_file", path: "b", command: "cp a b" }],
    ["computer_process_start", { command: "ls | wc" }, { action: "run", command: "ls | wc" }],
    ["computer_process_start", { argv: ["echo", "it's"] }, { action: "run", command: "echo 'it'\\''s'" }],
    [
      "computer_process_start",
      { argv: ["chromium", "--new-window", "https://a.example.com/"] },
      { action: "navigate", link: "https://a.example.com/" },
    ],
    ["computer_process_start", { argv: ["curl", "https://a.example.com/"] }, { action: "run", link: null }],
    ["computer_process_start", { app: "browser" }, { action: "run", command: null }],
  ])("%s", (id, params, expected) => {
    const parsed = TOOLS.get(id)?.parameters.parse(params) as Record<string, unknown>;
    expect(auditedActions(planned(id, parsed), null)).toMatchObject([{ ...expected, aim: "none" }]);
  });
});

it("the middle button pastes, and a look at a menu clicks nothing", () => {
  expect(kinds("computer_mouse_click", { button: "middle" })).toEqual(["paste"]);
  expect(kinds("perform_secondary_action", { action: "ShowMenu" })).toEqual(["hover"]);
  expect(auditedActions(planned("perform_secondary_action", { action: "Delete row" }), null)).toMatchObject([
    { action: "click", does: "Delete row", aim: "element" },
  ]);
});
