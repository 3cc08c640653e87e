import type { AuditAction } from "@deskfleet/contracts";

/** What a key or a combination does, as far as that is the same in most programs. */
export interface KeyMeaning {
  readonly action: AuditAction;
  readonly text?: string;
  readonly does?: string;
}

const MODIFIERS: Readonly<Record<string, string>> = {
  ...{ ctrl: "ctrl", control: "ctrl", control_l: "ctrl", control_r: "ctrl", shift: "shift", shift_l: "shift" },
  ...{ shift_r: "shift", alt: "alt", alt_l: "alt", alt_r: "alt", option: "alt" },
};
const SUPER: ReadonlySet<string> = new Set(["super", "cmd", "command", "meta", "super_l", "super_r", "win"]);
const ENTER: ReadonlySet<string> = new Set(["return", "enter", "kp_enter", "linefeed"]);
/** They move about, open and close what shows, or take back what was typed. */
const MOVES =
  /^(?:tab|iso_left_tab|escape|esc|left|right|up|down|home|end|page_?up|page_?down|prior|next|back_?space|insert|menu|f\d{1,2}|caps_lock|num_lock|print)$/;
const QUIET_WITH_CONTROL =
  /^(?:[aflhgntbdrkz0=+-]|plus|minus|equal|tab|iso_left_tab|left|right|up|down|home|end|page_?up|page_?down|prior|next|back_?space)$/;

/** `isSuperControl`: super, cmd and meta mean Control. */
export function keyMeaning(keys: readonly string[], options: { readonly isSuperControl?: boolean } = {}): KeyMeaning {
  const names = keys.map((key) => key.trim());
  const last = names.at(-1) ?? "";
  const key = last.toLowerCase();
  const held = new Set(names.slice(0, -1).map((name) => modifierOf(name, options.isSuperControl === true)));
  const isAlone = held.size === 0 || (held.size === 1 && held.has("shift"));
  // With Control a text of several lines is sent, too.
  if (ENTER.has(key)) return isAlone ? { action: "submit" } : { action: "submit", does: names.join("+") };
  if (!held.has("alt") && (key === "space" || last === " ")) return { action: "key", text: " " };
  if (isAlone && [...last].length === 1) return { action: "type", text: last };
  if ((held.has("ctrl") && key === "insert") || (held.has("ctrl") && (key === "c" || key === "x")))
    return { action: "copy" };
  if (held.has("ctrl") && key === "v") return { action: "paste" };
  if (key === "insert" && held.has("shift")) return { action: "paste" };
  if (key === "delete" || key === "kp_delete") return { action: "key", does: "Delete" };
  if (isAlone && MOVES.test(key)) return { action: "hover" };
  if (held.has("ctrl") && held.size === 1 && QUIET_WITH_CONTROL.test(key)) return { action: "hover" };
  if (held.has("alt") && MOVES.test(key) && key !== "f4") return { action: "hover" };
  return { action: "key", does: names.join("+") };
}

/** The letter or digit of what is pressed with Alt alone, or Alt and Shift: `Alt_L+b`. Null: it is none. */
export function accessKeyOf(does: string): string | null {
  const names = does.split("+").map((name) => modifierOf(name.trim(), false));
  const key = names.pop() ?? "";
  const isAlt = names.includes("alt") && names.every((name) => name === "alt" || name === "shift");
  return isAlt && /^[\p{L}\p{N}]$/u.test(key) ? key : null;
}

function modifierOf(name: string, isSuperControl: boolean): string {
  const key = name.toLowerCase();
  if (SUPER.has(key)) return isSuperControl ? "ctrl" : "super";
  return MODIFIERS[key] ?? key;
}
