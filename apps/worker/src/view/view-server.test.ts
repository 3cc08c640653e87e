import { createHmac, randomUUID } from "node:crypto";
import { MASKED_VIEW_PROTOCOL, type Principal } from "@deskfleet/contracts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type InternalServer, startInternalServer } from "../internal/internal-server.ts";
import { createVerifyToken } from "../internal/verify-token.ts";
import { perform } from "../perform.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { type Bench, createBench, failureOf, noSelfTest, OPERATOR } from "../sessions/testing.ts";
import { HumanControl } from "./human-control.ts";

const SECRET = "ab".repeat(32);
const OTHER: Principal = { ...OPERATOR, id: randomUUID() };
const HELLO = Buffer.concat([Buffer.from("RFB 003.008\n"), Buffer.from([1, 1])]);
const KEY_A = Buffer.from([4, 1, 0, 0, 0, 0, 0, 0x61]);
const CLICK = Buffer.from([5, 1, 0, 10, 0, 20]);
const UPDATE_REQUEST = Buffer.from([3, 0, 0, 0, 0, 0, 5, 0, 3, 0x20]);
const WAIT = { timeout: 10_000, interval: 5 };
const click = { tool: "computer_mouse_click", params: { x: 1, y: 1 }, principal: OPERATOR };

let bench: Bench;
let session: LiveSession;
let server: InternalServer;
const open: WebSocket[] = [];

async function start(times: { graceMs?: number; idleMs?: number } = {}): Promise<void> {
  bench = createBench();
  session = await bench.open();
  const verifyToken = await createVerifyToken({ secret: SECRET, workerId: "worker-1" });
  const control = new HumanControl(times);
  server = await startInternalServer({
    ...bench,
    verifyToken,
    selfTest: noSelfTest,
    control,
    hostname: "127.0.0.1",
    port: 0,
  });
}
beforeEach(() => start({ graceMs: 30 }));
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate();
  await server.close();
  await bench.host.closeAll();
});

function token(path: string, principal: Principal): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(Date.now() / 1_000) + 10;
  const content = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ aud: "worker-1", method: "GET", path, exp, principal })}`;
  return `${content}.${createHmac("sha256", Buffer.from(SECRET, "hex")).update(content).digest("base64url")}`;
}
interface Options {
  readonly principal?: Principal;
  /** What the token was signed for. */
  readonly signedMode?: string;
  readonly sessionId?: string;
}
/** An open view, or the status it was refused with. `closed` resolves with the close code and reason. */
async function view(mode: string, options: Options = {}) {
  const path = (asked: string) => `/internal/sessions/${options.sessionId ?? session.id}/vnc?mode=${asked}`;
  const authorization = `Bearer ${token(path(options.signedMode ?? mode), options.principal ?? OPERATOR)}`;
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path(mode)}`, ["binary", MASKED_VIEW_PROTOCOL], {
    headers: { authorization },
  });
  open.push(socket);
  const received: Buffer[] = [];
  socket.on("message", (data: Buffer) => received.push(data));
  const closed = new Promise<[number, string]>((resolve) =>
    socket.on("close", (code, reason) => resolve([code, reason.toString()])),
  );
  const status = await new Promise<number>((resolve, reject) => {
    socket.on("open", () => resolve(101));
    socket.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
    socket.on("error", reject);
  });
  return { socket, closed, status, bytes: () => Buffer.concat(received) };
}
/** Waits until the server side has read everything sent so far: it answers an update request. */
async function settle({ socket, bytes }: Awaited<ReturnType<typeof view>>): Promise<void> {
  const before = bytes().length;
  socket.send(UPDATE_REQUEST);
  await expect.poll(() => bytes().length, { timeout: 5_000 }).toBeGreaterThan(before + 1_000);
}
const input = () => bench.machine(session).viewerInput;
const controlRecords = () => bench.audit.records.filter(({ action }) => action === "session.controlled");

describe("watching", () => {
  it("shows the picture and changes nothing: what is typed and clicked is dropped", async () => {
    const viewer = await view("view");
    viewer.socket.send(Buffer.concat([HELLO, KEY_A, CLICK]));
    await settle(viewer);
    expect(viewer.bytes().toString("latin1", 0, 12)).toBe("RFB 003.008\n");
    expect(input()).toEqual([]);
    expect(session.controller).toBe("agent");
    expect((await perform(session, click)).outcome).toBe("done");
  });

  it("is closed with what it does not understand, with 1008", async () => {
    const viewer = await view("view");
    viewer.socket.send(Buffer.concat([HELLO, Buffer.from([99])]));
    expect((await viewer.closed)[0]).toBe(1008);
  });

  it("is told that the session ended, with 4001", async () => {
    const viewer = await view("view");
    viewer.socket.send(HELLO);
    await settle(viewer);
    await bench.host.close(session.id, "done");
    expect(await viewer.closed).toEqual([4001, "session ended"]);
  });

  it("is served masked frames where policy says so, is told that they are, and is closed when policy changes", async () => {
    const pictures = (value: "raw" | "masked") => {
      session.policy = { ...session.policy, viewPictures: { value, layer: "tenant", version: "tenant@2" } };
    };
    const raw = await view("view");
    expect(raw.socket.protocol).toBe("binary");
    pictures("masked");
    expect(await raw.closed).toEqual([4004, "policy has changed what is shown"]);
    const masked = await view("control");
    expect(masked.socket.protocol).toBe(MASKED_VIEW_PROTOCOL);
    masked.socket.send(Buffer.concat([HELLO, KEY_A]));
    await expect.poll(input, WAIT).toEqual([KEY_A]);
    // The name in the server's greeting: not the desktop's own.
    await expect.poll(() => masked.bytes().toString("latin1"), WAIT).toContain("Deskfleet");
    expect(masked.bytes().toString("latin1")).not.toContain("Fake desktop");
    pictures("raw");
    expect((await masked.closed)[0]).toBe(4004);
  });

  it("is told the same when the desktop is lost", async () => {
    const viewer = await view("view");
    bench.driver.kill(session.desktop.id);
    expect((await viewer.closed)[0]).toBe(4001);
  });

  it.each([
    ["401 with a token for another mode", "control", { signedMode: "view" }, 401],
    ["404 for a session of another tenant", "view", { principal: { ...OPERATOR, tenantId: randomUUID() } }, 404],
    ["404 for a session that is not here", "view", { sessionId: randomUUID() }, 404],
    ["400 for an unknown mode", "admin", {}, 400],
    ["403 for a viewer who wants control", "control", { principal: { ...OPERATOR, role: "viewer" } }, 403],
  ] as const)("%s, before anything is upgraded", async (_name, mode, options, status) => {
    expect((await view(mode, options)).status).toBe(status);
  });

  it("has room for twenty, and a place is free again when one goes", async () => {
    const viewers = await Promise.all(Array.from({ length: 20 }, () => view("view")));
    expect((await view("view")).status).toBe(503);
    viewers[0]?.socket.close();
    await viewers[0]?.closed;
    await expect.poll(async () => (await view("view")).status).toBe(101);
  });
});

describe("control", () => {
  it("passes input, holds agents off, and records the turn with counts", async () => {
    const person = await view("control");
    expect(session.controller).toBe("human");
    person.socket.send(Buffer.concat([HELLO, KEY_A, KEY_A, CLICK]));
    await settle(person);
    expect(input()).toEqual([KEY_A, KEY_A, CLICK]);
    expect(await failureOf(perform(session, click))).toMatchObject({ code: "session.human_control" });
    expect((await perform(session, { ...click, tool: "computer_screen_size", params: {} })).outcome).toBe("done");
    expect(bench.records.sessions.get(session.id)?.controller).toBe("human");

    person.socket.close();
    await expect.poll(() => session.controller).toBe("agent");
    expect((await perform(session, click)).outcome).toBe("done");
    await expect.poll(() => controlRecords().length).toBe(2);
    expect(controlRecords().map(({ actor, params }) => ({ actor, params }))).toEqual([
      { actor: `person:${OPERATOR.id}`, params: { state: "taken", name: OPERATOR.name } },
      {
        actor: `person:${OPERATOR.id}`,
        params: { state: "handed_back", name: OPERATOR.name, reason: "released", keys: 2, clicks: 1 },
      },
    ]);
    expect(bench.records.sessions.get(session.id)?.controller).toBe("agent");
  });

  it("is in the session's row with who and since when before it is announced, and out of it at the hand-back", async () => {
    const rows: unknown[] = [];
    const { appendEvents } = bench.records;
    bench.records.appendEvents = async (tenantId, events) => {
      const { controller, control } = bench.records.sessions.get(session.id) ?? {};
      for (const { type, data } of events)
        if (type === "session.controlled") rows.push({ state: data.state, controller, control });
      await appendEvents.call(bench.records, tenantId, events);
    };
    const since = new Date(bench.clock.nowMs).toISOString();
    const person = await view("control");
    await expect.poll(() => rows, WAIT).toHaveLength(1);
    bench.clock.nowMs += 60_000;
    await bench.host.pause(session.id, OTHER); // writes the row again: the time stays
    const control = { principalId: OPERATOR.id, name: OPERATOR.name, since };
    expect(bench.records.sessions.get(session.id)).toMatchObject({ state: "paused", controller: "human", control });
    person.socket.close();
    await expect.poll(() => rows, WAIT).toHaveLength(2);
    expect(rows).toEqual([
      { state: "taken", controller: "human", control },
      { state: "handed_back", controller: "agent", control: null },
    ]);
  });

  it("is out of the row before its end with the session is announced", async () => {
    await view("control");
    await expect.poll(() => bench.records.sessions.get(session.id)?.control, WAIT).not.toBeNull();
    const rows: unknown[] = [];
    const { appendEvents } = bench.records;
    bench.records.appendEvents = async (tenantId, events) => {
      const control = bench.records.sessions.get(session.id)?.control;
      for (const { type } of events) rows.push([type, control]);
      await appendEvents.call(bench.records, tenantId, events);
    };
    await bench.host.close(session.id, "done");
    await expect
      .poll(() => rows, WAIT)
      .toEqual([
        ["session.controlled", null],
        ["session.ended", null],
      ]);
  });

  it("is one person's at a time: 409 for anybody else, the same person in a second window too", async () => {
    const person = await view("control");
    expect((await view("control", { principal: OTHER })).status).toBe(409);
    expect((await view("control")).status).toBe(409);
    person.socket.close();
    await expect.poll(() => session.controller).toBe("agent");
    expect((await view("control", { principal: OTHER })).status).toBe(101);
  });

  it("survives a dropped connection within the grace, for the same person only", async () => {
    await server.close();
    await bench.host.closeAll();
    await start({ graceMs: 60_000 });
    const person = await view("control");
    person.socket.terminate();
    await person.closed;
    await expect.poll(async () => (await view("control", { principal: OTHER })).status).toBe(409);
    await expect.poll(async () => (await view("control")).status).toBe(101);
    expect(session.controller).toBe("human");
    expect(controlRecords()).toHaveLength(1);
  });

  it("is handed back after too long without input, and the page is told with 4003", async () => {
    await server.close();
    await bench.host.closeAll();
    await start({ idleMs: 50 });
    const person = await view("control");
    expect(await person.closed).toEqual([4003, "control handed back"]);
    expect(session.controller).toBe("agent");
    await expect.poll(() => controlRecords().at(-1)?.params).toMatchObject({ reason: "idle", keys: 0, clicks: 0 });
  });

  it("ends with the session", async () => {
    const person = await view("control");
    await bench.host.close(session.id, "done");
    expect(await person.closed).toEqual([4001, "session ended"]);
    await expect.poll(() => controlRecords().at(-1)?.params).toMatchObject({ reason: "session_ended" });
  });

  it("is not given when the audit store does not answer", async () => {
    bench.audit.isAvailable = false;
    expect((await view("control")).status).toBe(503);
    expect(session.controller).toBe("agent");
  });
});
