import { describe, expect, it } from "vitest";
import { lineEvents, pendingLine } from "./terminal-keys.ts";
import { actionOf } from "./testing.ts";

const type = (text: string) => actionOf("computer_keyboard_type", { text });
const press = (key: string, repeat = 1) => actionOf("computer_key_press", { key, repeat });
const hotkey = (...keys: string[]) => actionOf("computer_hotkey", { keys });

const typeText = (text: string) => actionOf("type_text", { text });
const pressKey = (key: string) => actionOf("press_key", { key });

describe("the line in a terminal after an action", () => {
  it.each([
    ["text", "ls", type(" -l"), "ls -l"],
    ["a sent line", "ls", type(" -l\n"), ""],
    ["a sent line and more", "ls", type("\necho a"), "echo a"],
    ["Return", "ls", press("Return"), ""],
    ["a letter", "l", press("s"), "ls"],
    ["backspaces", "lsé", press("BackSpace", 2), "l"],
    ["an interrupt", "rm -rf x", hotkey("ctrl", "c"), ""],
    ["an erased line", "rm -rf x", hotkey("Control", "u"), ""],
    ["pasted text", "ec", actionOf("computer_clipboard_paste", { text: "ho a" }), "echo a"],
    ["pasted lines", "", actionOf("computer_clipboard_paste", { text: "ls\n" }), null],
    ["completion", "l", press("Tab"), null],
    ["a tab in text", "l", type("s\t"), null],
    ["history", "", press("Up"), null],
    ["a search in the history", "", hotkey("ctrl", "r"), null],
    ["three keys", "", hotkey("ctrl", "shift", "v"), null],
    ["an unknown line", null, type("a"), null],
    ["an unknown line, interrupted", null, hotkey("ctrl", "c"), ""],
    ["an unknown line, erased", null, hotkey("ctrl", "u"), null],
    ["text of an app-state tool", "ls", typeText(" -l\n"), ""],
    ["lines that may be pasted", "", typeText("echo ü\n"), null],
    ["one line beyond a keyboard", "", typeText("echo ü"), "echo ü"],
    ["Enter of an app-state tool", "ls", pressKey("KP_Enter"), ""],
    ["a letter of one", "l", pressKey("S"), "lS"],
    ["a plus", "1", pressKey("+"), "1+"],
    ["its interrupt", "rm -rf x", pressKey("Ctrl+c"), ""],
    ["an interrupt by another name", "rm -rf x", pressKey("cmd+c"), ""],
    ["its erased line", "rm -rf x", pressKey("control+u"), ""],
    ["Control with a capital letter", "a", pressKey("ctrl+C"), null],
    ["super as itself", "a", actionOf("press_key", { key: "super+c", literal_super: true }), null],
    ["a plus with Control", "a", pressKey("ctrl++"), null],
    ["its three keys", "", pressKey("ctrl+shift+v"), null],
    ["its completion", "l", pressKey("Tab"), null],
    ["a click", "ls", actionOf("computer_mouse_click", { x: 1, y: 1 }), "ls"],
  ])("%s", (_name, before, action, after) => {
    expect(pendingLine(before, action)).toBe(after);
  });
  it("is not touched by what is no keyboard", () => {
    expect(lineEvents(actionOf("computer_mouse_move", { x: 1, y: 1 }))).toBeNull();
  });
});
