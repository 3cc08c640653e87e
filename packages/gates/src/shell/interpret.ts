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
    stdin: null,
    isDead: false,
  });
  try {
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
  } catch (error) {
    // The stack's end is a bound like the others; everything else is a fault of ours and closes the gate too.
    if (!(error instanceof RangeError)) throw error;
    walk.deny("command.too_complex", "the command is nested too deeply to be judged", { pos: 0, end: text.length });
  }
}
