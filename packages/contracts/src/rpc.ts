import { z } from "zod";
import { Rectangle } from "./common.ts";
import { WindowInfo } from "./tools/display.ts";

/**
 * JSON-RPC 2.0 between worker and executor over stdio: one object per line, UTF-8, `\n`, in both directions.
 *
 * A response whose `result.payloadBytes` is a positive number is followed, right after its line feed, by that many raw
 * bytes (an encoded frame). Nothing else on stdout is not JSON.
 *
 * Tool calls: `method` is the tool's id, `params` is a ToolCall. Other methods:
 * - `ping` {} -> Pong
 * - `lease` { token } -> { token }: sets the fencing token; a lower one than the current is STALE_TOKEN
 * - `stop` {} -> { stopped: true }: works while a call runs: keys and buttons released, pointer parked, the running
 *   call fails STOPPED, and so does every tool call until `resume`
 * - `resume` {} -> { stopped: false }
 * - `cancel` { id } -> { cancelled }: the running call with this request id fails CANCELLED
 * - `resolve_paths` { paths, followLast } -> { resolved: [{ path, real, type, exists }] }: for gate 4
 * - `secure_regions` {} -> { regions: [{ kind, x, y, width, height }], complete }: password fields on screen, device
 *   pixels; an application that could not be read is reported with its whole windows as kind `unreadable`
 * - `terminal_state` { windowId } or { pid } -> TerminalReply: what reads the keys of a terminal emulator's window
 * - `visible_texts` {} -> VisibleTexts, `text_extents` { ranges } -> TextExtents: what windows say that they show, for gate 8
 * - `locate_app` { app } -> LocatedApps: which running or startable application a caller's word means
 * - `app_instructions` { app } -> { text }: what the image says of an application, by the id of its state; null: nothing
 * - `record_frame` { ifChangedFrom? } -> RecordedFrame: the whole screen as `computer_screen_capture` answers it, for recordings; also
 *   while stopped
 * - `read_clipboard` {} -> ClipboardReply: what was copied on the desktop, as text of at most 100,000 bytes; changes nothing there.
 *   CONFLICT (`not_responding`) when the program that holds it does not answer within a second
 * - `target_digest` { x, y, radius } -> { digest }: SHA-256 of the pixels around a point, for approvals
 */
export const RPC_ERRORS = {
  PARSE_ERROR: -32_700,
  INVALID_REQUEST: -32_600,
  METHOD_NOT_FOUND: -32_601,
  INVALID_PARAMS: -32_602,
  INTERNAL: -32_603,
  /** Coordinates outside the screen. */
  OUT_OF_FRAME: -32_001,
  /** A window, process, file or application that is not there. */
  NOT_FOUND: -32_002,
  /** The executor's own confinement refused: a path outside, a foreign process. */
  FORBIDDEN: -32_003,
  STALE_TOKEN: -32_004,
  STOPPED: -32_005,
  CANCELLED: -32_006,
  DEADLINE: -32_007,
  /** Some text could not be typed; `data.missing` lists what. */
  NOT_TYPED: -32_008,
  /** The file exists, is a directory, is too large, is binary, the disk is full: `data.reason`. */
  CONFLICT: -32_009,
  LINE_TOO_LONG: -32_010,
} as const;

/** After an action: wait until the screen is quiet, then answer with a frame. Times in milliseconds. */
export const RpcObserve = z.strictObject({
  format: z.enum(["png", "jpeg", "webp"]),
  quality: z.number().int(),
  scale: z.number(),
  region: Rectangle.optional(),
  ifChangedFrom: z.string().optional(),
  firstDamageMs: z.number().int(),
  quietMs: z.number().int(),
  settleMsMax: z.number().int(),
});
export type RpcObserve = z.infer<typeof RpcObserve>;

/**
 * How a program is confined (docs/adr/0006-confined-commands.md): absolute paths of directories inside the allowed ones,
 * with all links resolved, at most 64 each. What it may write it may read too; the rest of the desktop is not there.
 * `hidden`: names that are empty and cannot be changed in these directories, in those directly in them, and in `cwd` and
 * what is above it.
 */
export const RpcConfine = z.strictObject({
  writable: z.array(z.string()).max(64),
  readable: z.array(z.string()).max(64),
  hidden: z.array(z.string()).max(16),
});

/** Params of every tool method. */
export const ToolCall = z.strictObject({
  token: z.number().int(),
  deadlineMs: z.number().int().positive(),
  args: z.record(z.string(), z.unknown()),
  observe: RpcObserve.optional(),
  /**
   * For the keyboard: the window that was active when the keys were judged, 0 where none was. CONFLICT with reason
   * `focus_changed` as soon as another one is: what was sent until then is sent.
   */
  activeWindow: z.number().int().nonnegative().optional(),
  /**
   * The paths in `args` (`path`, `destination`, `cwd`) are those that `resolve_paths` answered and the gates judged: a
   * link that has come into one since then is refused (FORBIDDEN).
   */
  realPaths: z.boolean().optional(),
  /**
   * For `computer_process_start` with argv or command alone: run it confined; CONFLICT with reason `not_confined`, and
   * nothing started, where that is not possible. Null and absent: in the desktop as it is.
   */
  confine: RpcConfine.nullable().optional(),
  /** A frame's payload is the whole screen as it is, a PNG, whatever was asked for: gate 8 reads it, and makes the frame from it. */
  wholeScreen: z.boolean().optional(),
});
export type ToolCall = z.infer<typeof ToolCall>;

/** What the executor says of a frame; `screen_capture` answers it as `frame`, an observing action too. */
export const RpcFrame = z.strictObject({
  frameId: z.string(),
  format: z.enum(["png", "jpeg", "webp"]),
  width: z.number().int(),
  height: z.number().int(),
  scale: z.number(),
  region: Rectangle,
  unchanged: z.boolean(),
  /** Password fields and unreadable windows, device pixels of the screen, read around the grab. */
  secureRegions: z.array(Rectangle.extend({ kind: z.string() })),
  settledMs: z.number().optional(),
  /** The payload is a PNG of the whole screen, from which this frame is to be made. */
  wholeScreen: z.boolean().optional(),
});
export type RpcFrame = z.infer<typeof RpcFrame>;

/** Result of a tool method: the tool's own result, and the frame when one was asked for. */
export const ToolReply = z.strictObject({
  result: z.unknown(),
  frame: RpcFrame.optional(),
  /** Of the text that was typed, what went into password fields: first character (Unicode code point) and the one behind the last. */
  secure: z
    .array(z.tuple([z.number().int().nonnegative(), z.number().int().positive()]))
    .max(1_000)
    .optional(),
  payloadBytes: z.number().int().nonnegative().default(0),
  /** Time inside the executor. */
  durationMs: z.number(),
});
export type ToolReply = z.infer<typeof ToolReply>;

/** `windows`: of the moments before and after the picture, so one that came or went meanwhile is among them. */
export const RecordedFrame = z.strictObject({
  frame: RpcFrame,
  windows: z.array(WindowInfo),
  payloadBytes: z.number().int().nonnegative(),
});
export type RecordedFrame = z.infer<typeof RecordedFrame>;

/** `truncated`: there is more of it. */
export const ClipboardReply = z.strictObject({ text: z.string(), truncated: z.boolean() });
export type ClipboardReply = z.infer<typeof ClipboardReply>;

/** Of a terminal emulator's window, by its processes. `cwd` only with `shell`; both null where it cannot be told. */
export const TerminalReply = z.strictObject({
  /** The directory in which the shell that reads the keys would run a command. */
  cwd: z.string().nullable(),
  /** `shell`: bash or sh waits for commands; `other`: an editor, a script, a password prompt. */
  foreground: z.enum(["shell", "other"]).nullable(),
});

/** Whether a desktop can confine programs: `none` refuses every `confine`. `landlock` is the ABI in use, 0 without. */
export const DesktopConfinement = z.strictObject({
  kind: z.enum(["none", "namespaces"]),
  landlock: z.number().int().nonnegative(),
});
export type DesktopConfinement = z.infer<typeof DesktopConfinement>;

export const Pong = z.strictObject({
  pid: z.number().int(),
  version: z.string(),
  screen: z.strictObject({ width: z.number().int(), height: z.number().int() }),
  /** The accessibility bus answered. */
  accessibility: z.boolean(),
  display: z.enum(["xvnc", "xvfb"]),
  confinement: DesktopConfinement.default({ kind: "none", landlock: 0 }),
  /** Application ids of the image's registry. */
  apps: z.array(z.strictObject({ id: z.string(), name: z.string(), class: z.string() })),
});
export type Pong = z.infer<typeof Pong>;

const Text = z.string().max(10_000);
const Pid = z.number().int().positive();
const WindowId = z.number().int().nonnegative();

/** `running`: the most likely first. Only a finding: what may be done with an application the gates say, by windows and names. */
export const LocatedApps = z.strictObject({
  running: z
    .array(
      z.strictObject({
        pid: Pid,
        name: Text,
        id: Text.nullable(),
        wmClass: Text.nullable(),
        processName: Text,
        toolkit: Text.nullable(),
        /** Of the main window; null where there is none. */
        windowId: WindowId.nullable(),
        title: Text,
      }),
    )
    .max(1_000),
  /** Of the image's registry. */
  launchable: Text.nullable(),
});
export type LocatedApps = z.infer<typeof LocatedApps>;

/** What the accessibility trees of visible windows say that they show, in device pixels of the screen; password fields say nothing. */
export const VisibleTexts = z.strictObject({
  texts: z
    .array(
      Rectangle.extend({
        pid: Pid,
        /** Of the object, for `text_extents`. */
        key: z.string().max(1_000),
        text: z.string().max(100_000),
        /** Its content, in which characters have places; else its name. */
        content: z.boolean(),
      }),
    )
    .max(4_000),
  complete: z.boolean(),
});
export type VisibleTexts = z.infer<typeof VisibleTexts>;

/** `text_extents` { ranges: { pid, key, start, end }[] }, in Unicode characters of contents; null for what is not said. */
export const TextExtents = z.strictObject({ extents: z.array(Rectangle.nullable()).max(500) });

/**
 * Results of the executor's app-state methods. They have the tools' names and take what the worker made of a tool's
 * parameters: `pid` and `windowId` for the application, an RpcElement for an index or a locator, points in device pixels.
 */
export const RpcAppList = z.strictObject({
  apps: z
    .array(
      z.strictObject({
        name: Text,
        id: Text.nullable(),
        pid: Pid.nullable(),
        wmClass: Text.nullable(),
        processName: Text,
        isRunning: z.boolean(),
        /** YYYY-MM-DD. */
        lastUsed: z.string().max(10).nullable(),
        uses: z.number().int().nonnegative(),
      }),
    )
    .max(1_000),
});

/** `get_app_state` { pid, since? }: `snapshot` is what packages/app-state parses; nothing of it when it equals that of `since`. */
export const RpcAppState = z.discriminatedUnion("unchanged", [
  z.strictObject({ unchanged: z.literal(true), digest: z.string().max(128) }),
  z.strictObject({
    unchanged: z.literal(false),
    digest: z.string().max(128),
    snapshot: z.unknown(),
    /** Frame in device pixels of the screen; no id: the window is not one of X. */
    window: z.strictObject({ title: z.string().max(1_000_000), windowId: WindowId.nullable(), frame: Rectangle }),
    frameReliability: z.enum(["high", "medium", "low", "none"]),
    collectMs: z.number(),
  }),
]);
export type RpcAppState = z.infer<typeof RpcAppState>;

/** An element as a state's record has it: by its key, else by window and path; role and name say that it is still the same. */
export const RpcElement = z.strictObject({
  key: z.string().nullable(),
  windowIndex: z.number().int().nonnegative(),
  path: z.array(z.union([z.number().int().nonnegative(), z.string()])),
  role: z.string(),
  name: z.string(),
  /** x, y, width, height relative to the window. */
  frame: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  toolkit: z.string(),
});
export type RpcElement = z.infer<typeof RpcElement>;

/** `how`: the way it was done, one word. `before` and `after` of `set_value`, `characters` of `type_text`. */
export const RpcAppAction = z.strictObject({
  how: z.string().max(100),
  before: z.string().max(1_000_000).nullable().optional(),
  after: z.string().max(1_000_000).nullable().optional(),
  characters: z.number().int().nonnegative().optional(),
});
export type RpcAppAction = z.infer<typeof RpcAppAction>;

export const RpcErrorObject = z.object({ code: z.number().int(), message: z.string(), data: z.unknown().optional() });
export const RpcResponse = z.union([
  z.object({ jsonrpc: z.literal("2.0"), id: z.union([z.number(), z.string(), z.null()]), result: z.unknown() }),
  z.object({ jsonrpc: z.literal("2.0"), id: z.union([z.number(), z.string(), z.null()]), error: RpcErrorObject }),
]);
