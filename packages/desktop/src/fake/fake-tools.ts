import { setTimeout as sleep } from "node:timers/promises";
import { RPC_ERRORS, type WindowInfo } from "@deskfleet/contracts";
import { RpcFailure } from "../bridge/rpc-failure.ts";
import { FAKE_APP_TOOLS } from "./fake-app-state.ts";
import { type Confine, FAKE_APPS, type FakeContext, type FakeMachine, type FakeTool } from "./fake-machine.ts";

interface Point {
  x: number;
  y: number;
}
interface FileArgs {
  path: string;
  destination: string;
  content: string;
  encoding: "utf8" | "base64";
  mode: "overwrite" | "append" | "create";
  offset: number;
  bytesMax: number;
  overwrite: boolean;
  recursive: boolean;
}
interface StartArgs {
  app?: string;
  argv?: string[];
  command?: string;
  wait: boolean;
  timeoutMs: number;
}

/** Every tool of the contract on a fake desktop. Arguments were parsed by the tool's own schema. */
export const FAKE_TOOLS: Readonly<Record<string, FakeTool>> = {
  computer_mouse_move: point,
  computer_mouse_click: point,
  computer_mouse_double_click: point,
  computer_mouse_scroll: point,
  computer_mouse_drag: (args: { fromX: number; fromY: number; toX: number; toY: number }, context) => {
    point({ x: args.fromX, y: args.fromY }, context);
    return point({ x: args.toX, y: args.toY }, context);
  },
  computer_keyboard_type: insert,
  computer_clipboard_paste: (args: { text: string }, context) => {
    context.machine.clipboard = args.text;
    return insert(args, context);
  },
  computer_key_press: ({ key, repeat }: { key: string; repeat: number }, { machine }) => {
    const top = machine.windows[0];
    if (top && key === "BackSpace") top.text = [...top.text].slice(0, -repeat).join("");
    machine.touch();
    return { key };
  },
  computer_hotkey: ({ keys }: { keys: string[] }, { machine }) => {
    machine.touch();
    return { keys };
  },
  computer_screen_size: (_args, { machine }) => ({ width: machine.kind.width, height: machine.kind.height }),
  computer_window_list: (_args, { machine }) => ({ windows: listFakeWindows(machine) }),
  computer_window_activate: ({ windowId }: { windowId: number }, { machine }) => {
    machine.raise(windowId);
    return { windowId };
  },
  computer_window_position: ({ windowId }: { windowId: number }, { machine }) => {
    const { x, y } = machine.window(windowId);
    return { x, y };
  },
  computer_window_size: ({ windowId }: { windowId: number }, { machine }) => {
    const { width, height } = machine.window(windowId);
    return { width, height };
  },
  computer_file_read: ({ path, offset, bytesMax, encoding }: FileArgs, { machine }) => {
    const content = machine.files.read(path);
    const part = content.subarray(offset, offset + bytesMax);
    return {
      text: part.toString(encoding),
      encoding,
      bytes: content.length,
      truncated: offset + part.length < content.length,
    };
  },
  computer_file_write: ({ path, content, encoding, mode }: FileArgs, { machine }) => ({
    bytes: machine.files.write(path, Buffer.from(content, encoding), mode),
  }),
  computer_file_delete: ({ path, recursive }: FileArgs, { machine }) => ({
    deleted: machine.files.delete(path, recursive),
  }),
  computer_file_list: ({ path }: FileArgs, { machine }) => ({
    entries: machine.files.list(path).map(({ name, path: inside }) => ({ name, ...typeAndSize(machine, inside) })),
    truncated: false,
  }),
  computer_file_move: ({ path, destination, overwrite }: FileArgs, { machine }) => ({
    path: machine.files.move(path, destination, overwrite),
  }),
  computer_file_copy: ({ path, destination }: FileArgs, { machine }) => ({
    path: machine.files.real(destination),
    bytes: machine.files.copy(path, destination),
  }),
  computer_file_info: ({ path }: FileArgs, { machine }) => ({
    path: machine.files.real(path),
    ...typeAndSize(machine, path),
    modifiedAt: "2024-01-01T00:00:00Z",
    mode: "0644",
  }),
  computer_process_list: (_args, { machine }) => ({
    processes: [...machine.processes.values()].map((process) => ({ ...process, memoryBytes: 4_096 })),
  }),
  computer_process_start: startProcess,
  computer_process_terminate: ({ pid }: { pid: number }, { machine }) => {
    machine.endProcess(pid);
    return { pid, ended: true };
  },
  ...FAKE_APP_TOOLS,
};

export function listFakeWindows(machine: FakeMachine): WindowInfo[] {
  return machine.windows.map((window, index) => ({
    id: window.id,
    title: window.title,
    process: { pid: window.pid, name: window.process },
    position: { x: window.x, y: window.y },
    size: { width: window.width, height: window.height },
    visible: true,
    active: index === 0,
  }));
}

function point({ x, y }: Point, { machine }: FakeContext): Point {
  if (x >= machine.kind.width || y >= machine.kind.height)
    throw new RpcFailure(RPC_ERRORS.OUT_OF_FRAME, `(${x}, ${y}) is outside the screen`);
  machine.pointer = { x, y };
  machine.touch();
  return { x, y };
}

function insert({ text }: { text: string }, { machine }: FakeContext): { characters: number } {
  const top = machine.windows[0];
  if (top) top.text += text;
  machine.touch();
  return { characters: [...text].length };
}

function typeAndSize(machine: FakeMachine, path: string): { type: string; bytes: number } {
  return machine.files.isDirectory(path)
    ? { type: "directory", bytes: 0 }
    : { type: "file", bytes: machine.files.read(path).length };
}

async function startProcess(
  { app, argv, command, wait, timeoutMs }: StartArgs,
  context: FakeContext,
): Promise<unknown> {
  const { machine, signal, confine } = context;
  const running = { exitCode: null, signal: null, stdout: "", stderr: "", truncated: false, timedOut: false };
  if (app !== undefined) {
    const known = FAKE_APPS.find((candidate) => candidate.id === app);
    if (!known) throw new RpcFailure(RPC_ERRORS.NOT_FOUND, "there is no such application");
    if (confine !== null)
      throw new RpcFailure(RPC_ERRORS.INVALID_PARAMS, "an application cannot be confined", { parameter: "/confine" });
    const name = app === "terminal" ? "xterm" : app;
    return { pid: machine.openWindow(known.name, name, [name]).pid, ...running };
  }
  requireConfinable(machine, confine);
  const [name = "", ...operands] = argv ?? wordsOf(command ?? "");
  const process = machine.startProcess(name, [name, ...operands]);
  if (!wait) return { pid: process.pid, ...running };
  try {
    if (name === "sleep") await sleep(Math.min(Number(operands[0]) * 1_000, timeoutMs), undefined, { signal });
    const stdout = run(context, name, operands);
    return { pid: process.pid, ...running, exitCode: name === "false" ? 1 : 0, stdout };
  } finally {
    machine.processes.delete(process.pid);
  }
}

/** Refuses what the real launcher refuses. */
function requireConfinable(machine: FakeMachine, confine: Confine | null): void {
  if (confine === null) return;
  for (const directory of [...confine.writable, ...confine.readable]) {
    if (machine.files.real(directory) !== directory)
      throw new RpcFailure(RPC_ERRORS.FORBIDDEN, "a confined program gets only directories inside the allowed ones");
    if (!machine.canConfine || !machine.files.isDirectory(directory))
      throw new RpcFailure(RPC_ERRORS.CONFLICT, "the program could not be confined", { reason: "not_confined" });
  }
  if (!machine.canConfine)
    throw new RpcFailure(RPC_ERRORS.CONFLICT, "the program could not be confined", { reason: "not_confined" });
}

/** A shell that knows words and nothing else. */
const wordsOf = (command: string): string[] => command.split(" ").filter((word) => word !== "");

/** The few programs that a fake desktop has. A confined one sees the directories that it was given. */
function run({ machine, confine }: FakeContext, name: string, operands: readonly string[]): string {
  if (name === "echo") return `${operands.join(" ")}\n`;
  if (name === "cat") {
    const given = confine && [...confine.writable, ...confine.readable];
    const isThere = (path: string) =>
      given === null ||
      (given.some((directory) => path.startsWith(`${directory}/`)) &&
        !path.split("/").some((part) => confine?.hidden.includes(part)));
    return operands.map((path) => (isThere(path) ? machine.files.read(path).toString("utf8") : "")).join("");
  }
  if (["sleep", "true", "false"].includes(name)) return "";
  throw new RpcFailure(RPC_ERRORS.NOT_FOUND, "there is no such program");
}
