import type { Duplex } from "node:stream";
import { FleetError, RPC_ERRORS, RpcResponse } from "@deskfleet/contracts";
import { z } from "zod";
import type { CallOptions, CallReply, ExecutorClient } from "../driver.ts";
import { MessageReader, ProtocolFault } from "./message-reader.ts";
import { replySchema } from "./replies.ts";
import { RpcFailure } from "./rpc-failure.ts";

export interface BridgeOptions {
  /** Milliseconds that the bridge waits beyond the executor's own deadline, and after a cancel. */
  readonly graceMs?: number;
  readonly lineBytesMax?: number;
  readonly payloadBytesMax?: number;
  readonly requestBytesMax?: number;
}

const DEFAULTS = {
  graceMs: 2_000,
  /** A megabyte of file text, every character escaped as six. Parsing blocks the worker: no more than is needed. */
  lineBytesMax: 8 * 1_048_576,
  /** A raw 4K frame is 33 MB. */
  payloadBytesMax: 64 * 1_048_576,
  /** The executor's own limit for a line. */
  requestBytesMax: 8 * 1_048_576,
} satisfies Required<BridgeOptions>;

/** Answers to calls that were given up are normal; this many or this much that nobody asked for is an attack. */
const STRAY_REPLIES_MAX = 10_000;
const STRAY_BYTES_MAX = 32 * 1_048_576;

interface Pending {
  readonly id: number;
  readonly method: string;
  readonly schema: z.ZodType;
  readonly settle: (outcome: CallReply | Error) => void;
  timer: NodeJS.Timeout;
  isSent: boolean;
}

/**
 * The worker's end of the one pipe: JSON-RPC 2.0 over a byte stream (contracts' rpc.ts).
 *
 * The other end is hostile. A line that is not the protocol, a limit passed or an executor that does not even answer
 * `cancel` ends the bridge, and with it every call that waits; nothing is ever guessed or resynchronised.
 */
export class ExecutorBridge implements ExecutorClient {
  readonly #stream: Duplex;
  readonly #options: Required<BridgeOptions>;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners: ((reason: string) => void)[] = [];
  readonly #utf8 = new TextDecoder("utf-8", { fatal: true });
  #nextId = 1;
  #lostBecause: string | null = null;
  #strayReplies = 0;
  #strayBytes = 0;
  /** Of the line, with its payload, that is being handled. */
  #messageBytes = 0;
  /** The reply whose payload is being read. */
  #announced: { id: number; result: unknown } | null = null;
  #drained: Promise<void> | null = null;

  constructor(stream: Duplex, options: BridgeOptions = {}) {
    this.#stream = stream;
    this.#options = { ...DEFAULTS, ...options };
    const reader = new MessageReader({
      lineBytesMax: this.#options.lineBytesMax,
      payloadBytesMax: this.#options.payloadBytesMax,
      onLine: (line) => this.#onLine(line),
      onPayload: (payload) => this.#onPayload(payload),
    });
    stream.on("data", (chunk: Buffer) => {
      if (this.#lostBecause !== null) return;
      try {
        reader.push(chunk);
      } catch (error) {
        const what = error instanceof ProtocolFault ? error.message : "its answer could not be read";
        this.lose(`the executor broke the protocol: ${what}`, error);
      }
    });
    stream.on("end", () => this.lose("the executor ended"));
    stream.on("close", () => this.lose("the executor's stream closed"));
    stream.on("error", (error) => this.lose("the executor's stream failed", error));
  }

  get isAlive(): boolean {
    return this.#lostBecause === null;
  }

  /** Replies to ids that nobody waits for: late ones, and ones that nobody asked for. */
  get strayReplies(): number {
    return this.#strayReplies;
  }

  /** Called once; at once if the bridge has ended already. */
  onLost(listener: (reason: string) => void): void {
    if (this.#lostBecause === null) this.#listeners.push(listener);
    else listener(this.#lostBecause);
  }

  call(method: string, params: unknown, options: CallOptions): Promise<CallReply> {
    return new Promise((resolve, reject) => {
      if (this.#lostBecause !== null) return reject(lost(this.#lostBecause));
      const { signal, timeoutMs } = options;
      if (signal?.aborted) return reject(neverSent());
      const id = this.#nextId++;
      const line = Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
      if (line.length > this.#options.requestBytesMax)
        return reject(
          new FleetError("request.too_large", `A call holds at most ${this.#options.requestBytesMax} bytes`),
        );

      const onAbort = () => this.#cancel(call);
      const call: Pending = {
        id,
        method,
        schema: replySchema(method) ?? z.unknown(),
        timer: setTimeout(() => this.#giveUp(call), timeoutMs + this.#options.graceMs),
        isSent: false,
        settle: (outcome) => {
          if (!this.#pending.delete(id)) return;
          clearTimeout(call.timer);
          signal?.removeEventListener("abort", onAbort);
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        },
      };
      this.#pending.set(id, call);
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#send(call, line);
    });
  }

  /** Ends the bridge and fails what waits. `reason` is ours: it goes to clients. */
  lose(reason: string, cause?: unknown): void {
    if (this.#lostBecause !== null) return;
    this.#lostBecause = reason;
    for (const call of [...this.#pending.values()]) call.settle(lost(reason, cause));
    this.#stream.destroy();
    for (const listener of this.#listeners.splice(0)) listener(reason);
  }

  /** Holds the line back while the stream is full; calls keep their order. */
  #send(call: Pending, line: Buffer): void {
    if (!this.#pending.has(call.id)) return;
    if (this.#stream.writableNeedDrain) {
      this.#drained ??= new Promise((resolve) => {
        this.#stream.once("drain", () => {
          this.#drained = null;
          resolve();
        });
      });
      this.#drained.then(() => this.#send(call, line));
      return;
    }
    call.isSent = true;
    this.#stream.write(line);
  }

  /** The caller aborted: the executor says how far it came, CANCELLED or the result it had already. */
  #cancel(call: Pending): void {
    if (call.isSent) {
      clearTimeout(call.timer);
      call.timer = setTimeout(() => this.#giveUp(call), this.#options.graceMs);
      this.#tellCancelled(call.id);
    } else call.settle(neverSent());
  }

  /** Neither answer nor error came in time. */
  #giveUp(call: Pending): void {
    if (call.method === "cancel") this.lose("the executor does not answer");
    if (call.isSent) this.#tellCancelled(call.id);
    call.settle(
      new FleetError("action.timeout", "The desktop did not answer in time", { data: { sent: call.isSent } }),
    );
  }

  #tellCancelled(id: number): void {
    if (!this.isAlive) return;
    // A refusal means that the call has just ended, a silence that the executor is dead: #giveUp sees to that.
    this.call("cancel", { id }, { timeoutMs: this.#options.graceMs }).catch(() => undefined);
  }

  #onLine(line: Buffer): number {
    this.#messageBytes = line.length;
    const message = this.#parse(line);
    const { id } = message;
    if ("error" in message) {
      const { code, message: text, data } = message.error;
      this.#take(id)?.settle(new RpcFailure(code, text, data));
      return 0;
    }
    const payloadBytes = announcedBytes(message.result);
    if (payloadBytes === 0) this.#finish(id, message.result, null);
    else this.#announced = { id: typeof id === "number" ? id : Number.NaN, result: message.result };
    return payloadBytes;
  }

  #onPayload(payload: Buffer): void {
    const announced = this.#announced;
    this.#announced = null;
    this.#messageBytes += payload.length;
    if (announced) this.#finish(announced.id, announced.result, payload);
  }

  #parse(line: Buffer): z.infer<typeof RpcResponse> {
    let value: unknown;
    try {
      value = JSON.parse(this.#utf8.decode(line));
    } catch (cause) {
      throw new ProtocolFault("a line is not JSON", { cause });
    }
    const response = RpcResponse.safeParse(value);
    if (!response.success) throw new ProtocolFault("a line is not a JSON-RPC response");
    return response.data;
  }

  #finish(id: number | string | null, result: unknown, payload: Buffer | null): void {
    const call = this.#take(id);
    if (!call) return;
    const parsed = call.schema.safeParse(result);
    call.settle(
      parsed.success
        ? { result: parsed.data, payload }
        : new FleetError("action.unknown", "The desktop's answer is not what was agreed", { cause: parsed.error }),
    );
  }

  #take(id: number | string | null): Pending | undefined {
    const call = typeof id === "number" ? this.#pending.get(id) : undefined;
    if (call) return call;
    this.#strayReplies++;
    this.#strayBytes += this.#messageBytes;
    if (this.#strayReplies > STRAY_REPLIES_MAX || this.#strayBytes > STRAY_BYTES_MAX)
      throw new ProtocolFault("too many answers to no call");
    return undefined;
  }
}

function announcedBytes(result: unknown): number {
  if (typeof result !== "object" || result === null || !("payloadBytes" in result)) return 0;
  const bytes = result.payloadBytes;
  if (typeof bytes === "number" && Number.isSafeInteger(bytes) && bytes >= 0) return bytes;
  throw new ProtocolFault("payloadBytes is not a size");
}

function lost(reason: string, cause?: unknown): FleetError {
  return new FleetError("desktop.lost", `The desktop is gone: ${reason}`, { cause });
}

function neverSent(): RpcFailure {
  return new RpcFailure(RPC_ERRORS.CANCELLED, "cancelled before it was sent", { sent: false });
}
