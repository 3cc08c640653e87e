import { findSession } from "@deskfleet/store";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { BODY_BYTES_MAX } from "../http/read-body.ts";
import { type Caller, codeOf, type Harness, startHarness } from "../testing/harness.ts";
import { connectMcp, type McpConnection, structuredOf, textOf } from "./testing-client.ts";
import { does, pathsOf, serveDesktops } from "./testing-desktops.ts";
import { INITIALIZE, postMcp } from "./testing-raw.ts";

let database: TestDatabase;
let harness: Harness;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url, {
    DESKFLEET_MCP_SESSIONS: "6",
    DESKFLEET_MCP_SESSIONS_PER_PRINCIPAL: "3",
    DESKFLEET_MCP_HOSTS: "desks.example",
  });
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});
beforeEach(async () => {
  await harness.reportWorker();
  serveDesktops(harness, ({ tool }) => does(tool, { width: 1_280, height: 800 }));
  harness.worker.calls.length = 0;
});
const ACCEPT = { accept: "application/json, text/event-stream" };
const open: McpConnection[] = [];
afterEach(async () => {
  for (const { client, transport } of open.splice(0)) {
    await transport.terminateSession().catch(() => undefined);
    await client.close();
  }
});

async function connect(caller: Caller, query = ""): Promise<McpConnection> {
  const connection = await connectMcp(harness.url, { key: caller.key, query });
  open.push(connection);
  return connection;
}
const size = ({ client }: McpConnection) => client.callTool({ name: "computer_screen_size", arguments: {} });
const which = async ({ client }: McpConnection) =>
  structuredOf(await client.callTool({ name: "deskfleet_session", arguments: {} }));
const stateOf = async (caller: Caller, id: unknown) =>
  (await harness.database.tenant(caller.tenantId, (tx) => findSession(tx, String(id))))?.state;

describe("who may connect", () => {
  it.each([
    ["no key", {}],
    ["an unknown key", { authorization: `Bearer dk_${"x".repeat(32)}` }],
    ["no bearer", { authorization: "Basic eDp5" }],
    ["a cookie", { cookie: "deskfleet_console=x", "sec-fetch-site": "same-origin" }],
  ])("401 for %s", async (_name, headers) => {
    const answer = await postMcp(harness.url, INITIALIZE, headers);
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="deskfleet"']);
  });

  it.each([
    ["another origin", { origin: "https://evil.example" }],
    ["a page of another site", { "sec-fetch-site": "cross-site" }],
    ["a name that an attacker bound to this address", { host: "evil.example", origin: "http://evil.example" }],
    ["such a name without an origin", { host: "evil.example:8080" }],
  ])("403 for %s, with a good key too", async (_name, headers) => {
    const authorization = `Bearer ${harness.ours.operator.key}`;
    expect((await postMcp(harness.url, INITIALIZE, { authorization, ...headers })).status).toBe(403);
  });

  it.each([
    ["a name that was set", { host: "desks.example" }],
    ["its own page", { origin: "self" }],
  ])("200 for %s", async (_name, headers) => {
    const authorization = `Bearer ${harness.ours.operator.key}`;
    const own = Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, v === "self" ? harness.url : v]));
    const answer = await postMcp(harness.url, INITIALIZE, { authorization, ...own });
    expect(answer.status).toBe(200);
    await harness.request("DELETE", "/mcp", {
      as: harness.ours.operator,
      headers: { "mcp-session-id": answer.headers.get("mcp-session-id") ?? "" },
    });
  });

  it("413 for a body that is larger than a REST call may be", async () => {
    const authorization = `Bearer ${harness.ours.operator.key}`;
    const huge = { ...INITIALIZE, padding: "x".repeat(BODY_BYTES_MAX) };
    expect((await postMcp(harness.url, huge, { authorization })).status).toBe(413);
  });

  it("counts against the caller's rate like REST", async () => {
    const authorization = `Bearer ${harness.ours.operator.key}`;
    const { headers } = await postMcp(harness.url, { jsonrpc: "2.0" }, { authorization });
    expect(headers.get("ratelimit-limit")).toBe("12000");
  });

  it.each([
    "?session=x",
    "?session=0193a000-0000-7000-8000-000000000001&grants=write",
    "?mode=none",
    "?grant=write",
    "?mode=full&mode=simple",
    "?trustedDomains=https://shop.example.com",
    "?session=0193a000-0000-7000-8000-000000000001&goal=Order+a+lamp",
  ])("400 for the options %s", async (query) => {
    const { operator } = harness.ours;
    const answer = await harness.request("POST", `/mcp${query}`, { as: operator, json: INITIALIZE });
    expect(codeOf(answer)).toEqual({ status: 400, code: "request.invalid" });
  });
});

describe("a connection", () => {
  it("is its principal's: to another key, also of the same tenant, it is not there", async () => {
    const { transport } = await connect(harness.ours.operator);
    const headers = { "mcp-session-id": transport.sessionId ?? "" };
    for (const as of [harness.ours.admin, harness.theirs.operator]) {
      for (const method of ["POST", "GET", "DELETE"]) {
        const body = method === "POST" ? { json: { jsonrpc: "2.0", id: 1, method: "ping" } } : {};
        const answer = await harness.request(method, "/mcp", { as, headers: { ...headers, ...ACCEPT }, ...body });
        expect([method, answer.status, answer.json?.error?.message]).toEqual([method, 404, "Session not found"]);
      }
    }
    expect(
      (
        await harness.request("POST", "/mcp", {
          as: harness.ours.operator,
          headers: { ...headers, ...ACCEPT },
          json: { jsonrpc: "2.0", id: 1, method: "ping" },
        })
      ).status,
    ).toBe(200);
  });

  it("ends by DELETE, and is not there afterwards", async () => {
    const { transport, client } = await connect(harness.ours.operator);
    await transport.terminateSession();
    const sent = client.ping();
    await expect(sent).rejects.toThrow();
  });

  it("makes place for another by ending the longest idle one of the same principal", async () => {
    const { operator } = harness.ours;
    const raw = () => harness.request("POST", "/mcp", { as: operator, headers: ACCEPT, json: INITIALIZE });
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push((await raw()).headers.get("mcp-session-id") ?? "");
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    const statuses: number[] = [];
    for (const id of ids) {
      const headers = { "mcp-session-id": id, ...ACCEPT };
      statuses.push((await harness.request("POST", "/mcp", { as: operator, headers, json: ping })).status);
    }
    expect(statuses).toEqual([404, 200, 200, 200]);
    for (const id of ids) await harness.request("DELETE", "/mcp", { as: operator, headers: { "mcp-session-id": id } });
  });

  it("is refused while all of the principal's are in use", async () => {
    const { viewer } = harness.theirs;
    for (let count = 0; count < 3; count += 1) await connect(viewer);
    const { streams } = harness.api.services.metrics;
    await vi.waitFor(async () => expect((await streams.get()).values[0]?.value).toBe(3), { timeout: 20_000 });
    const answer = await harness.request("POST", "/mcp", { as: viewer, headers: ACCEPT, json: INITIALIZE });
    expect(codeOf(answer)).toEqual({ status: 429, code: "request.rate_limited" });
  });
});

describe("its desktop", () => {
  it("is none until the first call, then its own, which ends with the connection", async () => {
    const { operator } = harness.ours;
    const connection = await connect(
      operator,
      "?grants=computer_use,app(text-editor),command(git push *)&display=1024x768&goal=Order+a+lamp&trustedDomains=shop.example.com,pay.example.com",
    );
    expect(await which(connection)).toEqual({ sessionId: null, state: null, endsWithConnection: true, liveView: null });
    expect(pathsOf(harness.worker.calls)).toEqual([]);
    expect(textOf(await size(connection))).toBe('{"width":1280,"height":800}');
    const { sessionId, ...facts } = await which(connection);
    expect(facts).toEqual({
      ...{ state: "active", endsWithConnection: true },
      liveView: `${harness.url}/v1/sessions/${sessionId}/view`,
    });
    expect(harness.worker.calls[0]?.body).toMatchObject({
      request: {
        desktop: { display: "1024x768" },
        grants: ["computer_use", "app(text-editor)", "command(git push *)"],
        goal: "Order a lamp",
        trustedDomains: ["shop.example.com", "pay.example.com"],
      },
    });
    await connection.transport.terminateSession();
    expect(pathsOf(harness.worker.calls)).toEqual([
      ...["/internal/sessions", "/internal/sessions/*/actions", "/internal/sessions/*/close"],
    ]);
    expect(await stateOf(operator, sessionId)).toBe("ended");
  });

  it("is started once for calls side by side", async () => {
    const connection = await connect(harness.ours.operator);
    await Promise.all([size(connection), size(connection), size(connection)]);
    expect(pathsOf(harness.worker.calls).filter((path) => path === "/internal/sessions")).toHaveLength(1);
  });

  it("is the one that the client named, and goes on after the connection", async () => {
    const { operator } = harness.ours;
    const { id } = await harness.openSession(operator);
    const connection = await connect(operator, `?session=${id}`);
    expect(await which(connection)).toMatchObject({ sessionId: id, endsWithConnection: false });
    await size(connection);
    await connection.transport.terminateSession();
    expect(pathsOf(harness.worker.calls)).toEqual(["/internal/sessions/*/actions"]);
    expect(await stateOf(operator, id)).toBe("active");
  });

  it("can be named by the header, and not twice in different ways", async () => {
    const { operator } = harness.ours;
    const { id } = await harness.openSession(operator);
    const request = (query: string) =>
      harness.request("POST", `/mcp${query}`, {
        as: operator,
        headers: { ...ACCEPT, "deskfleet-session": id },
        json: INITIALIZE,
      });
    expect((await request("")).status).toBe(200);
    expect((await request("?session=0193a000-0000-7000-8000-000000000001")).status).toBe(400);
  });

  it("of another tenant answers like one that does not exist", async () => {
    const { id } = await harness.openSession(harness.theirs.operator);
    for (const session of [id, "0193a000-0000-7000-8000-000000000001"]) {
      const answer = await harness.request("POST", `/mcp?session=${session}`, {
        as: harness.ours.operator,
        headers: ACCEPT,
        json: INITIALIZE,
      });
      expect(codeOf(answer)).toEqual({ status: 404, code: "resource.not_found" });
    }
  });

  it("that ended is said to have ended, and only the next call starts another", async () => {
    const { operator } = harness.ours;
    const connection = await connect(operator);
    await size(connection);
    const { sessionId } = await which(connection);
    await harness.request("POST", `/v1/sessions/${sessionId}/close`, { as: operator });
    const ended = await size(connection);
    expect([ended.isError, structuredOf(ended).code, textOf(ended)]).toEqual([
      ...[true, "session.ended", expect.stringContaining("The next call starts a new one")],
    ]);
    expect((await size(connection)).isError).toBeFalsy();
    expect((await which(connection)).sessionId).not.toBe(sessionId);
  });

  it("is not started for a viewer: the call says why", async () => {
    const connection = await connect(harness.ours.viewer);
    const result = await size(connection);
    expect([result.isError, structuredOf(result).code]).toEqual([true, "auth.forbidden"]);
    expect(harness.worker.calls).toEqual([]);
  });

  it("that cannot be had is a tool's error with what there was", async () => {
    harness.worker.onCall = () => ({
      status: 503,
      type: "application/problem+json",
      body: JSON.stringify({
        ...{ type: "x", status: 503, title: "x", detail: "This worker has no free desktop", instance: "urn:uuid:0" },
        ...{ code: "capacity.exhausted", retryable: true },
      }),
    });
    const result = await size(await connect(harness.ours.operator));
    expect([result.isError, structuredOf(result).code, structuredOf(result).retryable]).toEqual([
      ...[true, "capacity.exhausted", true],
    ]);
  });
});

describe("idleness", () => {
  it("ends a connection and its desktop, not one that is in use", async () => {
    const other = await freshDatabase();
    const idle = await startHarness(other.url, { DESKFLEET_MCP_IDLE_SECONDS: "1" });
    try {
      serveDesktops(idle, ({ tool }) => does(tool, { width: 1, height: 1 }));
      const { operator } = idle.ours;
      const listening = await connectMcp(idle.url, operator);
      const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "computer_screen_size" } };
      const opened = await idle.request("POST", "/mcp", { as: operator, headers: ACCEPT, json: INITIALIZE });
      const headers = { ...ACCEPT, "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
      await idle.request("POST", "/mcp", { as: operator, headers, json: call });
      await vi.waitFor(() => expect(pathsOf(idle.worker.calls)).toContain("/internal/sessions/*/close"), {
        timeout: 30_000,
        interval: 50,
      });
      expect((await idle.request("POST", "/mcp", { as: operator, headers, json: call })).status).toBe(404);
      await listening.client.ping();
      await listening.client.close();
    } finally {
      await idle.close();
      await other.drop();
    }
  });

  it("of the process itself: what it had started is closed before it ends", async () => {
    const other = await freshDatabase();
    const ending = await startHarness(other.url);
    serveDesktops(ending, ({ tool }) => does(tool, { width: 1, height: 1 }));
    const connection = await connectMcp(ending.url, ending.ours.operator);
    await size(connection);
    await ending.close();
    expect(pathsOf(ending.worker.calls)).toContain("/internal/sessions/*/close");
    await connection.client.close();
    await other.drop();
  });
});
