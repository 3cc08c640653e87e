import type { GateContext, TerminalState } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { evaluate } from "./evaluate.ts";
import { terminalPaths } from "./judge-terminal.ts";
import { actionOf, contextFor, policyOf } from "./testing.ts";

const SHELL: TerminalState = { cwd: "/workspace", foreground: "shell", pending: "" };
const xterm = { name: "xterm", title: "sh" };

function judged(id: string, params: Record<string, unknown>, terminal: TerminalState | null): string {
  const action = actionOf(id, params);
  const paths = terminal === null ? [] : terminalPaths(action, terminal);
  const resolvedPaths = paths.map(({ path, operation }) => ({
    path,
    real: path,
    type: operation === "enter" ? ("directory" as const) : ("file" as const),
  }));
  const context: Partial<GateContext> = {
    activeApp: xterm,
    terminal: terminal === null ? null : { resolvedPaths, ...terminal },
  };
  const { verdicts } = evaluate(action, contextFor(action, context), policyOf());
  const { outcome, code } = verdicts.find(({ gate }) => gate === "command") ?? { outcome: "none", code: "" };
  return `${outcome} ${code}`;
}
const typed = (text: string, terminal: Partial<TerminalState> | null = {}) =>
  judged("computer_keyboard_type", { text }, terminal === null ? null : { ...SHELL, ...terminal });

describe("text typed into a terminal", () => {
  it.each<[string, string, Partial<TerminalState> | null, string]>([
    ["is only letters until it is sent", "rm -rf /", {}, "allow command.typed"],
    ["is a command when it is sent", "ls -l\n", {}, "allow command.read_only"],
    ["completes what was typed before", "rf x\n", { pending: "rm -" }, "deny command.rm_rf"],
    ["is judged where the shell is", "cat ../a\n", { cwd: "/workspace/docs" }, "allow command.read_only"],
    ["may leave the roots from there", "cat ../a\n", { cwd: "/workspace" }, "deny command.outside"],
    ["is judged as far as the directory is known", "cat a\n", { cwd: null }, "deny command.outside"],
    ["asks when the directory is not known", "date\n", { cwd: null }, "ask command.terminal_cwd"],
    ["is judged line by line with what the lines before do", "cd /tmp\nrm -r ../tmp\n", {}, "deny command.root"],
    ["asks for what a command asks for", "make\n", {}, "ask command.project_code"],
    ["may call no earlier command back", "sudo !!\n", {}, "deny command.history"],
    ["may call none back before it is sent", "!rm", {}, "deny command.history"],
    ["may replace nothing in the last one", "^a^b\n", {}, "deny command.history"],
    ["may use the mark as a word", "[ ! -f a ]\n", {}, "allow command.read_only"],
    ["holds no control characters", "ls\u001b[A", {}, "deny command.characters"],
    ["holds no completion", "ls\t", {}, "deny command.terminal_key"],
    ["is denied when the line does not end", "ls \\\n", {}, "deny command.terminal_line"],
    ["is denied when a quote is open", "echo 'a\n", {}, "deny command.parse"],
    ["is denied when the line is not known", "ls\n", { pending: null }, "deny command.terminal_key"],
    ["is denied when another program reads it", "y\n", { foreground: "other" }, "deny command.terminal_program"],
    ["is denied when nobody knows what reads it", "y\n", { foreground: null }, "deny command.terminal_program"],
    ["is denied when nothing is known", "ls", null, "deny command.terminal"],
    ["is denied when its paths were not looked at", "cat a\n", { resolvedPaths: null }, "deny path.unresolved"],
    [
      "is denied when a link leads outside",
      "cat a\n",
      { resolvedPaths: [{ path: "/workspace/a", real: "/etc/passwd", type: "file" }] },
      "deny path.outside",
    ],
  ])("%s", (_name, text, terminal, expected) => {
    expect(typed(text, terminal)).toBe(expected);
  });

  it.each<[string, string, Record<string, unknown>, Partial<TerminalState> | null, string]>([
    ["Return sends the line", "computer_key_press", { key: "Return" }, { pending: "rm -rf x" }, "deny command.rm_rf"],
    [
      "Return sends a harmless line",
      "computer_key_press",
      { key: "Return" },
      { pending: "ls" },
      "allow command.read_only",
    ],
    ["Tab completes", "computer_key_press", { key: "Tab" }, {}, "deny command.terminal_key"],
    ["Up calls back", "computer_key_press", { key: "Up" }, {}, "deny command.terminal_key"],
    ["BackSpace corrects", "computer_key_press", { key: "BackSpace" }, { pending: "lss" }, "allow command.typed"],
    [
      "ctrl+c interrupts",
      "computer_hotkey",
      { keys: ["ctrl", "c"] },
      { foreground: "other" },
      "allow command.interrupt",
    ],
    [
      "ctrl+c interrupts what nobody knows",
      "computer_hotkey",
      { keys: ["ctrl", "c"] },
      null,
      "allow command.interrupt",
    ],
    ["ctrl+u erases", "computer_hotkey", { keys: ["ctrl", "u"] }, { pending: "rm -rf x" }, "allow command.typed"],
    ["ctrl+r searches", "computer_hotkey", { keys: ["ctrl", "r"] }, {}, "deny command.terminal_key"],
    ["shift+Insert pastes", "computer_hotkey", { keys: ["shift", "Insert"] }, {}, "deny command.terminal_key"],
    ["a pasted word", "computer_clipboard_paste", { text: "ls" }, {}, "allow command.typed"],
    ["pasted lines", "computer_clipboard_paste", { text: "ls\n" }, {}, "deny command.terminal_key"],
  ])("%s", (_name, id, params, terminal, expected) => {
    expect(judged(id, params, terminal === null ? null : { ...SHELL, ...terminal })).toBe(expected);
  });
});
