import { createHash } from "node:crypto";
import { RPC_ERRORS, RpcElement } from "@deskfleet/contracts";
import { z } from "zod";
import { RpcFailure } from "../bridge/rpc-failure.ts";
import { FAKE_APPS, type FakeMachine, type FakeTool, type FakeWindow } from "./fake-machine.ts";

/** A node of an application's accessibility tree, open to tests. Absent states: it can be seen and used. */
export interface FakeElement {
  readonly role: string;
  name?: string;
  text?: string;
  description?: string;
  url?: string;
  states?: readonly string[];
  /** Relative to the window. */
  frame?: readonly [number, number, number, number];
  readonly actions?: readonly string[];
  readonly extraActions?: readonly string[];
  readonly children?: FakeElement[];
  /** What a click or the action does. */
  readonly onAct?: (window: FakeWindow, action: string) => void;
}

const USABLE = ["showing", "visible", "sensitive", "enabled"];
const FIELD = [...USABLE, "editable", "focusable", "focused", "multi-line"];
const TERMINAL = "xterm";

const Pixel = z.number().int();
const target = { pid: z.number().int(), windowId: z.number().int() };
const element = { element: RpcElement };
const point = { x: Pixel.optional(), y: Pixel.optional() };

/** What the methods take, which is not what the tools take: the worker has looked up application and element by then. */
export const FAKE_APP_ARGS: Readonly<Record<string, z.ZodType>> = {
  list_apps: z.strictObject({}),
  get_app_state: z.strictObject({
    pid: z.number().int(),
    since: z.string().optional(),
    unseen: z.boolean().optional(),
  }),
  click: z.strictObject({
    ...target,
    ...point,
    element: RpcElement.optional(),
    clickCount: z.number().int(),
    button: z.enum(["left", "middle", "right", "button4", "button5"]),
  }),
  perform_secondary_action: z.strictObject({ ...target, ...element, action: z.string() }),
  set_value: z.strictObject({ ...target, ...element, value: z.string() }),
  scroll: z.strictObject({
    ...target,
    ...element,
    direction: z.enum(["up", "down", "left", "right"]),
    pages: z.number().positive(),
  }),
  drag: z.strictObject({ ...target, fromX: Pixel, fromY: Pixel, toX: Pixel, toY: Pixel }),
  press_key: z.strictObject({ ...target, key: z.string(), literalSuper: z.boolean() }),
  type_text: z.strictObject({ ...target, text: z.string() }),
};

type At = { readonly pid: number; readonly windowId: number };
type OnElement = At & { readonly element: RpcElement };

export const FAKE_APP_TOOLS: Readonly<Record<string, FakeTool>> = {
  list_apps: (_args, { machine }) => ({
    apps: machine.windows.map((window) => ({ ...namesOf(window), isRunning: true, lastUsed: "2030-01-01", uses: 1 })),
  }),
  get_app_state: ({ pid, since }: { pid: number; since?: string }, { machine }) => {
    const window = mainWindow(machine, pid);
    const snapshot = snapshotOf(machine, window);
    const digest = createHash("sha256").update(JSON.stringify(snapshot)).digest("hex");
    if (digest === since) return { unchanged: true, digest };
    const { x, y, width, height, id, title } = window;
    return {
      ...{ unchanged: false, digest, snapshot, frameReliability: "high", collectMs: 1 },
      window: { title, windowId: id, frame: { x, y, width, height } },
    };
  },
  click: (args: At & { element?: RpcElement }, { machine }) => {
    machine.raise(args.windowId);
    if (args.element === undefined) return { how: "pointer" };
    const found = findElement(machine, args as OnElement);
    found.onAct?.(machine.window(args.windowId), "click");
    return { how: "action" };
  },
  perform_secondary_action: (args: OnElement & { action: string }, { machine }) => {
    if (args.action === "Raise") machine.raise(args.windowId);
    else findElement(machine, args).onAct?.(machine.window(args.windowId), args.action);
    return { how: args.action === "Raise" ? "raise" : "action" };
  },
  set_value: (args: OnElement & { value: string }, { machine }) => {
    const found = findElement(machine, args);
    if (!statesOf(found).includes("editable")) throw conflict("not_settable");
    const before = found.text ?? "";
    found.text = args.value;
    machine.touch();
    return { before, after: args.value, how: "editable_text" };
  },
  scroll: (args: OnElement, { machine }) => {
    findElement(machine, args);
    return { how: "pointer" };
  },
  drag: ({ windowId }: At, { machine }) => {
    machine.raise(windowId);
    return { how: "pointer" };
  },
  press_key: ({ windowId, key }: At & { key: string }, { machine }) => {
    if (key.length > 20) throw new RpcFailure(RPC_ERRORS.INVALID_PARAMS, "there is no such key");
    machine.raise(windowId);
    const field = focusedField(machine, machine.window(windowId));
    if (field !== null && key === "Delete") field.text = "";
    machine.touch();
    return { how: "keyboard" };
  },
  type_text: ({ windowId, text }: At & { text: string }, { machine }) => {
    machine.raise(windowId);
    const field = focusedField(machine, machine.window(windowId));
    if (field === null) throw conflict("no_focused_field");
    field.text = (field.text ?? "") + text;
    machine.touch();
    return { characters: [...text].length, how: "editable_text" };
  },
};

/** The control method: by name, id, class or process id; a word of a title is none of them. */
export function locateFakeApps(machine: FakeMachine, asked: string): object {
  const word = asked.toLowerCase();
  const running = machine.windows.filter((window) => {
    const { name, id, wmClass, pid } = namesOf(window);
    return [name, id, wmClass, window.process, String(pid)].some((each) => each.toLowerCase() === word);
  });
  const launchable = FAKE_APPS.find(({ id, name }) => id === word || name.toLowerCase() === word)?.id ?? null;
  return {
    running: running.map((window) => ({
      ...namesOf(window),
      toolkit: "gtk3",
      windowId: window.id,
      title: window.title,
    })),
    launchable,
  };
}

function namesOf({ pid, process }: FakeWindow) {
  const registered = FAKE_APPS.find(({ id }) => id === process);
  const name = registered?.name ?? process;
  return { pid, name, id: process, wmClass: process, processName: process };
}

/** Keyed by process: opened with a text field and a button that empties it; a terminal has no tree. */
function elementsOf(machine: FakeMachine, window: FakeWindow): FakeElement[] {
  const known = machine.elements.get(window.pid);
  if (known !== undefined) return known;
  const field: FakeElement = {
    role: "text",
    frame: [10, 40, window.width - 20, window.height - 100],
    states: FIELD,
    get text() {
      return window.text;
    },
    set text(text: string) {
      window.text = text;
    },
  };
  const button: FakeElement = {
    ...{ role: "push button", name: "Clear", actions: ["click"], frame: [10, window.height - 50, 80, 30] as const },
    onAct: () => {
      window.text = "";
    },
  };
  const made = window.process === TERMINAL ? [] : [field, button];
  machine.elements.set(window.pid, made);
  return made;
}

function snapshotOf(machine: FakeMachine, window: FakeWindow): object {
  const { name, id, pid } = namesOf(window);
  const { x, y, width, height, title } = window;
  const elements = elementsOf(machine, window);
  const node = (each: FakeElement, path: string): object => ({
    ...{ role: each.role, name: each.name, text: each.text, description: each.description, url: each.url },
    ...{ states: statesOf(each), key: `:1.${pid}|/${path}` },
    actions: each.actions ?? [],
    extra_actions: each.extraActions ?? [],
    ...(each.frame && { extents: [x + each.frame[0], y + each.frame[1], each.frame[2], each.frame[3]] }),
    children: (each.children ?? []).map((child, index) => node(child, `${path}/${index}`)),
  });
  return {
    app: { id, name, pid, toolkit: elements.length === 0 ? "none" : "gtk3" },
    window: { title },
    roots: [
      {
        ...{ role: elements.length === 0 ? "window" : "frame", name: title, states: [...USABLE, "active"] },
        ...{ key: `:1.${pid}|/w`, extents: [x, y, width, height], extra_actions: ["Raise"] },
        children: elements.map((each, index) => node(each, `w/${index}`)),
      },
    ],
  };
}

const statesOf = ({ states = USABLE }: FakeElement): readonly string[] => states;

function mainWindow(machine: FakeMachine, pid: number): FakeWindow {
  if (machine.frozen.has(pid)) throw conflict("not_responding");
  const window = machine.windows.find((each) => each.pid === pid);
  if (window !== undefined) return window;
  const reason = machine.processes.has(pid) ? "window" : "app";
  throw new RpcFailure(RPC_ERRORS.NOT_FOUND, "there is no such application or window", { reason });
}

/** By its place, and only while role and name are the same still. */
function findElement(machine: FakeMachine, { pid, element: sought }: OnElement): FakeElement {
  const window = mainWindow(machine, pid);
  let found: FakeElement = { role: "frame", name: window.title, children: elementsOf(machine, window) };
  for (const step of sought.path) {
    const child = found.children?.[Number(step)];
    if (child === undefined) throw conflict("stale_element");
    found = child;
  }
  if (found.role !== sought.role || (found.name ?? "") !== sought.name) throw conflict("stale_element");
  return found;
}

function focusedField(machine: FakeMachine, window: FakeWindow): { text?: string } | null {
  const elements = elementsOf(machine, window);
  const all = elements.flatMap((each): FakeElement[] => [each, ...(each.children ?? [])]);
  const isFocused = (each: FakeElement) => ["editable", "focused"].every((state) => statesOf(each).includes(state));
  // A terminal has no tree; what is typed arrives all the same.
  return all.find(isFocused) ?? (window.process === TERMINAL ? window : null);
}

const conflict = (reason: string): RpcFailure =>
  new RpcFailure(RPC_ERRORS.CONFLICT, "the target is not in a state that allows this", { reason });
