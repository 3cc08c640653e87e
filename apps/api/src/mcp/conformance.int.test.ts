import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { type Harness, startHarness } from "../testing/harness.ts";
import { does, serveDesktops } from "./testing-desktops.ts";
import { INITIALIZE, messagesOf, postMcp, type RawAnswer } from "./testing-raw.ts";

let database: TestDatabase;
let harness: Harness;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
  serveDesktops(harness, ({ tool }) => does(tool, { width: 1, height: 1 }));
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

const authorization = () => `Bearer ${harness.ours.operator.key}`;
const send = (body: unknown, headers: Record<string, string> = {}) =>
  postMcp(harness.url, body, { authorization: authorization(), ...headers });
async function initialize(protocolVersion = "2025-11-25"): Promise<RawAnswer & { id: string }> {
  const answer = await send({ ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion } });
  return { ...answer, id: answer.headers.get("mcp-session-id") ?? "" };
}
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails when it is not there
const firstOf = ({ text }: RawAnswer) => messagesOf(text)[0] as Record<string, any>;
const PING = { jsonrpc: "2.0", id: 1, method: "ping" };
const CALL = { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "computer_screen_size", arguments: {} } };

beforeEach(() => harness.reportWorker());

describe("initialize", () => {
  it.each(["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"])("speaks %s", async (version) => {
    const answer = await initialize(version);
    expect(answer.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(firstOf(answer).result).toMatchObject({
      protocolVersion: version,
      serverInfo: { name: "deskfleet", title: "Deskfleet" },
      capabilities: { tools: { listChanged: true }, resources: {} },
      instructions: expect.stringContaining("desktop"),
    });
  });
  it.each(["1999-01-01", "2999-01-01"])("answers %s with the newest that it speaks", async (version) => {
    expect(firstOf(await initialize(version)).result.protocolVersion).toBe("2025-11-25");
  });
  it("twice on one connection is refused", async () => {
    const { id } = await initialize();
    const again = await send(INITIALIZE, { "mcp-session-id": id });
    expect([again.status, firstOf(again).error.code]).toEqual([400, -32_600]);
  });
  it("is needed first", async () => {
    const answer = await send(PING);
    expect([answer.status, firstOf(answer).error.message]).toEqual([400, expect.stringContaining("initialize first")]);
  });
});

describe("requests", () => {
  it("ping answers nothing, and an unknown method that it is unknown", async () => {
    const { id } = await initialize();
    const headers = { "mcp-session-id": id };
    expect(firstOf(await send(PING, headers))).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    const unknown = firstOf(await send({ jsonrpc: "2.0", id: "a", method: "tools/destroy" }, headers));
    expect(unknown).toEqual({ jsonrpc: "2.0", id: "a", error: { code: -32_601, message: "Method not found" } });
  });

  it("an unknown tool is an error of the protocol, an unknown resource too", async () => {
    const { id } = await initialize();
    const headers = { "mcp-session-id": id };
    const tool = firstOf(await send({ ...CALL, params: { name: "computer_format_disk" } }, headers));
    expect(tool.error).toEqual({
      code: -32_602,
      message: expect.stringContaining("Unknown tool: computer_format_disk"),
    });
    const read = { jsonrpc: "2.0", id: 2, method: "resources/read", params: { uri: "deskfleet://nothing" } };
    expect(firstOf(await send(read, headers)).error.code).toBe(-32_002);
  });

  it("a notification is accepted without a body", async () => {
    const { id } = await initialize();
    const answer = await send({ jsonrpc: "2.0", method: "notifications/initialized" }, { "mcp-session-id": id });
    expect([answer.status, answer.text]).toEqual([202, ""]);
  });

  it("a batch is answered in the version that has batches, and refused in later ones", async () => {
    const { id } = await initialize("2025-03-26");
    const headers = { "mcp-session-id": id };
    const answers = messagesOf((await send([PING, { ...PING, id: 2 }], headers)).text);
    expect(answers.map(({ id: of }) => of).sort()).toEqual([1, 2]);
    const refused = await send([PING], { ...headers, "mcp-protocol-version": "2025-06-18" });
    expect([refused.status, firstOf(refused).error.code]).toEqual([400, -32_600]);
  });
});

describe("what is not the protocol", () => {
  it.each([
    ["no JSON", "{", 400, -32_700],
    ["an empty body", "", 400, -32_700],
    ["JSON that is no message", '{"hello":1}', 400, undefined],
    ["half of a surrogate pair", `{"jsonrpc":"2.0","id":1,"method":"\\ud800"}`, 400, -32_600],
    ["a number that would become another", `{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}`, 400, -32_600],
    ["nesting without end", `${"[".repeat(100)}${"]".repeat(100)}`, 400, -32_600],
  ])("%s", async (_name, body, status, code) => {
    const { id } = await initialize();
    const answer = await send(body, { "mcp-session-id": id });
    expect(answer.status).toBe(status);
    if (code !== undefined) expect(firstOf(answer).error.code).toBe(code);
  });

  it.each([
    ["half of a surrogate pair", "text", '"\\ud800"'],
    ["a NUL", "text", '"\\u0000"'],
    ["a number that would become another", "x", "12345678901234567890"],
  ])("%s in a tool's arguments is the tool's error, for the model that wrote it", async (_name, field, value) => {
    const { id } = await initialize();
    const args = `{"app":"editor","${field}":${value}}`;
    const body = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"click","arguments":${args}}}`;
    const answer = await send(body, { "mcp-session-id": id });
    expect([answer.status, firstOf(answer)]).toEqual([
      200,
      { jsonrpc: "2.0", id: 7, result: expect.objectContaining({ isError: true }) },
    ]);
    expect(firstOf(answer).result.structuredContent.faults).toEqual([
      { path: `/params/${field}`, message: expect.any(String) },
    ]);
  });

  it.each([
    ["application/json", 406],
    ["text/event-stream", 406],
    ["text/html", 406],
  ])("Accept: %s answers %d", async (accept, status) => {
    expect((await send(INITIALIZE, { accept })).status).toBe(status);
  });
  it("another content type answers 415", async () => {
    expect((await send(INITIALIZE, { "content-type": "text/plain" })).status).toBe(415);
  });
  it("a refused connection is none: it takes no place", async () => {
    const before = await send(INITIALIZE, { accept: "text/html" });
    expect(before.headers.get("mcp-session-id")).toBeNull();
  });
  it.each(["PUT", "PATCH", "OPTIONS", "HEAD"])("%s answers 405 and what is allowed", async (method) => {
    const answer = await harness.request(method, "/mcp", { as: harness.ours.operator });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, POST, DELETE"]);
  });
  it("a version of the protocol that nobody speaks answers 400", async () => {
    const { id } = await initialize();
    expect((await send(PING, { "mcp-session-id": id, "mcp-protocol-version": "1999-01-01" })).status).toBe(400);
    expect((await send(PING, { "mcp-session-id": id, "mcp-protocol-version": "2025-06-18" })).status).toBe(200);
  });
});

describe("streams", () => {
  const listen = (id: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
    fetch(`${harness.url}/mcp`, {
      headers: { authorization: authorization(), accept: "text/event-stream", "mcp-session-id": id, ...headers },
      ...(signal ? { signal } : {}),
    });

  it("GET opens one stream of notifications, kept open by comments, and no second one", async () => {
    const { id } = await initialize();
    const ended = new AbortController();
    const first = await listen(id, {}, ended.signal);
    expect([first.status, first.headers.get("content-type"), first.headers.get("x-accel-buffering")]).toEqual([
      ...[200, "text/event-stream", "no"],
    ]);
    expect((await listen(id)).status).toBe(409);
    ended.abort();
  });
  it("GET without the right Accept answers 406", async () => {
    const { id } = await initialize();
    expect((await listen(id, { accept: "application/json" })).status).toBe(406);
  });

  it("an answer whose stream broke off is fetched with Last-Event-ID, once it is there; nothing is done twice", async () => {
    const { id } = await initialize();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const done: string[] = [];
    serveDesktops(harness, async ({ tool }) => {
      await held;
      done.push(tool);
      return does(tool, { width: 5, height: 5 });
    });
    const headers = { authorization: authorization(), "mcp-session-id": id, "mcp-protocol-version": "2025-11-25" };
    const broken = new AbortController();
    const answer = await fetch(`${harness.url}/mcp`, {
      method: "POST",
      headers: { ...headers, accept: "application/json, text/event-stream", "content-type": "application/json" },
      body: JSON.stringify(CALL),
      signal: broken.signal,
    });
    const reader = answer.body?.getReader();
    const first = new TextDecoder().decode((await reader?.read())?.value);
    const lastEventId = /^id: (.+)$/m.exec(first)?.[1] ?? "";
    broken.abort();
    release();
    const resumed = await listen(id, { "last-event-id": lastEventId });
    const [message] = messagesOf(await textUntilAnswer(resumed));
    expect(message).toMatchObject({ id: 7, result: { structuredContent: { width: 5, height: 5 } } });
    expect(done).toEqual(["computer_screen_size"]);

    const whole = await listen(id, { "last-event-id": lastEventId });
    expect(messagesOf(await whole.text())).toHaveLength(1);
    const answerId = [
      ...(await (await listen(id, { "last-event-id": lastEventId })).text()).matchAll(/^id: (.+)$/gm),
    ].at(-1);
    expect((await listen(id, { "last-event-id": answerId?.[1] ?? "" })).status).toBe(204);
  });

  it("a Last-Event-ID that is none of the connection's answers 400", async () => {
    const { id } = await initialize();
    expect((await listen(id, { "last-event-id": "zzz" })).status).toBe(400);
  });
});

/** A stream that was resumed while its request ran stays open: read until the answer. */
async function textUntilAnswer(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  let text = "";
  while (!/"result"/.test(text) || !text.endsWith("\n\n")) {
    const part = await reader?.read();
    if (part === undefined || part.done) break;
    text += new TextDecoder().decode(part.value);
  }
  await reader?.cancel();
  return text;
}
