import type { ShellSetting } from "./expansion-context.ts";
import { walkText } from "./runner.ts";
import { type ShellHost, Walk } from "./scene.ts";
import { ShellState } from "./shell-state.ts";
import { textWord } from "./word.ts";

/**
 * Reads Bash text as `bash -c` would run it, without running anything: tells the host every simple command in order, and
 * what is refused for the shell's own sake. Any text will do; the work is bounded.
 */
export function interpretScript(text: string, setting: ShellSetting, host: ShellHost): void {
  const walk = new Walk(host, setting, text.includes("extglob"));
  const state = new ShellState({
    cwd: [setting.cwd],
    oldCwd: [null],
    stack: [],
    positional: null,
    hasArguments: false,
    name: textWord("bash"),
    hasLastPipe: false,
    isDead: false,
  });
  walkText(text, {
    walk,
    state,
    input: { kind: "inherited" },
    output: [],
    isBackground: false,
    fixedSpan: null,
    calls: [],
    locals: null,
    depth: 0,
  });
}
