import { createHmac, randomUUID } from "node:crypto";
import { connect } from "node:net";
import { FRAMED_CONTENT_TYPE, InternalAsk, type Principal, Problem } from "@deskfleet/contracts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { perform } from "../perform.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { ALL_GRANTS, type Bench, createBench, noSelfTest, OPERATOR } from "../sessions/testing.ts";
import { type InternalServer, startInternalServer } from "./internal-server.ts";
import { createVerifyToken } from "./verify-token.ts";

const SECRET = "ab".repeat(32);
let bench: Bench;
let session: LiveSession;
let server: InternalServer;
let base: string;

beforeEach(async () => {
  bench = createBench();
  session = await bench.open();
  bench.machine(session).openWindow("Orders", "order-desk", ["order-desk"]);
  const verifyToken = await createVerifyToken({ secret: SECRET, workerId: "worker-1" });
  server = await startInternalServer({ ...bench, verifyToken, selfTest: noSelfTest, hostname: "127.0.0.1", port: 0 });
  base = `http://127.0.0.1:${server.port}`;
});
afterEach(() => server.close());

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
function token(
  claims: Record<string, unknown>,
  secret = SECRET,
  header: unknown = { alg: "HS256", typ: "JWT" },
): string {
  const content = `${encode(header)}.${encode(claims)}`;
  return `${content}.${createHmac("sha256", Buffer.from(secret, "hex")).update(content).digest("base64url")}`;
}
const claimsFor = (method: string, path: string, principal: Principal = OPERATOR) => ({
  ...{ aud: "worker-1", method, path, principal },
  exp: Math.floor(Date.now() / 1_000) + 10,
});
async function post(path: string, body: unknown, principal: Principal = OPERATOR): Promise<Response> {
  const authorization = `Bearer ${token(claimsFor("POST", path, principal))}`;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return fetch(base + path, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: text,
  });
}
const problemOf = async (response: Response) => ({
  status: response.status,
  code: Problem.parse(await response.json()).code,
});

describe("a look at what an action would be judged by", () => {
  const look = (body: unknown, principal: Principal = OPERATOR) =>
    post(`/internal/sessions/${session.id}/look`, body, principal);
  const command = { tool: "computer_process_start", params: { command: "cat a; ls /tmp" } };

  it("tells where the paths lead, and does and records nothing", async () => {
    bench.machine(session).files.write("/workspace/a", Buffer.from("a"), "create");
    const before = bench.audit.records.length;
    expect(await (await look(command)).json()).toEqual({
      resolvedPaths: [
        { path: "/workspace", real: "/workspace", type: "directory" },
        { path: "/workspace/a", real: "/workspace/a", type: "file" },
        { path: "/tmp", real: "/tmp", type: "directory" },
      ],
      canConfine: true,
    });
    expect([bench.machine(session).calls, bench.audit.records.length]).toEqual([[], before]);
  });

  it("is nothing for viewers, of other tenants' sessions, nor with other parameters than the tool's", async () => {
    expect(await problemOf(await look(command, { ...OPERATOR, role: "viewer" }))).toMatchObject({ status: 403 });
    const stranger = { ...OPERATOR, tenantId: randomUUID() };
    expect(await problemOf(await look(command, stranger))).toMatchObject({ status: 404 });
    for (const bad of [{ tool: "computer_format_disk", params: {} }, { ...command, params: {} }, { tool: "x" }])
      expect(await problemOf(await look(bad))).toEqual({ status: 400, code: "request.invalid" });
  });
});

describe("without a valid token", () => {
  const path = () => `/internal/sessions/${session.id}/actions`;
  const good = () => claimsFor("POST", path());
  it.each([
    ["none", () => undefined],
    ["one that is no token", () => "x"],
    ["another secret", () => token(good(), "cd".repeat(32))],
    ["another worker", () => token({ ...good(), aud: "worker-2" })],
    ["another method", () => token({ ...good(), method: "GET" })],
    ["another path", () => token({ ...good(), path: "/internal/sessions" })],
    ["a query that was not signed", () => token({ ...good(), path: `${path()}?x` })],
    ["it has expired", () => token({ ...good(), exp: Math.floor(Date.now() / 1_000) - 2 })],
    ["it would be good for a minute", () => token({ ...good(), exp: Math.floor(Date.now() / 1_000) + 60 })],
    ["it never expires", () => token({ ...good(), exp: undefined })],
    ["it names no principal", () => token({ ...good(), principal: undefined })],
    ["the algorithm none", () => token(good(), SECRET, { alg: "none", typ: "JWT" })],
    ["another algorithm", () => token(good(), SECRET, { alg: "HS512", typ: "JWT" })],
  ])("%s: 401, and nothing happens", async (_name, make) => {
    const made = make();
    const response = await fetch(base + path(), {
      method: "POST",
      headers: made === undefined ? {} : { authorization: `Bearer ${made}` },
      body: JSON.stringify({ tool: "computer_mouse_click", params: { x: 1, y: 1 } }),
    });
    expect(await problemOf(response)).toEqual({ status: 401, code: "auth.required" });
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(bench.audit.trail).toEqual([]);
  });

  it.each(["/internal/healthz", "/internal/nowhere", "/internal/sessions"])("%s answers 401", async (anywhere) => {
    expect((await fetch(base + anywhere)).status).toBe(401);
    expect((await fetch(base + anywhere, { method: "POST" })).status).toBe(401);
  });

  it("metrics are for the scraper and name no tenant", async () => {
    const text = await (await fetch(`${base}/metrics`)).text();
    expect(text).toContain("deskfleet_actions_total");
    expect(text).not.toContain(OPERATOR.tenantId);
  });
});

describe("actions", () => {
  it("are answered framed: a JSON line and then the frame's bytes", async () => {
    const response = await post(`/internal/sessions/${session.id}/frame`, { scale: 0.5 });
    expect(response.headers.get("content-type")).toBe(FRAMED_CONTENT_TYPE);
    const bytes = Buffer.from(await response.arrayBuffer());
    const end = bytes.indexOf(10);
    const header = JSON.parse(bytes.toString("utf8", 0, end));
    expect(header).toMatchObject({
      outcome: "done",
      result: { tool: "computer_screen_capture", frame: { width: 640 } },
    });
    expect(header.payloadBytes).toBe(bytes.length - end - 1);
    expect(bytes.subarray(end + 1, end + 9).toString("hex")).toBe("89504e470d0a1a0a");
  });

  it("without a frame have no bytes", async () => {
    const response = await post(`/internal/sessions/${session.id}/actions`, {
      tool: "computer_mouse_click",
      params: { x: 1, y: 2 },
    });
    const text = await response.text();
    expect(text.endsWith("\n")).toBe(true);
    expect(JSON.parse(text)).toMatchObject({ payloadBytes: 0, result: { result: { x: 1, y: 2 } } });
  });

  it.each([
    ["400 for a body that is not JSON", "{", "request.malformed", 400],
    ["400 for unknown fields", { tool: "computer_screen_size", approvalId: randomUUID() }, "request.invalid", 400],
    ["403 for what a gate denies", { tool: "computer_mouse_click", params: { x: 9_999, y: 0 } }, "policy.denied", 403],
  ])("%s", async (_name, body, code, status) => {
    const response = await post(`/internal/sessions/${session.id}/actions`, body);
    expect(await problemOf(response)).toEqual({ status, code });
  });

  it("413 for a body beyond the limit of an order", async () => {
    const response = await post(`/internal/sessions/${session.id}/stop`, { note: "x".repeat(70_000) });
    expect(response.status).toBe(413);
    expect(session.state).toBe("active");
  });

  it("404 for a session of another tenant, as for one that is not here", async () => {
    const stranger = { ...OPERATOR, tenantId: randomUUID() };
    for (const verb of ["actions", "frame", "stop", "resume", "close"]) {
      const body = verb === "actions" ? { tool: "computer_screen_size" } : {};
      const foreign = await problemOf(await post(`/internal/sessions/${session.id}/${verb}`, body, stranger));
      const missing = await problemOf(await post(`/internal/sessions/${randomUUID()}/${verb}`, body));
      expect(foreign).toEqual({ status: 404, code: "resource.not_found" });
      expect(missing).toEqual(foreign);
    }
    expect(session.state).toBe("active");
  });

  it("403 for a viewer", async () => {
    const viewer = { ...OPERATOR, role: "viewer" as const };
    const response = await post(`/internal/sessions/${session.id}/actions`, { tool: "computer_screen_size" }, viewer);
    expect(await problemOf(response)).toEqual({ status: 403, code: "auth.forbidden" });
  });
});

describe("sessions", () => {
  it("are opened as their row says, once, for the principal of the row", async () => {
    const sessionId = randomUUID();
    const body = { sessionId, request: { grants: ["computer_use"] } };
    expect((await post("/internal/sessions", body)).status).toBe(404);
    bench.records.sessions.set(sessionId, { state: "starting" });
    const other = { ...OPERATOR, id: randomUUID() };
    expect((await post("/internal/sessions", body, other)).status).toBe(404);
    expect((await post("/internal/sessions", body)).status).toBe(204);
    expect(bench.host.find(sessionId)).toMatchObject({ requestedGrants: ALL_GRANTS, fencingToken: 3 });
    expect((await post("/internal/sessions", body)).status).toBe(409);
  });

  it("stop, pause, resume, close: 204, in force", async () => {
    const order = async (verb: string) => (await post(`/internal/sessions/${session.id}/${verb}`, {})).status;
    expect([await order("pause"), session.state, session.pausedBy?.name]).toEqual([204, "paused", OPERATOR.name]);
    expect([await order("stop"), session.state]).toEqual([204, "stopped"]);
    expect([await order("resume"), session.state]).toEqual([204, "active"]);
    expect([await order("close"), session.state]).toEqual([204, "ended"]);
    for (const verb of ["close", "pause"]) expect(await order(verb)).toBe(404);
    expect(bench.audit.records.find(({ action }) => action === "session.stopped")?.actor).toBe(
      `principal:${OPERATOR.id}`,
    );
  });
});

describe("a stop of all sessions", () => {
  const admin = (changes: Partial<Principal> = {}): Principal => ({ ...OPERATOR, role: "admin", ...changes });
  const stop = (scope: string, principal: Principal) => post("/internal/stop", { scope }, principal);

  it("403 for whoever is no administrator, 400 for another scope, and nothing is stopped", async () => {
    for (const role of ["viewer", "operator", "approver"] as const)
      expect(await problemOf(await stop("tenant", { ...OPERATOR, role }))).toMatchObject({ status: 403 });
    expect(await problemOf(await stop("world", admin()))).toMatchObject({ status: 400 });
    expect(session.state).toBe("active");
  });

  it("of a tenant stops its own and nobody else's, of the fleet everybody's; recorded by name", async () => {
    const stranger = admin({ tenantId: randomUUID() });
    expect([(await stop("tenant", stranger)).status, session.state]).toEqual([204, "active"]);
    expect([(await stop("tenant", admin())).status, session.state]).toEqual([204, "stopped"]);
    await bench.host.resume(session.id);
    expect([(await stop("fleet", stranger)).status, session.state]).toEqual([204, "stopped"]);
    const records = bench.audit.records.filter(({ action }) => action === "session.stopped");
    expect(records.map(({ actor, params }) => [actor, params.scope])).toEqual([
      [`principal:${OPERATOR.id}`, "tenant"],
      [`principal:${OPERATOR.id}`, "fleet"],
    ]);
  });
});

describe("approvals", () => {
  it("are asked for with 202 and a code, and executed once", async () => {
    const asking = await bench.open({ grants: ["computer_use"] });
    const asked = await post(`/internal/sessions/${asking.id}/actions`, {
      tool: "computer_mouse_click",
      params: { x: 1, y: 2 },
    });
    expect(asked.status).toBe(202);
    const { approval, code } = InternalAsk.parse(await asked.json());
    expect(code).toHaveLength(8);
    const path = `/internal/approvals/${approval.id}/execute`;
    expect(await problemOf(await post(path, {}))).toEqual({ status: 409, code: "resource.conflict" });
    bench.records.answer(approval.id, "once");
    const all = await Promise.all(Array.from({ length: 30 }, () => post(path, {})));
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(29).fill(409)]);
    expect(bench.machine(asking).calls.filter(({ method }) => method === "computer_mouse_click")).toHaveLength(1);
  });

  it("of the look that a click by what is written needs are asked for alike", async () => {
    const asking = await bench.open({ grants: ["computer_use", "write"] });
    const click = { tool: "click", params: { element: { ocr: "Save" } } };
    const asked = await post(`/internal/sessions/${asking.id}/actions`, click);
    expect(asked.status).toBe(202);
    expect(InternalAsk.parse(await asked.json()).approval.tool).toBe("computer_screen_capture");
  });

  it("that a task's program asked for are left to its attempt", async () => {
    const ofTask = await bench.open({ grants: [], taskId: randomUUID() });
    const call = { tool: "computer_screen_size", params: {}, principal: OPERATOR };
    const asked = await perform(ofTask, { ...call, isTaskStep: true });
    if (asked.outcome !== "ask") throw new Error("expected an ask");
    const { id } = asked.approval;
    bench.records.answer(id, "once");
    expect(await problemOf(await post(`/internal/approvals/${id}/execute`, {}))).toEqual({
      status: 409,
      code: "resource.conflict",
    });
    expect((await perform(ofTask, { ...call, isTaskStep: true, approvalId: id })).outcome).toBe("done");
  });

  it("that others asked for in a task's session are executed by their answer, once", async () => {
    const ofTask = await bench.open({ grants: [], taskId: randomUUID() });
    const asked = await post(`/internal/sessions/${ofTask.id}/actions`, { tool: "computer_screen_size" });
    const { approval } = InternalAsk.parse(await asked.json());
    expect(approval).toMatchObject({ taskId: ofTask.taskId, isTaskStep: false });
    bench.records.answer(approval.id, "once");
    const path = `/internal/approvals/${approval.id}/execute`;
    expect([(await post(path, {})).status, (await post(path, {})).status]).toEqual([200, 409]);
  });

  it("cannot be claimed for a program by whoever calls", async () => {
    const asking = await bench.open({ grants: [] });
    const body = { tool: "computer_screen_size", isTaskStep: true };
    expect((await post(`/internal/sessions/${asking.id}/actions`, body)).status).toBe(400);
  });

  it("that nobody asked for are not found", async () => {
    expect((await post(`/internal/approvals/${randomUUID()}/execute`, {})).status).toBe(404);
    expect((await post("/internal/approvals/1/execute", {})).status).toBe(400);
  });
});

it("a broken upgrade request does not end the server", async () => {
  await new Promise<void>((resolve, reject) => {
    const socket = connect(server.port, "127.0.0.1", () => {
      socket.write(
        "GET /internal/sessions/x/vnc HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
      );
    });
    socket.on("data", (data) => {
      expect(data.toString()).toMatch(/^HTTP\/1.1 401 /);
      socket.destroy();
      resolve();
    });
    socket.on("error", reject);
  });
  expect((await fetch(`${base}/metrics`)).status).toBe(200);
});
