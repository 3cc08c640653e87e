import type { Action, EffectivePolicy, GateContext, TerminalState } from "@deskfleet/contracts";
import { analyseCommand } from "./command/analyse-command.ts";
import { ACCOUNT, type CommandAnalysis } from "./command/analysis.ts";
import { allow, ask, deny, type Opinion } from "./gate-type.ts";
import { judgeCommand } from "./judge-command.ts";
import { judgePaths } from "./path-gate.ts";
import { commandPathParameters, type PathParameter } from "./path-parameters.ts";
import { strictest } from "./strictest.ts";
import { lineAfter, lineEvents } from "./terminal-keys.ts";

/** What this action would run in the shell of a terminal: all lines that it sends, and the one it leaves behind. */
interface Typed {
  /** Null: nothing is sent. */
  readonly script: string | null;
  readonly rest: string;
}

/**
 * Input to a terminal window. Letters are only letters until Enter is sent: then the whole line is a command in the shell's
 * directory. Whatever cannot be followed (another program in the foreground, completion, history, an unknown line) is denied.
 */
export function judgeTerminal(action: Action, context: GateContext, policy: EffectivePolicy): Opinion {
  const events = lineEvents(action);
  const terminal = context.terminal ?? null;
  if (events === null) return denied;
  if (events.every(({ kind }) => kind === "interrupt")) return allow("command.interrupt", "only interrupts");
  if (terminal === null) return denied;
  if (terminal.foreground !== "shell")
    return deny("command.terminal_program", "it is not known to be a shell that would read this");
  const typed = typedLines(action, terminal);
  if (typed === null)
    return deny("command.terminal_key", "what this would do to the line in the terminal cannot be followed");
  const fault = lineFault(`${typed.script ?? ""}\n${typed.rest}`);
  if (fault !== null) return fault;
  if (typed.script === null) return allow("command.typed", "text that is not sent yet");
  if (endsOpen(typed.script)) return deny("command.terminal_line", "the line goes on after Enter");
  const analysis = analyse(typed.script, terminal, policy.allowedDirectories.value);
  const named = commandPathParameters(analysis, "text");
  const opinions = [
    judgeCommand(analysis, context, policy),
    ...judgePaths(named, terminal.resolvedPaths ?? null, policy),
    ...(terminal.cwd === null ? [ask("command.terminal_cwd", "the shell's directory is not known")] : []),
  ];
  return strictest(opinions) ?? denied;
}

const denied = deny("command.terminal", "what runs in the terminal is not known; give argv to computer_process_start");

/** The paths that the worker resolves before it judges input to a terminal; `terminal.resolvedPaths` is in this order. */
export function terminalPaths(action: Action, terminal: TerminalState): readonly PathParameter[] {
  const script = typedLines(action, terminal)?.script ?? null;
  return script === null ? [] : commandPathParameters(analyse(script, terminal, ["/"]), "text");
}

/** What the action sends to the shell: whole lines, with what was typed before. Null: nothing, or nobody knows what. */
export function terminalScript(action: Action, terminal: TerminalState): string | null {
  return typedLines(action, terminal)?.script ?? null;
}

/** Relative paths of a shell whose directory is not known lie nowhere that is allowed. */
function analyse(script: string, { cwd }: TerminalState, directories: readonly string[]): CommandAnalysis {
  return analyseCommand(script, { ...ACCOUNT, cwd: cwd ?? "/", directories });
}

/** Null when the line cannot be followed. */
function typedLines(action: Action, { pending }: TerminalState): Typed | null {
  const lines: string[] = [];
  let line = pending;
  for (const event of lineEvents(action) ?? []) {
    if (event.kind === "enter" && line !== null) lines.push(line);
    line = lineAfter(line, event);
    if (line === null) return null;
  }
  if (line === null) return null;
  return { script: lines.length === 0 ? null : lines.join("\n"), rest: line };
}

/** What an interactive shell does beyond reading the text: history by `!` and `^`, and control characters. */
function lineFault(text: string): Opinion | null {
  if (/[^\P{C}\n]/u.test(text)) return deny("command.characters", "control or invisible characters are not typed");
  return /![^\s=(]|^\^/m.test(text)
    ? deny("command.history", "an interactive shell would put an earlier command here")
    : null;
}

/** A backslash at the end joins the next line to this one. */
const endsOpen = (script: string): boolean => /(?:^|[^\\])(?:\\\\)*\\$/.test(script);
