import type { TerminalState, WindowInfo } from "@deskfleet/contracts";
import { isTerminal, KEYBOARD, pendingLine, terminalPaths, terminalScript } from "@deskfleet/gates";
import type { PlannedAction } from "../approvals/planned-action.ts";
import type { Execution } from "./execution.ts";
import { readTerminal, resolvePaths } from "./executor-control.ts";
import type { LiveSession } from "./live-session.ts";

type Windows = readonly WindowInfo[] | null;

interface Ended {
  readonly planned: PlannedAction;
  /** As they were before. */
  readonly windows: Windows;
  readonly execution: Pick<Execution, "isUnwatched">;
  readonly isDone: boolean;
}

/** What is known of the shell that the keys of this action would go to; null where they go to no terminal. */
export async function observeTerminal(
  session: LiveSession,
  planned: PlannedAction,
  windows: Windows,
): Promise<TerminalState | null> {
  const window = terminalOf(planned, windows);
  if (window === null) return null;
  const shell = await readTerminal(session.desktop.executor, window.id);
  const state = { ...shell, pending: session.terminals.lineOf(window) };
  const paths = terminalPaths(planned, state);
  return { ...state, resolvedPaths: paths.length > 0 ? await resolvePaths(session.desktop.executor, paths) : null };
}

/** After an action that changes something has ended, well or not: keeps what stands at the prompts. Never throws. */
export async function followKeys(
  session: LiveSession,
  { planned, windows, execution, isDone }: Ended,
  readWindows: () => Promise<readonly WindowInfo[]>,
): Promise<void> {
  const { terminals } = session;
  // A shell may have been ended, and another one be behind it: what was typed is gone then.
  if (planned.tool.id === "computer_process_terminate" || execution.isUnwatched) return terminals.forget();
  if (!KEYBOARD.has(planned.tool.id) || planned.app?.answer != null) return;
  if (!isDone) return terminals.forget();
  const window = terminalOf(planned, windows);
  const pending = window === null ? null : terminals.lineOf(window);
  terminals.typed(window, pendingLine(pending, planned));
  if (window !== null && sends(planned, pending)) terminals.sent(window);
  if (
    windows?.some(({ process }) => isTerminal(process.name)) &&
    !(await hasKeyboardStill(planned, windows, readWindows))
  )
    terminals.forget();
}

/** Whether the action sends a line. Where nobody knows what was typed before, it is taken to. */
function sends(planned: PlannedAction, pending: string | null): boolean {
  return pending === null || terminalScript(planned, { cwd: null, foreground: null, pending }) !== null;
}

/** Keys go to whatever has the keyboard when they arrive: some of them may have gone to the window that has it now. */
async function hasKeyboardStill(
  planned: PlannedAction,
  before: readonly WindowInfo[],
  readWindows: () => Promise<readonly WindowInfo[]>,
): Promise<boolean> {
  try {
    const after = await readWindows();
    return after.find((window) => window.active)?.id === receiver(planned, before)?.id;
  } catch {
    return false; // a session that was stopped meanwhile answers nothing; the action itself is done
  }
}

function terminalOf(planned: PlannedAction, windows: Windows): WindowInfo | null {
  if (!KEYBOARD.has(planned.tool.id)) return null;
  const window = receiver(planned, windows);
  return window !== undefined && isTerminal(window.process.name) ? window : null;
}

/** The window that keys go to: the one that an app-state tool is about, which gets the keyboard first; else the active one. */
function receiver({ app }: PlannedAction, windows: Windows): WindowInfo | undefined {
  return windows?.find(({ id, active }) => (app === null ? active : id === app.running?.windowId));
}
