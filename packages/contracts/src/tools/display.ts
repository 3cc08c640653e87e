import { z } from "zod";
import { Rectangle } from "../common.ts";
import { defineTool } from "./definition.ts";

export const FrameFormat = z.enum(["png", "jpeg", "webp"]);

/** How a frame is wanted. `scale` shrinks both axes; coordinates of later actions are those of the answered frame. */
export const FrameRequest = z.strictObject({
  format: FrameFormat.default("png"),
  /** 1 to 100, for jpeg and webp. */
  quality: z.number().int().min(1).max(100).default(80),
  scale: z.number().min(0.1).max(1).default(1),
  /** Device pixels of the whole screen. */
  region: z
    .strictObject({
      x: z.number().int().min(0),
      y: z.number().int().min(0),
      width: z.number().int().min(1),
      height: z.number().int().min(1),
    })
    .optional(),
  /** Frame id the caller holds: when nothing changed since, the answer says so and carries no image. */
  ifChangedFrom: z.string().max(64).optional(),
});
export type FrameRequest = z.infer<typeof FrameRequest>;

/** Facts about a frame; the image itself travels beside it as bytes. */
export const FrameInfo = z.strictObject({
  frameId: z.string(),
  format: FrameFormat,
  width: z.number().int(),
  height: z.number().int(),
  scale: z.number(),
  region: Rectangle,
  unchanged: z.boolean(),
  /** What gate 8 filled, by kind, in pixels of this frame. */
  masked: z.array(Rectangle.extend({ kind: z.string() })),
});
export type FrameInfo = z.infer<typeof FrameInfo>;

/** The same on every platform; positions and sizes are device pixels of the window with its frame. */
export const WindowInfo = z.strictObject({
  id: z.number().int(),
  title: z.string(),
  process: z.strictObject({ pid: z.number().int().nullable(), name: z.string() }),
  position: z.strictObject({ x: z.number().int(), y: z.number().int() }),
  size: z.strictObject({ width: z.number().int(), height: z.number().int() }),
  visible: z.boolean(),
  active: z.boolean(),
});
export type WindowInfo = z.infer<typeof WindowInfo>;

/** A window without what its page or document put into the title, and without its process id. */
const summarise = (window: WindowInfo): WindowInfo => ({
  ...window,
  title: window.process.name,
  process: { ...window.process, pid: null },
});

const WindowId = z.strictObject({ windowId: z.number().int().min(1) });
const common = {
  category: "display",
  enabled: true,
  isReadOnly: true,
  isConcurrencySafe: true,
  outputBytesMax: 65_536,
  redactedParameters: [],
  timeoutMs: 10_000,
  grant: null,
  role: "operator",
  exposure: "listed",
  prompt: "",
} as const;

export const displayTools = [
  defineTool({
    ...common,
    id: "computer_screen_capture",
    title: "Capture the screen",
    description: "Returns an image of the screen or of a region. Later coordinates refer to this frame.",
    prompt:
      "Look before you point. Later coordinates refer to this frame; `ifChangedFrom` spares the image when nothing changed.",
    exposure: "simple",
    role: "viewer",
    parameters: FrameRequest,
    result: FrameInfo,
    risk: "R1_LOCAL_LOW",
    grant: "screen",
  }),
  defineTool({
    ...common,
    id: "computer_screen_size",
    title: "Screen size",
    description: "The size of the screen in device pixels.",
    parameters: z.strictObject({}),
    result: z.strictObject({ width: z.number().int(), height: z.number().int() }),
    risk: "R0_READ",
  }),
  defineTool({
    ...common,
    id: "computer_window_list",
    title: "List windows",
    description: "The open windows, topmost first.",
    prompt:
      "Cheaper than a frame when you only need to know what is open. Without the `titles` consent a window is called by its program.",
    parameters: z.strictObject({}),
    result: z.strictObject({ windows: z.array(WindowInfo) }),
    mapResult: ({ windows }, { mayReadTitles }) => ({ windows: mayReadTitles ? windows : windows.map(summarise) }),
    risk: "R0_READ",
  }),
  defineTool({
    ...common,
    id: "computer_window_activate",
    title: "Activate a window",
    description: "Raises a window and gives it the keyboard.",
    prompt: "Use the id of computer_window_list; a window behind others is raised.",
    parameters: WindowId,
    result: z.strictObject({ windowId: z.number().int() }),
    risk: "R1_LOCAL_LOW",
    isReadOnly: false,
    isConcurrencySafe: false,
  }),
  defineTool({
    ...common,
    id: "computer_window_position",
    title: "Window position",
    description: "Where a window stands, in device pixels.",
    exposure: "deferred",
    parameters: WindowId,
    result: z.strictObject({ x: z.number().int(), y: z.number().int() }),
    risk: "R0_READ",
  }),
  defineTool({
    ...common,
    id: "computer_window_size",
    title: "Window size",
    description: "How large a window is, in device pixels.",
    exposure: "deferred",
    parameters: WindowId,
    result: z.strictObject({ width: z.number().int(), height: z.number().int() }),
    risk: "R0_READ",
  }),
] as const;
