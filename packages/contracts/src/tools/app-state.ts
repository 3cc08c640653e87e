import { z } from "zod";
import { Rectangle } from "../common.ts";
import { AppName, Target } from "../locator.ts";
import { defineTool } from "./definition.ts";

/**
 * An application as text, and acting on its elements. Names, properties and behaviour follow a surface that agents know
 * already, so the properties are in its spelling: `mcpParameters` is that surface, `parameters` takes a locator as well.
 */
const app = AppName.describe("Name, id, WM_CLASS or process id of the application.");
const anyApp = { app: app.optional() };
const element = { element: Target.optional() };
const Index = z.union([z.string().regex(/^[0-9]{1,6}$/, "the number of a line"), z.number().int().min(0).max(999_999)]);
const elementIndex = Index.describe("Number of the element's line in the latest state.");
const Pixel = z.number().min(0).max(16_383);
const BUTTONS = ["left", "right", "middle"] as const;

const clicking = {
  x: Pixel.optional().describe("Pixel of the state's screenshot."),
  y: Pixel.optional().describe("Pixel of the state's screenshot."),
  click_count: z.number().int().min(1).max(3).default(1),
  mouse_button: z
    .union([z.enum(BUTTONS), z.enum(["1", "2", "3", "4", "5"]), z.number().int().min(1).max(5)])
    .default("left")
    .describe("left, right, middle, or 1 to 5."),
};
const acting = { action: z.string().min(1).max(200).describe("One of the element's Secondary Actions.") };
const setting = { value: z.string().max(100_000) };
const scrolling = {
  direction: z.string().max(40).describe("up, down, left or right."),
  pages: z.number().max(1_000).default(1),
};
const dragging = { from_x: Pixel, from_y: Pixel, to_x: Pixel, to_y: Pixel };
const pressing = { key: z.string().min(1).max(100).describe("A key or a combination such as Return, ctrl+s, F5.") };
const literalSuper = { literal_super: z.boolean().default(false) };
const typing = { text: z.string().min(1).max(20_000) };

type Given = Readonly<Record<string, unknown>>;
/** Exactly one way to say which element. */
const saysWhich = ({ element_index, element: target }: Given) =>
  (element_index === undefined) !== (target === undefined);
const whichElement = "one of element_index and element";
const saysWhere = ({ element_index, element: target, x, y }: Given) =>
  [element_index !== undefined, target !== undefined, x !== undefined || y !== undefined].filter(Boolean).length ===
    1 && (x === undefined) === (y === undefined);
const where = "one of element_index, element, and x with y";
const indexNeedsApp = ({ app: given, element_index }: Given) => given !== undefined || element_index === undefined;
const needsApp = { path: ["app"], message: "the application whose state has this element_index" };

export const ElementSummary = z.strictObject({
  index: z.number().int(),
  role: z.string(),
  traits: z.array(z.string()),
  title: z.string(),
  value: z.string(),
  /** Of what set_value takes; null: not settable. */
  type: z.enum(["string", "float", "boolean"]).nullable(),
  description: z.string(),
  actions: z.array(z.string()),
  /** Pixels relative to the window; null where the toolkit does not say. */
  frame: Rectangle.nullable(),
  path: z.array(z.union([z.number().int(), z.string()])),
});
export type ElementSummary = z.infer<typeof ElementSummary>;

export const FRAME_RELIABILITIES = ["high", "medium", "low", "none"] as const;

/** `text` is all that an agent reads. The rest is there when a state could be taken. */
export const AppStateResult = z.strictObject({
  text: z.string(),
  app: z
    .strictObject({ id: z.string().nullable(), name: z.string(), pid: z.number().int(), toolkit: z.string() })
    .optional(),
  window: z.strictObject({ title: z.string(), xid: z.number().int().nullable(), frame: Rectangle }).optional(),
  elements: z.array(ElementSummary).optional(),
  focused_index: z.number().int().nullable().optional(),
  selected_text: z.string().nullable().optional(),
  /** How far frames can be trusted for pointing. */
  frame_reliability: z.enum(FRAME_RELIABILITIES).optional(),
  truncated: z.boolean().optional(),
  /** Milliseconds by step. */
  timings: z.record(z.string(), z.number()).optional(),
  /** Milliseconds since the session began. */
  telemetry: z
    .strictObject({
      time_to_first_get_app_state: z.number().nullable(),
      time_from_first_get_app_state_to_first_write: z.number().nullable(),
      time_to_first_write: z.number().nullable(),
    })
    .optional(),
  /** Of set_value: what the element held. A password is bullets. */
  before: z.string().nullable().optional(),
  after: z.string().nullable().optional(),
  /** The way the desktop did it: `action`, `selection`, `pointer`, `editable_text`, `keyboard`, … */
  how: z.string().optional(),
});
export type AppStateResult = z.infer<typeof AppStateResult>;

export const RunningApp = z.strictObject({
  name: z.string(),
  id: z.string().nullable(),
  pid: z.number().int().nullable(),
  isRunning: z.boolean(),
  /** YYYY-MM-DD. */
  lastUsed: z.string().nullable(),
  uses: z.number().int(),
});

const common = {
  category: "app_state",
  enabled: true,
  isReadOnly: false,
  isConcurrencySafe: false,
  outputBytesMax: 2_000_000,
  redactedParameters: [],
  timeoutMs: 20_000,
  role: "operator",
  exposure: "simple",
  prompt: "",
  result: AppStateResult,
  risk: "R2_LOCAL_STATE",
  grant: "write",
} as const;

export const appStateTools = [
  defineTool({
    ...common,
    id: "list_apps",
    title: "List applications",
    description: "The applications that run, and those that can be started.",
    prompt: "Any name or id in it is an `app` for the other tools.",
    parameters: z.strictObject({}),
    mcpParameters: z.strictObject({}),
    result: z.strictObject({ text: z.string(), apps: z.array(RunningApp) }),
    outputBytesMax: 65_536,
    isReadOnly: true,
    isConcurrencySafe: true,
    risk: "R0_READ",
    grant: null,
  }),
  defineTool({
    ...common,
    id: "get_app_state",
    title: "Read an application",
    description:
      "The state of an application's window as text, an element a line, with a picture; starts it if it does not run.",
    prompt:
      "Begin every turn with it. Element numbers are those of the latest state; every action answers with a fresh one.",
    parameters: z.strictObject({ ...anyApp }),
    mcpParameters: z.strictObject({ app }),
    isReadOnly: true,
    risk: "R1_LOCAL_LOW",
    grant: "screen",
  }),
  defineTool({
    ...common,
    id: "click",
    title: "Click an element",
    description: "Clicks an element by its number, or a pixel of the screenshot.",
    prompt: "Prefer element_index: it works where the element is scrolled away or covered.",
    parameters: z
      .strictObject({ ...anyApp, element_index: elementIndex.optional(), ...element, ...clicking })
      .refine(saysWhere, { path: ["element_index"], message: where })
      .refine(indexNeedsApp, needsApp),
    mcpParameters: z.strictObject({ app, element_index: elementIndex.optional(), ...clicking }),
  }),
  defineTool({
    ...common,
    id: "perform_secondary_action",
    title: "Perform an element's action",
    description: "Performs one of the Secondary Actions that an element's line names.",
    parameters: z
      .strictObject({ ...anyApp, element_index: elementIndex.optional(), ...element, ...acting })
      .refine(saysWhich, { path: ["element_index"], message: whichElement })
      .refine(indexNeedsApp, needsApp),
    mcpParameters: z.strictObject({ app, element_index: elementIndex, ...acting }),
  }),
  defineTool({
    ...common,
    id: "set_value",
    title: "Set an element's value",
    description: "Sets the value of an element whose line says settable, and reads it back.",
    prompt: "Replaces all that a field holds. boolean takes on and off.",
    parameters: z
      .strictObject({ ...anyApp, element_index: elementIndex.optional(), ...element, ...setting })
      .refine(saysWhich, { path: ["element_index"], message: whichElement })
      .refine(indexNeedsApp, needsApp),
    mcpParameters: z.strictObject({ app, element_index: elementIndex, ...setting }),
    redactedParameters: ["value"],
    timeoutMs: 60_000,
  }),
  defineTool({
    ...common,
    id: "scroll",
    title: "Scroll an element",
    description: "Scrolls the area that an element is in, by pages.",
    parameters: z
      .strictObject({ ...anyApp, element_index: elementIndex.optional(), ...element, ...scrolling })
      .refine(saysWhich, { path: ["element_index"], message: whichElement })
      .refine(indexNeedsApp, needsApp),
    mcpParameters: z.strictObject({ app, element_index: elementIndex, ...scrolling }),
    risk: "R1_LOCAL_LOW",
    grant: null,
  }),
  defineTool({
    ...common,
    id: "drag",
    title: "Drag in an application",
    description: "Drags from one pixel of the screenshot to another.",
    parameters: z.strictObject({ ...anyApp, ...dragging }),
    mcpParameters: z.strictObject({ app, ...dragging }),
  }),
  defineTool({
    ...common,
    id: "press_key",
    title: "Press keys in an application",
    description: "Presses a key or a combination in the application's window.",
    prompt: "super, cmd, command and meta mean Control.",
    parameters: z.strictObject({ ...anyApp, ...pressing, ...literalSuper }),
    mcpParameters: z.strictObject({ app, ...pressing }),
  }),
  defineTool({
    ...common,
    id: "type_text",
    title: "Type text in an application",
    description: "Types text at the caret of the focused field, any script, whole and in order.",
    prompt: "Click the field first, or use set_value.",
    parameters: z.strictObject({ ...anyApp, ...typing }),
    mcpParameters: z.strictObject({ app, ...typing }),
    redactedParameters: ["text"],
    timeoutMs: 60_000,
  }),
] as const;
