import type { AuditAction, TerminalState } from "@deskfleet/contracts";
import { bringsSelection, isPassive, terminalScript } from "@deskfleet/gates";
import type { PlannedAction } from "../approvals/planned-action.ts";
import { type KeyMeaning, keyMeaning } from "./key-meaning.ts";

/** One thing that an action does, as rules know it. */
export interface AuditedAction {
  readonly action: AuditAction;
  /** How its target is found: under the pointer, where a drag ends, as the element that was planned, by the keyboard's focus, or not at all. */
  readonly aim: "point" | "drop" | "element" | "focus" | "none";
  /** What it puts in; null: nothing, or nobody knows what. */
  readonly text: string | null;
  readonly command: string | null;
  readonly path: string | null;
  readonly effect: string | null;
  /** What a key does to the target, where that is more than a press: `Delete`, `ctrl+w`. */
  readonly does: string | null;
  /** The address that it opens. */
  readonly link: string | null;
  /** Of what a typed text does on its way: how many tabs stand before it. Null: it is no part of a text. */
  readonly tabs: number | null;
}

const NOTHING = { text: null, command: null, path: null, effect: null, does: null, link: null, tabs: null } as const;
const bare = (action: AuditAction, aim: AuditedAction["aim"] = "none"): AuditedAction => ({ ...NOTHING, action, aim });

/** What is only looked at, pointed at or brought to the front. */
const QUIET: Readonly<Record<string, AuditAction>> = {
  ...{ computer_screen_capture: "screenshot", get_app_state: "read", list_apps: "read" },
  ...{ computer_screen_size: "read", computer_window_list: "read", computer_window_position: "read" },
  ...{ computer_window_size: "read", computer_process_list: "read", computer_file_list: "read" },
  ...{ computer_file_info: "read", computer_window_activate: "hover", computer_mouse_move: "hover" },
  ...{ computer_mouse_scroll: "scroll", scroll: "scroll" },
};
/** Secondary actions that move about or show what is there. */
const LOOKS =
  /^(?:scroll.*|show ?menu|show ?context ?menu|raise|expand|collapse|expand or contract|focus|grab ?focus|edit)$/i;

/**
 * What an action does: several things where a text ends with Return, which types and submits. None: nothing of its own (the steps of
 * a script are judged one by one). `terminal`: the shell that the keys go to.
 */
export function auditedActions(planned: PlannedAction, terminal: TerminalState | null): readonly AuditedAction[] {
  const { tool, params, app } = planned;
  if (tool.method === null || app?.answer != null) return [];
  const quiet = QUIET[tool.id];
  if (quiet !== undefined) return [bare(quiet)];
  if (terminal !== null) {
    const line = terminalScript(planned, terminal);
    if (line !== null) return [{ ...bare("run", "focus"), command: line }];
    // Its keys are its own: Control and C copies nothing there.
    if (params.text === undefined) return [bare("key", "focus")];
  }
  const aim = app?.element != null ? "element" : "point";
  switch (tool.id) {
    case "click":
    case "computer_mouse_click":
    case "computer_mouse_double_click":
      return [bare(bringsSelection(planned) ? "paste" : "click", aim)];
    case "drag":
    case "computer_mouse_drag":
      // What it is dropped on may be a bin, or a field of a page.
      return [bare("drag", "point"), bare("click", "drop")];
    case "perform_secondary_action":
      return [secondary(String(params.action))];
    case "set_value":
      return [{ ...bare("type", "element"), text: String(params.value) }];
    case "type_text":
    case "computer_keyboard_type":
      return typed(String(params.text), terminal !== null);
    case "computer_clipboard_paste":
      return [{ ...bare("paste", "focus"), text: String(params.text) }];
    case "press_key":
      return [pressed(keyMeaning(String(params.key).split("+"), { isSuperControl: params.literalSuper !== true }))];
    case "computer_key_press":
      return [pressed(keyMeaning([String(params.key)]))];
    case "computer_hotkey":
      return [pressed(keyMeaning(params.keys as readonly string[]))];
    default:
      return [besideTheScreen(planned)];
  }
}

/** Whether nothing on a page can stop any of it. */
export const isQuiet = (actions: readonly AuditedAction[]): boolean => actions.every(({ action }) => isPassive(action));

function typed(text: string, isTerminal: boolean): AuditedAction[] {
  const type: AuditedAction = { ...bare("type", "focus"), text: text.replace(/[\r\n]+$/, "") };
  if (isTerminal) return /[\r\n]/.test(text) ? [type, bare("submit", "focus")] : [type];
  const parts = text.split("\t").slice(0, TABS_MAX);
  return [type, ...parts.flatMap((part, tabs) => pressesIn(part).map((press) => ({ ...press, tabs })))];
}
/** A form; more of them fill a table, where a tab leads from cell to cell. */
const TABS_MAX = 16;

/** Besides typing: a blank presses a button that has the keyboard, and Return sends a form. */
function pressesIn(part: string): AuditedAction[] {
  return [
    ...(part.includes(" ") ? [{ ...bare("key", "focus"), text: " " }] : []),
    ...(/[\r\n]/.test(part) ? [bare("submit", "focus")] : []),
  ];
}

function pressed(meaning: KeyMeaning): AuditedAction {
  const { action, text = null, does = null } = meaning;
  return {
    ...bare(action, isPassive(action) ? "none" : "focus"),
    text,
    does,
    effect: action === "copy" ? "clipboard" : null,
  };
}

function secondary(name: string): AuditedAction {
  if (LOOKS.test(name.trim())) return bare("hover");
  const isClick = /^(?:click|press|activate|jump|open|do ?default|toggle|select)$/i.test(name.trim());
  return { ...bare("click", "element"), does: isClick ? null : name };
}

/** Files and programs. */
function besideTheScreen({ tool, params }: PlannedAction): AuditedAction {
  const path = (name: string) => (typeof params[name] === "string" ? (params[name] as string) : null);
  switch (tool.id) {
    case "computer_file_read":
      return { ...bare("read_file"), path: path("path") };
    case "computer_file_write":
      return {
        ...bare("write_file"),
        path: path("path"),
        effect: `file:${params.path}`,
        text: params.encoding === "base64" ? null : String(params.content),
      };
    case "computer_file_delete":
      return { ...bare("delete_file"), path: path("path") };
    case "computer_file_move":
      return { ...bare("delete_file"), path: path("path"), command: `mv ${quoted([params.path, params.destination])}` };
    case "computer_file_copy":
      return {
        ...bare("write_file"),
        path: path("destination"),
        command: `cp ${quoted([params.path, params.destination])}`,
      };
    case "computer_process_start":
      return started(params);
    case "computer_process_terminate":
      return { ...bare("run"), command: `kill ${params.pid}` };
    default:
      throw new TypeError(`nobody has said what ${tool.id} does`);
  }
}

/** An application by its id is opened, which runs nothing that somebody wrote; a browser with an address goes there. */
function started({ argv, command }: PlannedAction["params"]): AuditedAction {
  if (typeof command === "string") return { ...bare("run"), command };
  if (!Array.isArray(argv)) return bare("run");
  const words = argv.map(String);
  const link = BROWSERS.test(words[0] ?? "") ? (words.find((word) => /^[a-z]+:\/\//i.test(word)) ?? null) : null;
  return { ...bare(link === null ? "run" : "navigate"), command: quoted(words), link };
}
const BROWSERS =
  /(?:^|\/)(?:chromium|google-chrome|firefox|xdg-open|sensible-browser|x-www-browser|www-browser|epiphany|falkon)$/;

const quoted = (words: readonly unknown[]): string =>
  words
    .map(String)
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(" ");
