import { z } from "zod";
import { defineTool } from "./definition.ts";

/** Pixels of the frame the caller was given, from its top-left corner. */
const Pixel = z.number().int().min(0).max(16_383);
const Button = z.enum(["left", "middle", "right"]).default("left");
const Point = { x: Pixel, y: Pixel };
const Done = z.strictObject({ x: z.number().int(), y: z.number().int() });

const common = {
  category: "input",
  enabled: true,
  isReadOnly: false,
  isConcurrencySafe: false,
  outputBytesMax: 4_096,
  redactedParameters: [],
  timeoutMs: 10_000,
  role: "operator",
  exposure: "listed",
  prompt: "",
} as const;

export const inputTools = [
  defineTool({
    ...common,
    id: "computer_mouse_move",
    title: "Move the pointer",
    description: "Moves the pointer to a pixel of the frame you were given.",
    prompt: "For hovering: menus and tooltips that open by themselves. Clicking moves the pointer anyway.",
    parameters: z.strictObject(Point),
    result: Done,
    risk: "R1_LOCAL_LOW",
    grant: null,
  }),
  defineTool({
    ...common,
    id: "computer_mouse_click",
    title: "Click",
    description: "Moves the pointer to a pixel of the frame and clicks once.",
    prompt:
      "Take a frame first and aim at the middle of the target. Ask for a frame with `observe` to see what came of it.",
    exposure: "simple",
    parameters: z.strictObject({ ...Point, button: Button }),
    result: Done,
    risk: "R2_LOCAL_STATE",
    grant: "write",
  }),
  defineTool({
    ...common,
    id: "computer_mouse_double_click",
    title: "Double click",
    description: "Moves the pointer to a pixel of the frame and clicks twice.",
    prompt: "Opens what a single click only selects, such as a file in a list.",
    parameters: z.strictObject({ ...Point, button: Button }),
    result: Done,
    risk: "R2_LOCAL_STATE",
    grant: "write",
  }),
  defineTool({
    ...common,
    id: "computer_mouse_drag",
    title: "Drag",
    description: "Presses at one pixel, moves to another and releases there.",
    prompt: "For sliders, selections and moving things; what is dropped into a terminal is refused.",
    parameters: z.strictObject({ fromX: Pixel, fromY: Pixel, toX: Pixel, toY: Pixel, button: Button }),
    result: Done,
    risk: "R2_LOCAL_STATE",
    grant: "write",
  }),
  defineTool({
    ...common,
    id: "computer_mouse_scroll",
    title: "Scroll",
    description: "Turns the wheel at a pixel: deltaY clicks down (negative: up), deltaX clicks right (negative: left).",
    prompt: "Aim at a point inside the area that should scroll.",
    exposure: "simple",
    parameters: z.strictObject({
      ...Point,
      deltaX: z.number().int().min(-100).max(100).default(0),
      deltaY: z.number().int().min(-100).max(100).default(0),
    }),
    result: Done,
    risk: "R1_LOCAL_LOW",
    grant: null,
  }),
  defineTool({
    ...common,
    id: "computer_keyboard_type",
    title: "Type text",
    description:
      "Types text into the focused element, any script, whole and in order. A line feed is Return, a tab is Tab. If something could not be typed the error says what.",
    prompt:
      "Click the field first: the text goes to whatever has the keyboard. For long text prefer computer_clipboard_paste.",
    exposure: "simple",
    parameters: z.strictObject({ text: z.string().min(1).max(20_000) }),
    result: z.strictObject({ characters: z.number().int() }),
    risk: "R2_LOCAL_STATE",
    grant: "write",
    redactedParameters: ["text"],
    timeoutMs: 60_000,
  }),
  defineTool({
    ...common,
    id: "computer_key_press",
    title: "Press a key",
    description:
      "Presses one key: a character or a name such as Return, Tab, Escape, BackSpace, Delete, Home, End, Page_Up, Page_Down, Up, Down, Left, Right, F1 to F12.",
    prompt: "For single keys; combinations are computer_hotkey, text is computer_keyboard_type.",
    exposure: "simple",
    parameters: z.strictObject({ key: z.string().min(1).max(40), repeat: z.number().int().min(1).max(100).default(1) }),
    result: z.strictObject({ key: z.string() }),
    risk: "R2_LOCAL_STATE",
    grant: "write",
  }),
  defineTool({
    ...common,
    id: "computer_hotkey",
    title: "Press a key combination",
    description: 'Holds all but the last key and presses the last, for example ["ctrl", "s"] or ["alt", "Tab"].',
    prompt: "Faster and surer than menus where the application has a shortcut.",
    parameters: z.strictObject({ keys: z.array(z.string().min(1).max(40)).min(2).max(5) }),
    result: z.strictObject({ keys: z.array(z.string()) }),
    risk: "R2_LOCAL_STATE",
    grant: "write",
  }),
  defineTool({
    ...common,
    id: "computer_clipboard_paste",
    title: "Paste text",
    description: "Puts text on the desktop's clipboard and pastes it into the focused element.",
    prompt: "For long text and for fields that reformat while one types. Replaces what was on the clipboard.",
    parameters: z.strictObject({ text: z.string().min(1).max(1_000_000) }),
    result: z.strictObject({ characters: z.number().int() }),
    risk: "R2_LOCAL_STATE",
    grant: "write",
    redactedParameters: ["text"],
    timeoutMs: 20_000,
  }),
] as const;
