import type { JsonObject } from "../../common.ts";
import type { ToolId } from "../registry.ts";
import type { SelfTestFacts, ToolCases } from "./tool-case.ts";

const OUTSIDE = 16_000;
const atEditor = ({ editor }: SelfTestFacts): JsonObject => ({ x: editor.x, y: editor.y });
const toEditor = ({ editor }: SelfTestFacts) => [
  { tool: "computer_window_activate", params: { windowId: editor.windowId } },
];
const endsAtEditor = ({ x, y }: JsonObject, { editor }: SelfTestFacts) => x === editor.x && y === editor.y;

/** Of a tool that acts at one point. */
const pointer = (what: string, extra: JsonObject = {}): ToolCases => ({
  normal: {
    says: `${what} inside the editor's window`,
    params: (facts) => ({ ...atEditor(facts), ...extra }),
    isRight: endsAtEditor,
  },
  forbidden: {
    says: `does not ${what} outside the screen`,
    params: () => ({ x: OUTSIDE, y: OUTSIDE, ...extra }),
    codes: ["policy.denied"],
  },
  hygiene: {
    says: "a value that is none is not repeated",
    params: ({ secret }) => ({ x: secret, y: "/etc/passwd", ...extra }),
  },
});

/** Of a tool that acts on whatever has the keyboard. */
const keyboard = (
  what: string,
  params: JsonObject,
  isRight: (result: JsonObject) => boolean,
  leak: (secret: string) => JsonObject,
): ToolCases => ({
  normal: { says: `${what} in the editor`, before: toEditor, params: () => params, isRight },
  forbidden: {
    says: `does not ${what} in a sensitive application`,
    isSensitiveInFront: true,
    params: () => params,
    codes: ["policy.denied"],
  },
  hygiene: { says: "what was given is not repeated", before: toEditor, params: ({ secret }) => leak(secret) },
});

const TEXT = "Self-test: äöü, 漢字, 👍.";
const typed = ({ characters }: JsonObject) => characters === [...TEXT].length;
/** Typed one after the other they would make one word, which is no token. */
const apart = (secret: string): JsonObject => ({ text: ` ${secret} ` });
/** A key's name holds forty characters. */
const KEY_MAX = 40;

export const inputCases = {
  computer_mouse_move: pointer("move the pointer"),
  computer_mouse_click: pointer("click"),
  computer_mouse_double_click: pointer("click twice"),
  computer_mouse_scroll: pointer("scroll", { deltaY: 1 }),
  computer_mouse_drag: {
    normal: {
      says: "drag inside the editor's window",
      params: ({ editor: { x, y } }) => ({ fromX: x, fromY: y, toX: x + 8, toY: y + 8 }),
      isRight: ({ x, y }, { editor }) => x === editor.x + 8 && y === editor.y + 8,
    },
    forbidden: {
      says: "does not drag out of the screen",
      params: ({ editor: { x, y } }) => ({ fromX: x, fromY: y, toX: OUTSIDE, toY: y }),
      codes: ["policy.denied"],
    },
    hygiene: {
      says: "a value that is none is not repeated",
      params: ({ secret }) => ({ fromX: secret, fromY: 1, toX: 1, toY: 1 }),
    },
  },
  computer_keyboard_type: keyboard("type", { text: TEXT }, typed, apart),
  computer_clipboard_paste: keyboard("paste", { text: TEXT }, typed, apart),
  computer_key_press: keyboard(
    "press a key",
    { key: "End" },
    ({ key }) => key === "End",
    (secret) => ({ key: secret.slice(0, KEY_MAX) }),
  ),
  computer_hotkey: keyboard(
    "press keys together",
    { keys: ["ctrl", "a"] },
    ({ keys }) => Array.isArray(keys) && keys.length === 2,
    (secret) => ({ keys: ["ctrl", secret.slice(0, KEY_MAX)] }),
  ),
} as const satisfies Partial<Record<ToolId, ToolCases>>;
