import { createHash } from "node:crypto";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { RPC_ERRORS, TOOLS, ToolCall } from "@deskfleet/contracts";
import { z } from "zod";
import { MessageReader } from "../bridge/message-reader.ts";
import { RpcFailure } from "../bridge/rpc-failure.ts";
import { FAKE_APP_ARGS, locateFakeApps } from "./fake-app-state.ts";
import { type FakeFrameRequest, fakeFrame, fakePixels } from "./fake-frame.ts";
import { FAKE_APPS, type FakeMachine } from "./fake-machine.ts";
import { FAKE_TOOLS, listFakeWindows } from "./fake-tools.ts";

const Request = z.object({ jsonrpc: z.literal("2.0"), id: z.number(), method: z.string(), params: z.unknown() });
type Request = z.infer<typeof Request>;
const Cancel = z.object({ id: z.number() });
const Lease = z.object({ token: z.number().int() });
const Resolve = z.object({ paths: z.array(z.string()), followLast: z.boolean().default(true) });
const Terminal = z.union([z.strictObject({ windowId: z.number().int() }), z.strictObject({ pid: z.number().int() })]);
const Located = z.strictObject({ app: z.string() });
const Recorded = z.strictObject({ ifChangedFrom: z.string().max(64).optional() });
const Target = z.object({ x: z.number().int(), y: z.number().int(), radius: z.number().int() });

const START = "computer_process_start";
const KEYBOARD = new Set([
  "computer_keyboard_type",
  "computer_clipboard_paste",
  "computer_key_press",
  "computer_hotkey",
]);

/** Speaks the executor's side of the protocol on a stream, on a machine in memory. Actions run one after another. */
export class FakeExecutor {
  readonly #stream: Duplex;
  readonly #machine: FakeMachine;
  readonly #running = new Map<number, { token: number | null; controller: AbortController }>();
  #actions: Promise<unknown> = Promise.resolve();

  constructor(stream: Duplex, machine: FakeMachine) {
    this.#stream = stream;
    this.#machine = machine;
    const reader = new MessageReader({
      lineBytesMax: 8 * 1_048_576,
      payloadBytesMax: 0,
      onPayload: () => undefined,
      onLine: (line) => {
        void this.#answer(Request.parse(JSON.parse(line.toString("utf8"))));
        return 0;
      },
    });
    stream.on("data", (chunk: Buffer) => reader.push(chunk));
    stream.on("close", () => this.#end(() => true, new RpcFailure(RPC_ERRORS.CANCELLED, "the executor ends")));
    stream.on("error", () => stream.destroy());
  }

  async #answer({ id, method, params }: Request): Promise<void> {
    try {
      const { result, payload } = await this.#dispatch(id, method, params);
      this.#send({ jsonrpc: "2.0", id, result }, payload);
    } catch (error) {
      const failure = error instanceof RpcFailure ? error : new RpcFailure(RPC_ERRORS.INTERNAL, "internal error");
      const { code, message, data } = failure;
      this.#send({ jsonrpc: "2.0", id, error: { code, message, data } }, null);
    }
  }

  #send(message: object, payload: Buffer | null): void {
    if (this.#stream.destroyed) return;
    this.#stream.write(`${JSON.stringify(message)}\n`);
    if (payload && payload.length > 0) this.#stream.write(payload);
  }

  async #dispatch(id: number, method: string, params: unknown): Promise<{ result: unknown; payload: Buffer | null }> {
    if (this.#machine.isBroken) throw new RpcFailure(RPC_ERRORS.INTERNAL, "internal error");
    if (TOOLS.has(method)) return this.#callTool(id, method, parse(ToolCall, params));
    if (method === "record_frame") return this.#record(parse(Recorded, params).ifChangedFrom);
    return { result: this.#control(method, params), payload: null };
  }

  async #record(ifChangedFrom: string | undefined): Promise<{ result: unknown; payload: Buffer | null }> {
    const machine = this.#machine;
    await machine.beforeRecording();
    const windows = listFakeWindows(machine);
    const { frame, payload } = await fakeFrame(machine, { format: "png", quality: 80, scale: 1, ifChangedFrom });
    machine.recordings += 1;
    return { result: { frame, windows, payloadBytes: payload.length }, payload };
  }

  #control(method: string, params: unknown): unknown {
    const machine = this.#machine;
    const { width, height, display } = machine.kind;
    switch (method) {
      case "ping":
        return {
          pid: 42,
          version: "fake",
          screen: { width, height },
          accessibility: machine.isAccessible,
          display,
          confinement: { kind: machine.canConfine ? "namespaces" : "none", landlock: machine.canConfine ? 6 : 0 },
          apps: FAKE_APPS,
        };
      case "lease":
        return { token: this.#takeToken(parse(Lease, params).token) };
      case "stop":
        machine.isStopped = true;
        this.#end(({ token }) => token !== null, new RpcFailure(RPC_ERRORS.STOPPED, "the session is stopped"));
        return { stopped: true };
      case "resume":
        machine.isStopped = false;
        return { stopped: false };
      case "cancel":
        return { cancelled: this.#cancel(parse(Cancel, params).id) };
      case "resolve_paths":
        return { resolved: parse(Resolve, params).paths.map((path) => resolvePath(machine, path)) };
      case "secure_regions":
        return { regions: machine.secureRegions, complete: true };
      case "terminal_state":
        return terminalState(machine, parse(Terminal, params));
      case "app_instructions":
        return { text: machine.instructions.get(parse(Located, params).app) ?? null };
      case "locate_app":
        return locateFakeApps(machine, parse(Located, params).app);
      case "read_clipboard":
        parse(z.strictObject({}), params);
        return { text: machine.clipboard, truncated: machine.isClipboardCut };
      case "visible_texts":
        return { texts: machine.visibleTexts, complete: true };
      case "text_extents":
        return { extents: [] };
      case "target_digest":
        return { digest: targetDigest(machine, parse(Target, params)) };
      default:
        throw new RpcFailure(RPC_ERRORS.METHOD_NOT_FOUND, "there is no such method");
    }
  }

  async #callTool(id: number, method: string, call: ToolCall): Promise<{ result: unknown; payload: Buffer | null }> {
    const tool = TOOLS.get(method);
    const args = parse(FAKE_APP_ARGS[method] ?? tool?.parameters ?? z.never(), call.args);
    if (call.confine && method !== START)
      throw new RpcFailure(RPC_ERRORS.INVALID_PARAMS, "this tool starts no program", { parameter: "/confine" });
    const token = this.#takeToken(call.token);
    if (this.#machine.isStopped) throw new RpcFailure(RPC_ERRORS.STOPPED, "the session is stopped");
    const controller = new AbortController();
    this.#running.set(id, { token, controller });
    const late = new RpcFailure(RPC_ERRORS.DEADLINE, "the deadline has passed");
    const timer = setTimeout(() => controller.abort(late), call.deadlineMs);
    const work = () => this.#runTool(method, args, call, controller.signal);
    try {
      if (tool?.isReadOnly) return await work();
      const done = this.#actions.then(work);
      this.#actions = done.catch(() => undefined);
      return await done;
    } finally {
      clearTimeout(timer);
      this.#running.delete(id);
    }
  }

  async #runTool(
    method: string,
    args: unknown,
    { observe, activeWindow, realPaths = false, confine = null, wholeScreen }: ToolCall,
    signal: AbortSignal,
  ): Promise<{ result: unknown; payload: Buffer | null }> {
    const machine = this.#machine;
    const startedAt = performance.now();
    signal.throwIfAborted();
    if (activeWindow !== undefined && KEYBOARD.has(method) && activeWindow !== (machine.windows[0]?.id ?? 0))
      throw new RpcFailure(RPC_ERRORS.CONFLICT, "another window has the keyboard", { reason: "focus_changed" });
    machine.calls.push({ method, args, realPaths, confine });
    const run = machine.overrides.get(method) ?? FAKE_TOOLS[method];
    const captures = method === "computer_screen_capture" && !machine.overrides.has(method);
    let result: unknown = null;
    try {
      if (!captures) result = await run?.(args as never, { signal, machine, confine });
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    }
    const request = captures ? (args as FakeFrameRequest) : observe;
    const durationMs = performance.now() - startedAt;
    if (!request) return { result: { result, payloadBytes: 0, durationMs }, payload: null };
    if (!captures && observe) await sleep(Math.min(observe.quietMs, observe.settleMsMax, 5));
    const { frame, payload } = await fakeFrame(machine, { ...request, wholeScreen });
    return { result: { result, frame, payloadBytes: payload.length, durationMs }, payload };
  }

  #takeToken(token: number): number {
    const machine = this.#machine;
    const stale = () =>
      new RpcFailure(RPC_ERRORS.STALE_TOKEN, "another worker holds the lease", { current: machine.token });
    if (token < machine.token) throw stale();
    machine.token = token;
    this.#end((call) => call.token !== null && call.token < token, stale());
    return token;
  }

  #cancel(id: number): boolean {
    const call = this.#running.get(id);
    call?.controller.abort(new RpcFailure(RPC_ERRORS.CANCELLED, "the call was cancelled"));
    return call !== undefined;
  }

  #end(holds: (call: { token: number | null }) => boolean, error: RpcFailure): void {
    for (const call of this.#running.values()) if (holds(call)) call.controller.abort(error);
  }
}

function parse<T>(schema: z.ZodType<T>, params: unknown): T {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const parameter = `/${parsed.error.issues[0]?.path.join("/") ?? ""}`;
  throw new RpcFailure(RPC_ERRORS.INVALID_PARAMS, "a parameter is not valid", { parameter });
}

function resolvePath(machine: FakeMachine, path: string): object {
  try {
    const exists = machine.files.has(path);
    const type = exists ? (machine.files.isDirectory(path) ? "directory" : "file") : null;
    return { path, real: machine.files.real(path), type, exists };
  } catch {
    // Outside the desktop's directories there is nothing in memory: the path leads where it says.
    return { path, real: path, type: null, exists: false };
  }
}

function terminalState(machine: FakeMachine, asked: z.infer<typeof Terminal>): object {
  const pid = "pid" in asked ? asked.pid : machine.window(asked.windowId).pid;
  return machine.terminals.get(pid) ?? { cwd: null, foreground: null };
}

function targetDigest(machine: FakeMachine, { x, y, radius }: z.infer<typeof Target>): string {
  const { width, height } = machine.kind;
  if (x >= width || y >= height) throw new RpcFailure(RPC_ERRORS.OUT_OF_FRAME, `(${x}, ${y}) is outside the screen`);
  const pixels = fakePixels(machine);
  const hash = createHash("sha256");
  for (let row = Math.max(0, y - radius); row <= Math.min(height - 1, y + radius); row++)
    hash.update(
      pixels.subarray((row * width + Math.max(0, x - radius)) * 3, (row * width + Math.min(width, x + radius + 1)) * 3),
    );
  return hash.digest("hex");
}
