import type { WindowInfo } from "@deskfleet/contracts";
import { beforeEach, describe, expect, it } from "vitest";
import { TerminalLines } from "./terminal-lines.ts";

const windowOf = (id: number, name: string, pid = id): WindowInfo => ({
  ...{ id, title: "", process: { pid, name }, position: { x: 0, y: 0 }, size: { width: 9, height: 9 } },
  visible: true,
  active: true,
});
const [one, two, editor] = [windowOf(1, "xterm"), windowOf(2, "xterm"), windowOf(3, "mousepad")] as const;
let lines: TerminalLines;
const look = (...windows: WindowInfo[]) => lines.look(windows, lines.mark);
beforeEach(() => {
  lines = new TerminalLines();
});

describe("the line at a terminal's prompt", () => {
  it("is empty in a terminal that turns up", () => {
    look(one, editor);
    expect(lines.lineOf(one)).toBe("");
  });
  it("is not known of a window that nobody looked at, nor of another program's", () => {
    look(editor);
    expect([lines.lineOf(one), lines.lineOf(editor)]).toEqual([null, null]);
  });
  it("is what was typed, whatever else is looked at", () => {
    look(one, two);
    lines.typed(one, "rm -");
    look(one, two, editor);
    expect([lines.lineOf(one), lines.lineOf(two)]).toEqual(["rm -", ""]);
  });
  it("is not known in a terminal that turned up while keys went to another window", () => {
    look(editor);
    lines.typed(null, null);
    look(editor, one);
    expect(lines.lineOf(one)).toBeNull();
  });
  it("is empty in one that turned up after that had been looked at", () => {
    look(editor);
    lines.typed(null, null);
    look(editor);
    look(editor, one);
    expect(lines.lineOf(one)).toBe("");
  });
  it("is not known in a terminal that was there when everything was forgotten, seen before or not", () => {
    look(one);
    lines.forget();
    look(one, two);
    expect([lines.lineOf(one), lines.lineOf(two)]).toEqual([null, null]);
  });
  it("is not known when everything was forgotten while windows were read", () => {
    const { mark } = lines;
    lines.forget();
    lines.look([editor], mark);
    look(one);
    expect(lines.lineOf(one)).toBeNull();
  });
  it("is not that of a closed window whose number another one got", () => {
    look(one);
    lines.typed(one, "echo ");
    look();
    look(windowOf(1, "xterm", 77));
    expect(lines.lineOf(windowOf(1, "xterm", 77))).not.toBe("echo ");
  });
  it("is not known where a command in another terminal may have ended the shell; empty stays empty", () => {
    const three = windowOf(4, "xterm");
    look(one, two, three);
    lines.typed(one, "echo ");
    lines.typed(two, "");
    lines.sent(two);
    expect([one, two, three].map((window) => lines.lineOf(window))).toEqual([null, "", ""]);
  });
  it("is not kept when it is longer than anybody types", () => {
    look(one);
    lines.typed(one, "x".repeat(70_000));
    expect(lines.lineOf(one)).toBeNull();
  });
});
