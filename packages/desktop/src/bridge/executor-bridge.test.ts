import { type Duplex, duplexPair } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { RPC_ERRORS } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { ExecutorBridge } from "./executor-bridge.ts";

interface Request {
  id: number;
  method: string;
  params: Record<string, unknown>;
}

/** A bridge and the executor's end of its stream, with the requests that came. */
function connect(options: ConstructorParameters<typeof ExecutorBridge>[1] = {}) {
  const [near, far] = duplexPair();
  const requests: Request[] = [];
  let held = "";
  far.on("data", (chunk: Buffer) => {
    held += chunk.toString("utf8");
    const lines = held.split("\n");
    held = lines.pop() ?? "";
    requests.push(...lines.map((line) => JSON.parse(line) as Request));
  });
  far.on("error", () => far.destroy());
  const bridge = new ExecutorBridge(near, { graceMs: 50, ...options });
  const reply = (id: unknown, result: unknown) => far.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
  return { bridge, far, near, requests, reply };
}

const call = (bridge: ExecutorBridge, method = "anything", timeoutMs = 5_000) => bridge.call(method, {}, { timeoutMs });
/** Lets everything that was written arrive. */
const settle = () => sleep(10);

describe("a hostile or broken executor", () => {
  it.each([
    ["text that is not JSON", "hello\n"],
    ["an empty line", "\n"],
    ["bytes that are not UTF-8", Buffer.from([0x22, 0xff, 0x22, 0x0a])],
    ["a JSON value that is no response", "[1,2]\n"],
    ["a request of its own", '{"jsonrpc":"2.0","id":1,"method":"ping"}\n'],
    ["a response without result and error", '{"jsonrpc":"2.0","id":1}\n'],
    ["another protocol version", '{"jsonrpc":"1.0","id":1,"result":{}}\n'],
    ["a payload of a negative size", '{"jsonrpc":"2.0","id":1,"result":{"payloadBytes":-1}}\n'],
    ["a payload of half a byte", '{"jsonrpc":"2.0","id":1,"result":{"payloadBytes":0.5}}\n'],
    ["a payload size that is text", '{"jsonrpc":"2.0","id":1,"result":{"payloadBytes":"9"}}\n'],
    ["a payload beyond the limit", '{"jsonrpc":"2.0","id":1,"result":{"payloadBytes":1001}}\n'],
    ["a line beyond the limit", "x".repeat(2_001)],
  ])("ends the bridge with %s", async (_name, bytes) => {
    const { bridge, far, near } = connect({ lineBytesMax: 2_000, payloadBytesMax: 1_000 });
    const waiting = [call(bridge), call(bridge)];
    far.write(bytes);
    for (const outcome of await Promise.allSettled(waiting))
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "desktop.lost" } });
    expect(bridge.isAlive).toBe(false);
    expect(near.destroyed).toBe(true);
  });

  it("never repeats the desktop's words in the error's detail", async () => {
    const { bridge, far } = connect();
    const waiting = call(bridge);
    far.write("secret-of-the-desktop\n");
    await expect(waiting).rejects.toMatchObject({ detail: expect.not.stringContaining("secret") });
  });

  it("fails every waiting call at once when its stream ends, and every later call too", async () => {
    const { bridge, far } = connect();
    const reasons: string[] = [];
    bridge.onLost((reason) => reasons.push(reason));
    const waiting = Array.from({ length: 20 }, () => call(bridge));
    await settle();
    far.end();
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason.code)).toEqual(
      Array(20).fill("desktop.lost"),
    );
    await expect(call(bridge)).rejects.toMatchObject({ code: "desktop.lost" });
    bridge.onLost((reason) => reasons.push(reason));
    expect(reasons).toEqual(["the executor ended", "the executor ended"]);
  });

  it("fails a call whose payload breaks off in the middle", async () => {
    const { bridge, far, reply } = connect();
    const waiting = call(bridge);
    reply(1, { payloadBytes: 100 });
    far.end("half");
    await expect(waiting).rejects.toMatchObject({ code: "desktop.lost" });
  });

  it("ignores answers to unknown ids, with their payload, and counts them", async () => {
    const { bridge, far, reply } = connect();
    const waiting = call(bridge);
    reply(77, { payloadBytes: 5 });
    far.write("12\n45");
    reply("1", {});
    reply(null, {});
    reply(1, { fine: true });
    expect(await waiting).toEqual({ result: { fine: true }, payload: null });
    expect(bridge.strayReplies).toBe(3);
  });

  it.each([
    ["many", 1, 10_000],
    ["large", 1_048_576, 31],
  ])("ends the bridge when too %s answers come that nobody asked for", async (_name, length, allowed) => {
    const { bridge, far, reply } = connect();
    const line = `{"jsonrpc":"2.0","id":9,"result":"${"x".repeat(length)}"}\n`;
    for (let count = 0; count < allowed; count++) far.write(line);
    const waiting = call(bridge);
    reply(1, "still there");
    expect(await waiting).toMatchObject({ result: "still there" });
    for (let count = 0; count < 2; count++) far.write(line);
    await settle();
    expect(bridge.isAlive).toBe(false);
  });

  it("does not pass on a result that breaks the method's contract", async () => {
    const { bridge, reply } = connect();
    const ping = call(bridge, "ping");
    const tool = call(bridge, "computer_mouse_move");
    reply(1, { pid: "many" });
    reply(2, { durationMs: 1, payloadBytes: 0, frame: { frameId: 3 } });
    await expect(ping).rejects.toMatchObject({ code: "action.unknown" });
    await expect(tool).rejects.toMatchObject({ code: "action.unknown" });
    expect(bridge.isAlive).toBe(true);
  });

  it("counts as gone when it does not even answer a cancel", async () => {
    const { bridge, requests } = connect();
    await expect(call(bridge, "slow", 20)).rejects.toMatchObject({ code: "action.timeout" });
    await settle();
    expect(requests.map((request) => [request.method, request.params])).toEqual([
      ["slow", {}],
      ["cancel", { id: 1 }],
    ]);
    await sleep(200);
    expect(bridge.isAlive).toBe(false);
  });
});

describe("a call", () => {
  it("gets its own answer, in whatever order they come", async () => {
    const { bridge, reply } = connect();
    const calls = [call(bridge), call(bridge), call(bridge)];
    for (const id of [3, 1, 2]) reply(id, id);
    expect((await Promise.all(calls)).map((answer) => answer.result)).toEqual([1, 2, 3]);
  });

  it("gets its payload byte for byte, line feeds and all", async () => {
    const { bridge, far, reply } = connect();
    const waiting = [call(bridge), call(bridge)];
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256));
    reply(1, { payloadBytes: bytes.length });
    far.write(bytes);
    reply(2, "next");
    const [first, second] = await Promise.all(waiting);
    expect(first?.payload?.equals(bytes)).toBe(true);
    expect(second).toEqual({ result: "next", payload: null });
  });

  it("rejects with what the executor says, as an RpcFailure", async () => {
    const { bridge, far } = connect();
    const waiting = call(bridge);
    far.write('{"jsonrpc":"2.0","id":1,"error":{"code":-32008,"message":"no","data":{"missing":"x"}}}\n');
    await expect(waiting).rejects.toMatchObject({ name: "RpcFailure", code: -32_008, data: { missing: "x" } });
  });

  it("that was aborted before is never sent", async () => {
    const { bridge, requests } = connect();
    const aborted = bridge.call("x", {}, { timeoutMs: 1_000, signal: AbortSignal.abort() });
    await expect(aborted).rejects.toMatchObject({ code: RPC_ERRORS.CANCELLED, data: { sent: false } });
    await settle();
    expect(requests).toEqual([]);
  });

  it("that is aborted cancels in the desktop and tells how far it came", async () => {
    const { bridge, requests, reply, far } = connect();
    const abort = new AbortController();
    const cancelled = bridge.call("x", {}, { timeoutMs: 1_000, signal: abort.signal });
    const finished = bridge.call("y", {}, { timeoutMs: 1_000, signal: abort.signal });
    abort.abort();
    await settle();
    expect(requests.slice(2).map(({ method, params }) => [method, params])).toEqual([
      ["cancel", { id: 1 }],
      ["cancel", { id: 2 }],
    ]);
    reply(3, { cancelled: true });
    reply(4, { cancelled: false });
    far.write(`{"jsonrpc":"2.0","id":1,"error":{"code":${RPC_ERRORS.CANCELLED},"message":"cancelled"}}\n`);
    reply(2, "had finished");
    await expect(cancelled).rejects.toMatchObject({ code: RPC_ERRORS.CANCELLED });
    expect(await finished).toEqual({ result: "had finished", payload: null });
  });

  it("waits for the executor's own deadline first", async () => {
    const { bridge, reply } = connect({ graceMs: 500 });
    const waiting = call(bridge, "x", 20);
    await sleep(100);
    reply(1, "late but there");
    expect(await waiting).toEqual({ result: "late but there", payload: null });
  });

  it("beyond the executor's line limit is refused before it is sent", async () => {
    const { bridge, requests } = connect({ requestBytesMax: 100 });
    await expect(bridge.call("x", { text: "ä".repeat(50) }, { timeoutMs: 100 })).rejects.toMatchObject({
      code: "request.too_large",
    });
    await settle();
    expect(requests).toEqual([]);
  });

  it("is held back, in order, while the desktop does not read", async () => {
    const { bridge, far, near, requests } = connect();
    far.pause();
    const text = "x".repeat(300_000);
    const waiting = [1, 2, 3, 4].map((n) => bridge.call(`m${n}`, { text }, { timeoutMs: 5_000 }));
    await settle();
    expect(near.writableLength).toBeLessThan(700_000);
    far.resume();
    await sleep(50);
    expect(requests.map((request) => request.method)).toEqual(["m1", "m2", "m3", "m4"]);
    answerAll(far, requests);
    await Promise.all(waiting);
  });

  it("that is aborted while it is held back was never sent", async () => {
    const { bridge, far, requests } = connect();
    far.pause();
    const abort = new AbortController();
    const first = bridge.call("first", { text: "x".repeat(300_000) }, { timeoutMs: 5_000 });
    const second = bridge.call("second", {}, { timeoutMs: 5_000, signal: abort.signal });
    abort.abort();
    await expect(second).rejects.toMatchObject({ code: RPC_ERRORS.CANCELLED, data: { sent: false } });
    far.resume();
    await sleep(50);
    expect(requests.map((request) => request.method)).toEqual(["first"]);
    answerAll(far, requests);
    await first;
  });
});

function answerAll(far: Duplex, requests: readonly Request[]): void {
  for (const { id } of requests) far.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: null })}\n`);
}
