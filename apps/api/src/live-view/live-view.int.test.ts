import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { createKey, revokeKey, updateSession } from "@deskfleet/store";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { freshDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { type Caller, codeOf, type Harness, startHarness } from "../testing/harness.ts";

let database: TestDatabase;
let harness: Harness;
let sessionId: string;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});
beforeEach(async () => {
  harness.worker.calls.length = 0;
  harness.worker.vncRefusal = null;
  sessionId = (await harness.openSession(harness.ours.operator)).id;
});

const PAGE = { "sec-fetch-site": "same-origin" };
const getTicket = async (mode = "view", as: Caller = harness.ours.operator, id = sessionId): Promise<string> => {
  const { json } = await harness.request("POST", `/v1/sessions/${id}/tickets`, { as, json: { mode } });
  return json.ticket;
};
const redeem = (ticket: string, id = sessionId, headers: Record<string, string> = PAGE) =>
  harness.request("POST", `/v1/sessions/${id}/view/redeem`, { as: null, json: { ticket }, headers });
const cookieOf = (headers: Headers) => (headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";

type Opened = { socket: WebSocket; first: Buffer } | { status: number; code: string };
/** Opens the VNC socket as the page does; answers the first bytes of RFB, or the refusal. */
function open(ticket: string | null, options: { id?: string; headers?: Record<string, string> } = {}): Promise<Opened> {
  const url = new URL(`${harness.url.replace("http", "ws")}/v1/sessions/${options.id ?? sessionId}/vnc`);
  if (ticket !== null) url.searchParams.set("ticket", ticket);
  const socket = new WebSocket(url, "binary", options.headers ? { headers: options.headers } : {});
  return new Promise((resolve, reject) => {
    socket.once("message", (data) => resolve({ socket, first: data as Buffer }));
    socket.once("unexpected-response", (_request, response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, code: JSON.parse(text).code }));
    });
    socket.once("error", reject);
  });
}
async function openOk(ticket: string, headers?: Record<string, string>): Promise<WebSocket> {
  const opened = await open(ticket, headers ? { headers } : {});
  if (!("socket" in opened)) throw new Error(`refused: ${JSON.stringify(opened)}`);
  expect(opened.first.toString()).toBe("RFB 003.008\n");
  return opened.socket;
}
const closed = (socket: WebSocket) => new Promise<number>((resolve) => socket.once("close", (code) => resolve(code)));

describe("the socket is refused before the upgrade", () => {
  const refused = { status: 401, code: "ticket.invalid" };

  it("without a ticket, with one that is none, and with a key in its place", async () => {
    expect(await open(null)).toEqual(refused);
    expect(await open("A".repeat(43))).toEqual(refused);
    expect(await open(harness.ours.admin.key)).toEqual(refused);
    expect(await open(null, { headers: { authorization: `Bearer ${harness.ours.admin.key}` } })).toEqual(refused);
    expect(harness.worker.calls).toEqual([]);
  });

  it("with a ticket that was used, also when twenty use it at once", async () => {
    const ticket = await getTicket();
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(ticket)));
    const sockets = answers.filter((answer) => "socket" in answer);
    expect(sockets).toHaveLength(1);
    expect(answers.filter((answer) => !("socket" in answer))).toEqual(Array.from({ length: 19 }, () => refused));
    for (const { socket } of sockets) socket.terminate();
  });

  it("with another session's ticket, which is used up by it", async () => {
    const other = await harness.openSession(harness.ours.operator);
    const ticket = await getTicket("view", harness.ours.operator, other.id);
    expect(await open(ticket)).toEqual(refused);
    expect(await open(ticket, { id: other.id })).toEqual(refused);
  });

  it("with a ticket of a key that was revoked since", async () => {
    const { tenantId } = harness.ours.operator;
    const made = await harness.database.system((tx) => createKey(tx, { tenantId, name: "x", role: "viewer" }));
    const ticket = await getTicket("view", { tenantId, principalId: made.id, role: "viewer", key: made.key });
    await harness.database.tenant(tenantId, (tx) => revokeKey(tx, made.id));
    expect(await open(ticket)).toEqual(refused);
  });

  it("from another site's page, whatever the ticket", async () => {
    const headers = { origin: "https://evil.example" };
    expect(await open(await getTicket(), { headers })).toEqual({ status: 403, code: "auth.forbidden" });
  });

  it.each([
    [409, { status: 409, code: "session.human_control" }],
    [404, { status: 410, code: "session.ended" }],
    [500, { status: 503, code: "worker.unreachable" }],
  ])("when the worker says %i", async (status, expected) => {
    const ticket = await getTicket("control");
    harness.worker.vncRefusal = status;
    expect(await open(ticket)).toEqual(expected);
  });

  it("with a URL that is none", async () => {
    const { port } = new URL(harness.url);
    const socket = connect(Number(port), "127.0.0.1");
    socket.write("GET http://[ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    let answer = "";
    for await (const chunk of socket) answer += chunk;
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('"code":"resource.not_found"');
  });

  it("at any other path", async () => {
    const url = `${harness.url.replace("http", "ws")}/v1/events`;
    const status = await new Promise((resolve) => {
      const socket = new WebSocket(url);
      socket.once("unexpected-response", (_request, response) => resolve(response.statusCode));
      socket.once("error", () => undefined);
    });
    expect(status).toBe(404);
  });
});

it("viewers that hang up while they are let in keep no place", async () => {
  const { port } = new URL(harness.url);
  const { database } = harness.api.services;
  const system = database.system.bind(database);
  for (let n = 0; n < 25; n += 1) {
    const ticket = await getTicket();
    const socket = connect(Number(port), "127.0.0.1");
    const spy = vi.spyOn(database, "system").mockImplementation(async (work) => {
      const redeemed = await system(work);
      socket.resetAndDestroy();
      await setTimeout(20); // the server hears of it in another turn
      return redeemed;
    });
    const path = `/v1/sessions/${sessionId}/vnc?ticket=${ticket}`;
    const key = "AAAAAAAAAAAAAAAAAAAAAA==";
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    );
    await once(socket, "close");
    await spy.mock.results[0]?.value;
    spy.mockRestore();
  }
  (await openOk(await getTicket())).terminate();
});

describe("tickets", () => {
  it("control is not for viewers, and none is given for an ended session", async () => {
    const ask = (mode: string, as: Caller) =>
      harness.request("POST", `/v1/sessions/${sessionId}/tickets`, { as, json: { mode } });
    expect(codeOf(await ask("control", harness.ours.viewer))).toEqual({ status: 403, code: "auth.forbidden" });
    await harness.database.tenant(harness.ours.operator.tenantId, (tx) =>
      updateSession(tx, sessionId, { state: "ended" }),
    );
    expect(codeOf(await ask("view", harness.ours.viewer))).toEqual({ status: 410, code: "session.ended" });
  });

  it("carry themselves in the fragment only, and live for seconds", async () => {
    const { json } = await harness.request("POST", `/v1/sessions/${sessionId}/tickets`, { json: {} });
    const url = new URL(json.url);
    expect([url.origin, url.pathname, url.search, url.hash]).toEqual([
      harness.url,
      `/v1/sessions/${sessionId}/view`,
      "",
      `#ticket=${json.ticket}`,
    ]);
    expect(Date.parse(json.expiresAt) - Date.now()).toBeLessThan(16_000);
    expect(harness.log.join("")).not.toContain(json.ticket);
  });

  it("a link's ticket buys a cookie for this session and mode, once, from our own page only", async () => {
    const ticket = await getTicket("view", harness.ours.viewer);
    expect(codeOf(await redeem(ticket, sessionId, {}))).toEqual({ status: 403, code: "auth.forbidden" });
    const bought = await redeem(ticket);
    expect([bought.status, bought.json.mode]).toEqual([200, "view"]);
    const [cookie = ""] = bought.headers.getSetCookie();
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Strict/);
    expect(cookie).toContain(`Path=/v1/sessions/${sessionId}`);
    expect(codeOf(await redeem(ticket))).toEqual({ status: 401, code: "ticket.invalid" });
  });

  it("a ticket at the wrong session buys nothing and is used up", async () => {
    const ticket = await getTicket();
    expect((await redeem(ticket, randomUUID())).status).toBe(401);
    expect((await redeem(ticket)).status).toBe(401);
  });
});

describe("a view link's cookie", () => {
  const withCookie = async (mode = "view", as: Caller = harness.ours.operator) => {
    const cookie = cookieOf((await redeem(await getTicket(mode, as))).headers);
    return (method: string, path: string, json?: unknown, headers: Record<string, string> = PAGE) =>
      harness.request(method, path, {
        as: null,
        headers: { cookie, ...headers },
        ...(json === undefined ? {} : { json }),
      });
  };

  it("reads its session and gets tickets of its mode; nothing more", async () => {
    const send = await withCookie("view");
    expect((await send("GET", `/v1/sessions/${sessionId}`)).json.id).toBe(sessionId);
    const given = await send("POST", `/v1/sessions/${sessionId}/tickets`, { mode: "view" });
    (await openOk(given.json.ticket)).terminate();
    const other = await harness.openSession(harness.ours.operator);
    for (const [method, path, json, status] of [
      ["POST", `/v1/sessions/${sessionId}/tickets`, { mode: "control" }, 403],
      ["POST", `/v1/sessions/${sessionId}/actions`, { tool: "computer_screen_size" }, 401],
      ["POST", `/v1/sessions/${sessionId}/stop`, undefined, 401],
      ["GET", `/v1/sessions/${sessionId}/frame`, undefined, 401],
      ["POST", `/v1/sessions/${sessionId}/clipboard/read`, undefined, 401],
      ["GET", `/v1/sessions/${other.id}`, undefined, 401],
      ["POST", `/v1/sessions/${other.id}/tickets`, { mode: "view" }, 401],
      ["GET", "/v1/sessions", undefined, 401],
      ["GET", "/v1/tasks", undefined, 401],
      ["GET", "/v1/console/session", undefined, 401],
    ] as const)
      expect([path, (await send(method, path, json)).status]).toEqual([path, status]);
  });

  it("of control may ask for control", async () => {
    const send = await withCookie("control");
    const given = await send("POST", `/v1/sessions/${sessionId}/tickets`, { mode: "control" });
    (await openOk(given.json.ticket)).terminate();
    expect(harness.worker.calls.at(-1)?.path).toBe(`/internal/sessions/${sessionId}/vnc?mode=control`);
  });

  it("gets no ticket for a page of another site", async () => {
    const send = await withCookie("view");
    for (const headers of [{}, { "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }]) {
      const answer = await send("POST", `/v1/sessions/${sessionId}/tickets`, { mode: "view" }, headers);
      expect(codeOf(answer)).toEqual({ status: 403, code: "auth.forbidden" });
    }
  });

  it("is worth nothing once its key is revoked", async () => {
    const { tenantId } = harness.ours.operator;
    const made = await harness.database.system((tx) => createKey(tx, { tenantId, name: "x", role: "viewer" }));
    const send = await withCookie("view", { tenantId, principalId: made.id, role: "viewer", key: made.key });
    expect((await send("GET", `/v1/sessions/${sessionId}`)).status).toBe(200);
    await harness.database.tenant(tenantId, (tx) => revokeKey(tx, made.id));
    expect((await send("GET", `/v1/sessions/${sessionId}`)).status).toBe(401);
  });
});

describe("an open socket", () => {
  it("carries the ticket's mode to the worker, whatever the client says", async () => {
    const ticket = await getTicket("view");
    const url = new URL(
      `${harness.url.replace("http", "ws")}/v1/sessions/${sessionId}/vnc?ticket=${ticket}&mode=control`,
    );
    const socket = new WebSocket(url, "binary");
    await new Promise((resolve) => socket.once("message", resolve));
    socket.terminate();
    const call = harness.worker.calls.at(-1);
    expect(call?.path).toBe(`/internal/sessions/${sessionId}/vnc?mode=view`);
    expect(call?.claims.principal.id).toBe(harness.ours.operator.principalId);
  });

  it("carries bytes both ways, whole and in order, 8 MB of them", async () => {
    const socket = await openOk(await getTicket("control"));
    const sent = Buffer.alloc(8 * 1_048_576, "0123456789abcde\n");
    const received: Buffer[] = [];
    const all = new Promise<Buffer>((resolve) => {
      let length = 0;
      socket.on("message", (data: Buffer) => {
        received.push(data);
        length += data.length;
        if (length === sent.length) resolve(Buffer.concat(received));
      });
    });
    for (let offset = 0; offset < sent.length; offset += 65_536) socket.send(sent.subarray(offset, offset + 65_536));
    expect((await all).equals(sent)).toBe(true);
    socket.terminate();
  });

  it("does not take text, nor messages larger than any of RFB", async () => {
    const text = await openOk(await getTicket());
    text.send("hello");
    expect(await closed(text)).toBe(1003);
    const large = await openOk(await getTicket());
    large.send(Buffer.alloc(1_048_577));
    expect(await closed(large)).toBe(1009);
  });

  it("ends with the worker's code, so that the page knows an ended session from a broken line", async () => {
    const socket = await openOk(await getTicket());
    const code = closed(socket);
    harness.worker.sockets.at(-1)?.close(4001, "session ended");
    expect(await code).toBe(4001);
    const broken = await openOk(await getTicket());
    const second = closed(broken);
    harness.worker.sockets.at(-1)?.terminate();
    expect(await second).toBe(1011);
  });

  it("ends the worker's when the viewer goes", async () => {
    const socket = await openOk(await getTicket());
    const worker = harness.worker.sockets.at(-1)!;
    const gone = closed(worker);
    socket.terminate();
    await gone;
    await expect
      .poll(async () => (await harness.request("GET", "/metrics")).text)
      .toMatch(/deskfleet_api_viewers\{mode="view"\} 0/);
  });

  it("is cut within seconds when its key is revoked", { timeout: 30_000 }, async () => {
    const { tenantId } = harness.ours.operator;
    const made = await harness.database.system((tx) => createKey(tx, { tenantId, name: "x", role: "viewer" }));
    const socket = await openOk(
      await getTicket("view", { tenantId, principalId: made.id, role: "viewer", key: made.key }),
    );
    await harness.database.tenant(tenantId, (tx) => revokeKey(tx, made.id));
    expect(await closed(socket)).toBe(1008);
  });
});

it("the page shows nothing by itself: no id, no ticket, no script in it", async () => {
  const { text, headers } = await harness.request("GET", `/v1/sessions/${randomUUID()}/view`, { as: null });
  expect(headers.get("content-security-policy")).toMatch(/^default-src 'self';/);
  expect(text).not.toMatch(/<script(?![^>]* src=)|\son[a-z]+=|style=/);
  const same = await harness.request("GET", `/v1/sessions/${sessionId}/view`, { as: null });
  expect(same.text).toBe(text);
});
