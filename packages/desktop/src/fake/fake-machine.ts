import { RPC_ERRORS, type VisibleTexts } from "@deskfleet/contracts";
import { RpcFailure } from "../bridge/rpc-failure.ts";
import type { DesktopKind } from "../driver.ts";
import type { FakeElement } from "./fake-app-state.ts";
import { FakeFiles } from "./fake-files.ts";

export interface FakeWindow {
  readonly id: number;
  readonly pid: number;
  readonly title: string;
  readonly process: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** What was typed into it. */
  text: string;
}

export interface FakeProcess {
  readonly pid: number;
  readonly name: string;
  readonly argv: readonly string[];
  readonly startedAt: string;
}

/** A tool call as it arrived, with what the worker said beside the arguments. */
export interface FakeCall {
  readonly method: string;
  readonly args: unknown;
  readonly realPaths: boolean;
  readonly confine: Confine | null;
}

export interface Confine {
  readonly writable: readonly string[];
  readonly readable: readonly string[];
  readonly hidden: readonly string[];
}

/** What reads the keys of a terminal window. */
export interface FakeTerminal {
  readonly cwd: string | null;
  readonly foreground: "shell" | "other" | null;
}

export interface FakeContext {
  readonly confine: Confine | null;
  /** Aborts with the RpcFailure that ends the call: CANCELLED, STOPPED, DEADLINE or STALE_TOKEN. */
  readonly signal: AbortSignal;
  readonly machine: FakeMachine;
}

/** A tool as tests replace it: gets the parsed arguments, returns the tool's result or throws an RpcFailure. */
export type FakeTool = (args: never, context: FakeContext) => unknown;

export const FAKE_APPS = [
  { id: "order-desk", name: "Order desk", class: "business" },
  { id: "text-editor", name: "Text editor", class: "editor" },
  { id: "file-manager", name: "File manager", class: "file-manager" },
  { id: "terminal", name: "Terminal", class: "terminal" },
  { id: "browser", name: "Browser", class: "browser" },
] as const;

const TERMINAL = "xterm";

/** The state of one fake desktop, open to tests: they look at what arrived and set what happens next. */
export class FakeMachine {
  readonly kind: DesktopKind;
  readonly files = new FakeFiles();
  /** Topmost first. */
  readonly windows: FakeWindow[] = [];
  readonly processes = new Map<number, FakeProcess>();
  /** Tool calls in the order in which they began to run. */
  readonly calls: FakeCall[] = [];
  /** Tools that a test replaced, by id. */
  readonly overrides = new Map<string, FakeTool>();
  /** By process id; a window without an entry is no terminal. The application `terminal` has one from its start. */
  readonly terminals = new Map<number, FakeTerminal>();
  /** Accessibility trees below the window, by process id; one that is not set before it is asked for has a field and a button. */
  readonly elements = new Map<number, FakeElement[]>();
  /** What the image says of an application, by the id of its state. */
  readonly instructions = new Map<string, string>();
  /** Processes that do not answer accessibility requests. */
  readonly frozen = new Set<number>();
  /** Programs run confined when they are told to; false: every such start is refused. */
  readonly canConfine: boolean;
  /** RFB messages of viewers: key and pointer events, in order. */
  readonly viewerInput: Buffer[] = [];
  pointer = { x: 0, y: 0 };
  clipboard = "";
  /** There is more on it than is answered. */
  isClipboardCut = false;
  visibleTexts: VisibleTexts["texts"] = [];
  secureRegions: { kind: string; x: number; y: number; width: number; height: number }[] = [];
  isAccessible = true;
  isStopped = false;
  /** The executor answers every request with INTERNAL. */
  isBroken = false;
  token = 0;
  /** Looks for the recording that were answered, and what each waits for. */
  recordings = 0;
  beforeRecording: () => Promise<void> | void = () => undefined;
  /** Counts changes of the picture; part of every frame id. */
  #damage = 1;
  #nextId = 100;
  readonly #onDamage = new Set<() => void>();

  constructor(kind: DesktopKind, canConfine = true) {
    this.kind = kind;
    this.canConfine = canConfine;
  }

  get damage(): number {
    return this.#damage;
  }

  /** The picture changed. */
  touch(): void {
    this.#damage++;
    for (const listener of [...this.#onDamage]) listener();
  }

  onDamage(listener: () => void): () => void {
    this.#onDamage.add(listener);
    return () => this.#onDamage.delete(listener);
  }

  openWindow(title: string, process: string, argv: readonly string[]): FakeWindow {
    const pid = this.startProcess(process, argv).pid;
    const offset = 40 * (this.windows.length % 5);
    const width = Math.min(600, this.kind.width);
    const height = Math.min(400, this.kind.height);
    const window = { id: this.#nextId++, pid, title, process, x: offset, y: offset, width, height, text: "" };
    if (process === TERMINAL) this.terminals.set(pid, { cwd: "/workspace", foreground: "shell" });
    this.windows.unshift(window);
    this.touch();
    return window;
  }

  startProcess(name: string, argv: readonly string[]): FakeProcess {
    const process = { pid: this.#nextId++, name, argv, startedAt: new Date().toISOString() };
    this.processes.set(process.pid, process);
    return process;
  }

  endProcess(pid: number): void {
    if (!this.processes.delete(pid)) throw new RpcFailure(RPC_ERRORS.NOT_FOUND, "there is no such process");
    const index = this.windows.findIndex((window) => window.pid === pid);
    if (index >= 0) this.windows.splice(index, 1);
    this.touch();
  }

  window(id: number): FakeWindow {
    const window = this.windows.find((candidate) => candidate.id === id);
    if (!window) throw new RpcFailure(RPC_ERRORS.NOT_FOUND, "there is no such window");
    return window;
  }

  raise(id: number): void {
    const window = this.window(id);
    this.windows.splice(this.windows.indexOf(window), 1);
    this.windows.unshift(window);
    this.touch();
  }
}
