import type { Action } from "@deskfleet/contracts";

/** What an input action does to the line that a shell is being given. `other`: anything that cannot be followed. */
export type LineEvent =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "enter" }
  | { readonly kind: "backspace" }
  /** ctrl+c: the line is dropped. */
  | { readonly kind: "interrupt" }
  /** ctrl+u: the line up to the cursor, which only ever stands at its end. */
  | { readonly kind: "erase" }
  | { readonly kind: "other" };

const OTHER: readonly LineEvent[] = [{ kind: "other" }];
const ENTER = new Set(["return", "enter", "kp_enter", "iso_enter"]);

/** Null: the action is no input of the keyboard. */
export function lineEvents({ tool, params }: Action): readonly LineEvent[] | null {
  switch (tool.id) {
    case "computer_keyboard_type":
      return typedEvents(String(params.text ?? ""));
    case "computer_clipboard_paste": {
      // Whether a pasted line break runs the line depends on the shell's settings.
      const text = String(params.text ?? "");
      return /[\r\n\t]/.test(text) ? OTHER : [{ kind: "text", text }];
    }
    case "computer_key_press":
      return repeated(keyEvent(String(params.key ?? "")), params.repeat);
    case "computer_hotkey":
      return hotkeyEvents(params.keys);
    case "type_text":
      return pastedOrTyped(String(params.text ?? ""));
    case "press_key":
      return combinationEvents(String(params.key ?? ""), params.literal_super === true);
    default:
      return null;
  }
}

function typedEvents(text: string): readonly LineEvent[] {
  if (/[\t\r]/.test(text)) return OTHER;
  return text
    .split("\n")
    .flatMap((line, index): readonly LineEvent[] => [
      ...(index === 0 ? [] : [{ kind: "enter" } as const]),
      ...(line === "" ? [] : [{ kind: "text", text: line } as const]),
    ]);
}

/** Text beyond what a keyboard has may be pasted, and then nobody knows whether its line breaks run the line. */
function pastedOrTyped(text: string): readonly LineEvent[] {
  return /[\r\n]/.test(text) && /[^\n\r\x20-\x7e]/.test(text) ? OTHER : typedEvents(text);
}

/** `ctrl+c`. Here super, cmd, command and meta mean Control. A capital letter would need Shift, which terminals take for another key. */
function combinationEvents(combination: string, isSuperLiteral: boolean): readonly LineEvent[] {
  if ([...combination].length === 1) return [keyEvent(combination)];
  const [modifier = "", key = "", ...more] = combination.split("+");
  if (key === "" || more.length > 0) return combination.includes("+") ? OTHER : [keyEvent(combination)];
  const controls = isSuperLiteral ? ["ctrl", "control"] : ["ctrl", "control", "super", "cmd", "command", "meta"];
  if (!controls.includes(modifier.toLowerCase())) return OTHER;
  if (key === "c") return [{ kind: "interrupt" }];
  return key === "u" ? [{ kind: "erase" }] : OTHER;
}

function keyEvent(key: string): LineEvent {
  const name = key.toLowerCase();
  if (ENTER.has(name) || key === "\n") return { kind: "enter" };
  if (name === "backspace") return { kind: "backspace" };
  if (name === "space") return { kind: "text", text: " " };
  return [...key].length === 1 && /^[^\p{Cc}]$/u.test(key) ? { kind: "text", text: key } : { kind: "other" };
}

function repeated(event: LineEvent, repeat: unknown): readonly LineEvent[] {
  return Array.from({ length: typeof repeat === "number" ? repeat : 1 }, () => event);
}

function hotkeyEvents(keys: unknown): readonly LineEvent[] {
  const names = (Array.isArray(keys) ? keys : []).map((key) => String(key).toLowerCase());
  const [modifier = "", key = ""] = names;
  if (names.length !== 2 || !/^(?:ctrl|control)(?:_l|_r)?$/.test(modifier)) return OTHER;
  if (key === "c") return [{ kind: "interrupt" }];
  return key === "u" ? [{ kind: "erase" }] : OTHER;
}

/** The line after an action, for the worker to remember; an interrupt makes an empty line out of any. */
export function pendingLine(previous: string | null, action: Action): string | null {
  let line = previous;
  for (const event of lineEvents(action) ?? []) line = lineAfter(line, event);
  return line;
}

/** Null: it can no longer be known. A line that was sent, dropped or erased is empty again. */
export function lineAfter(line: string | null, event: LineEvent): string | null {
  if (event.kind === "interrupt") return "";
  if (line === null || event.kind === "other") return null;
  if (event.kind === "text") return line + event.text;
  if (event.kind === "backspace") return [...line].slice(0, -1).join("");
  return "";
}
