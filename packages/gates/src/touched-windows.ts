import type { Action, EffectivePolicy, GateContext, WindowInfo } from "@deskfleet/contracts";
import { allow, deny, type Opinion } from "./gate-type.ts";
import { judgeTerminal } from "./judge-terminal.ts";
import { namedPoints } from "./point-parameters.ts";
import { sensitiveEntry } from "./sensitive-apps.ts";

/** The first fifteen characters of the process names, which is all the kernel keeps. */
const TERMINALS = new Set([
  "xterm",
  "uxterm",
  "x-terminal-emul",
  "lxterminal",
  "gnome-terminal-",
  "konsole",
  "xfce4-terminal",
]);
/** By a window's process name. */
export const isTerminal = (name: string): boolean => TERMINALS.has(name.slice(0, 15));

/** Tools whose input are keys. Those of app state go to the window of their application, the others to the active one. */
export const KEYBOARD: ReadonlySet<string> = new Set([
  "computer_keyboard_type",
  "computer_clipboard_paste",
  "computer_key_press",
  "computer_hotkey",
  "type_text",
  "press_key",
]);

type App = NonNullable<GateContext["activeApp"]>;

/**
 * Sensitive applications are neither activated, nor pointed at, nor typed into, nor in a picture. Text gets into a terminal
 * only by keys, as a command; not by the middle button, which pastes the selection, not by dropping it there.
 */
export function judgeTouchedWindows(action: Action, context: GateContext, policy: EffectivePolicy): Opinion | null {
  const { tool } = action;
  const touches =
    tool.category === "input" || tool.id === "computer_screen_capture" || tool.id === "computer_window_activate";
  if (!touches) return null;
  if (context.windows === null) return deny("app.unread", "it is not known which applications this would touch");
  for (const { name, title } of touchedApps(action, context, context.windows)) {
    const layer = sensitiveEntry([name, title], policy);
    if (layer !== null) return deny("app.sensitive", "a sensitive application would be touched", layer);
    if (!isTerminal(name)) continue;
    if (KEYBOARD.has(tool.id)) return judgeTerminal(action, context, policy);
    if (bringsSelection(action))
      return deny("command.terminal", "no text is dropped on terminals; give argv to computer_process_start");
  }
  return allow("app.ordinary", "no sensitive application would be touched");
}

function touchedApps({ tool, params }: Action, context: GateContext, windows: readonly WindowInfo[]): App[] {
  if (KEYBOARD.has(tool.id)) return context.activeApp === null ? [] : [context.activeApp];
  if (tool.id === "computer_window_activate") return windows.filter(({ id }) => id === params.windowId).map(appOf);
  const visible = windows.filter(({ visible }) => visible);
  if (tool.id === "computer_screen_capture") return visible.map(appOf);
  return namedPoints(params).flatMap((point) => topmostAt(windows, point).map(appOf));
}

/** The window that would get a click there, none or one: they come topmost first. */
export function topmostAt(
  windows: readonly WindowInfo[],
  { x, y }: { readonly x: unknown; readonly y: unknown },
): readonly WindowInfo[] {
  return windows.filter((window) => window.visible && holds(window, x, y)).slice(0, 1);
}

const appOf = (window: WindowInfo): App => ({ name: window.process.name, title: window.title });

function holds({ position, size }: WindowInfo, x: unknown, y: unknown): boolean {
  if (typeof x !== "number" || typeof y !== "number") return false;
  return x >= position.x && y >= position.y && x < position.x + size.width && y < position.y + size.height;
}

/** The middle button pastes the selection; what is dragged may be text. */
export function bringsSelection({ tool, params }: Action): boolean {
  const button = params.button ?? params.mouse_button;
  return ["middle", "2", 2].some((name) => name === button) || /^(?:computer_mouse_)?drag$/.test(tool.id);
}
