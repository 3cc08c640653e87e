import { randomUUID } from "node:crypto";
import type { FrameInfo } from "@deskfleet/contracts";
import { findSession, updateSession, upsertWorker } from "@deskfleet/store";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { actionResult, framed, problem } from "../../testing/fake-worker.ts";
import { codeOf, type Harness, startHarness } from "../../testing/harness.ts";

let database: TestDatabase;
let harness: Harness;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});
beforeEach(() => {
  harness.worker.calls.length = 0;
  harness.worker.onCall = activate;
});

/** What the real worker does with an order to start: the row becomes active, its own. */
const activate: Harness["worker"]["onCall"] = async ({ path, claims, body }) => {
  if (path === "/internal/sessions")
    await harness.database.tenant(claims.principal.tenantId, (tx) =>
      updateSession(tx, (body as { sessionId: string }).sessionId, { state: "active", workerId: harness.worker.id }),
    );
  return { status: 204 };
};
const FRAME: FrameInfo = {
  ...{ frameId: "f1", format: "png", width: 640, height: 400, scale: 0.5, unchanged: false, masked: [] },
  region: { x: 0, y: 0, width: 1_280, height: 800 },
};
const CANNOT = { kind: "none", landlock: 0 } as const;
const act = (id: string, json: unknown = { tool: "computer_screen_size" }) =>
  harness.request("POST", `/v1/sessions/${id}/actions`, { as: harness.ours.operator, json });

describe("POST /v1/sessions", () => {
  const create = (json: unknown = {}, headers: Record<string, string> = {}) =>
    harness.request("POST", "/v1/sessions", { as: harness.ours.operator, json, headers });

  it("201, active on the worker with most free desktops", async () => {
    const answer = await create({ grants: ["computer_use"] });
    expect([answer.status, answer.json.state, answer.json.workerId]).toEqual([201, "active", "worker-1"]);
    expect(harness.worker.calls).toHaveLength(1);
    expect(harness.worker.calls[0]?.claims.principal).toMatchObject({
      id: harness.ours.operator.principalId,
      role: "operator",
    });
    expect(harness.worker.calls[0]?.body).toMatchObject({
      sessionId: answer.json.id,
      request: { grants: ["computer_use"] },
    });
  });

  it("keeps the goal and the domains of the work for the auditor, and shows them to no reader of sessions", async () => {
    const goal = "Enter the order of 世界商店";
    const { json } = await create({ goal, trustedDomains: ["orders.example.com", "intranet"] });
    const row = await harness.database.tenant(harness.ours.admin.tenantId, (tx) => findSession(tx, json.id));
    expect([row?.goal, row?.trustedDomains]).toEqual([goal, ["orders.example.com", "intranet"]]);
    const { text } = await harness.request("GET", `/v1/sessions/${json.id}`, { as: harness.ours.viewer });
    expect(text).not.toContain("世界商店");
    const { json: refused } = await create({ goal: " ", trustedDomains: ["https://orders.example.com"] });
    expect(refused.faults.map(({ path }: { path: string }) => path)).toEqual(["/goal", "/trustedDomains/0"]);
  });

  it("starts one desktop for one Idempotency-Key", async () => {
    const key = { "idempotency-key": randomUUID() };
    const [first, second] = await Promise.all([create({}, key), create({}, key)]);
    expect([first.status, second.status, second.json.id]).toEqual([201, 201, first.json.id]);
    expect(harness.worker.calls).toHaveLength(1);
  });

  it("503 with the worker's problem; the session has ended and says why", async () => {
    harness.worker.onCall = () => problem("desktop.unavailable");
    expect(codeOf(await create())).toEqual({ status: 503, code: "desktop.unavailable" });
    const { items } = (await harness.request("GET", "/v1/sessions?limit=1")).json;
    expect(items[0]).toMatchObject({ state: "ended", endReason: "desktop.unavailable" });
  });

  it("503 for an isolation that no worker has, without asking one", async () => {
    const answer = await create({ desktop: { isolation: "gvisor" } });
    expect(codeOf(answer)).toEqual({ status: 503, code: "desktop.isolation_unavailable" });
    expect(harness.worker.calls).toEqual([]);
  });

  it("asks the next worker when one is full or gone, and says why when all are", async () => {
    const report = { slots: 9, used: 0, warm: 0, images: [], runtimes: ["runc"], confinement: null };
    await harness.database.system((tx) =>
      upsertWorker(tx, { ...report, id: "worker-gone", url: "http://127.0.0.1:9" }),
    );
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await create()).status).toBe(201);
    harness.worker.onCall = () => problem("capacity.exhausted");
    expect(codeOf(await create())).toEqual({ status: 503, code: "capacity.exhausted" });
    await harness.database.system((tx) =>
      upsertWorker(tx, { ...report, id: "worker-gone", url: "http://127.0.0.1:9", used: 9, confinement: CANNOT }),
    );
    await harness.database.system((tx) =>
      upsertWorker(tx, { ...report, id: "worker-1", url: harness.worker.url, slots: 4, used: 4 }),
    );
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const full = await create();
    expect(full.json.data.reasons.sort()).toEqual([
      "worker worker-1: all 4 desktops are in use",
      "worker worker-gone: all 9 desktops are in use",
    ]);
    expect(full.headers.get("retry-after")).toBe("2");
    expect((await harness.request("GET", "/v1/capacity")).json).toMatchObject({
      ...{ used: 13, free: 0 },
      workers: [
        { id: "worker-1", confinement: null },
        { id: "worker-gone", confinement: CANNOT },
      ],
    });
    await harness.database.system((tx) =>
      upsertWorker(tx, { ...report, id: "worker-1", url: harness.worker.url, slots: 4 }),
    );
    await new Promise((resolve) => setTimeout(resolve, 1_100));
  });
});

describe("POST /v1/sessions/{id}/actions", () => {
  it.each([
    ["policy.denied", 403],
    ["action.rate_limited", 429],
    ["session.human_control", 409],
    ["action.failed", 422],
    ["audit.unavailable", 503],
    ["desktop.lost", 502],
  ] as const)("%s of the worker passes through as %i", async (code, status) => {
    const { id } = await harness.openSession(harness.ours.operator);
    harness.worker.onCall = () => problem(code, { retryAfterMs: 1_500, gate: "rate" });
    const answer = await act(id);
    expect(codeOf(answer)).toEqual({ status, code });
    expect(answer.json.data).toEqual({ retryAfterMs: 1_500, gate: "rate" });
    expect(answer.headers.get("retry-after")).toBe("2");
  });

  it("500 without the worker's words when it answers nonsense", async () => {
    const { id } = await harness.openSession(harness.ours.operator);
    harness.worker.onCall = () => ({ status: 500, type: "text/plain", body: "stack trace with a secret" });
    const answer = await act(id);
    expect(codeOf(answer)).toEqual({ status: 500, code: "internal" });
    expect(answer.text).not.toContain("secret");
  });

  it("410 for a session that has ended, 409 while it starts, 503 when its worker no longer reports", async () => {
    const { id } = await harness.openSession(harness.ours.operator);
    const { tenantId } = harness.ours.operator;
    const change = (state: "starting" | "active" | "ended", workerId: string) =>
      harness.database.tenant(tenantId, (tx) => updateSession(tx, id, { state, workerId }));
    await change("starting", "worker-1");
    expect(codeOf(await act(id))).toEqual({ status: 409, code: "resource.conflict" });
    await change("active", "worker-silent");
    expect(codeOf(await act(id))).toEqual({ status: 503, code: "worker.unreachable" });
    await change("ended", "worker-1");
    expect(codeOf(await act(id))).toEqual({ status: 410, code: "session.ended" });
  });

  it("410 while its worker has let go of it and the row does not say so yet; closing it is fine", async () => {
    const { id } = await harness.openSession(harness.ours.operator);
    harness.worker.onCall = async () => problem("resource.not_found");
    expect(codeOf(await act(id))).toEqual({ status: 410, code: "session.ended" });
    const as = harness.ours.operator;
    expect((await harness.request("GET", `/v1/sessions/${id}/frame`, { as })).status).toBe(410);
    expect((await harness.request("POST", `/v1/sessions/${id}/close`, { as })).status).toBe(200);
  });

  it("202 with the approval when a person has to be asked", async () => {
    const { id } = await harness.openSession(harness.ours.operator);
    const approval = ask(id);
    harness.worker.onCall = () => ({
      status: 202,
      type: "application/json",
      body: JSON.stringify({ outcome: "ask", approval, code: "ABCD" }),
    });
    const answer = await act(id);
    expect([answer.status, answer.json]).toEqual([202, { approval, code: "ABCD" }]);
  });

  it("200 with the frame as base64, every byte of it", async () => {
    const { id } = await harness.openSession(harness.ours.operator);
    const image = Buffer.from([0x89, 0x50, 0x0a, 0x00, 0xff]);
    harness.worker.onCall = () =>
      framed({ ...actionResult("computer_mouse_click", { x: 1, y: 2 }), frame: FRAME }, image);
    const answer = await act(id, { tool: "computer_mouse_click", params: { x: 1, y: 2 }, observe: {} });
    expect(answer.status).toBe(200);
    expect(Buffer.from(answer.json.frame.image, "base64")).toEqual(image);
    expect(harness.worker.calls[0]?.body).toMatchObject({ tool: "computer_mouse_click", observe: { quietMs: 100 } });
  });
});

function ask(sessionId: string) {
  const decisive = { gate: "consent", outcome: "ask", code: "grant.needed", reason: "needs it", layer: "default" };
  return {
    ...{
      id: randomUUID(),
      state: "pending",
      sessionId,
      taskId: null,
      isTaskStep: false,
      tool: "computer_screen_size",
      params: {},
    },
    ...{ digest: "0", requestedBy: "principal:x", answeredBy: null, answer: null, note: null },
    evaluation: { outcome: "ask", decisive, verdicts: [decisive], risk: "R0_READ" },
    ...{ createdAt: "2026-01-01T00:00:00.000Z", expiresAt: "2026-01-01T00:10:00.000Z" },
    ...{
      answeredAt: null,
      executedAt: null,
      expiredBecause: null,
      frameId: null,
      frame: null,
      policyVersion: "tenant@1",
    },
    ...{ isCodeRequired: false, offers: [{ grant: "screen", isKeepable: true }], warnings: [] },
  };
}

describe("GET /v1/sessions/{id}/frame", () => {
  const get = (id: string, query = "", headers: Record<string, string> = {}) =>
    harness.request("GET", `/v1/sessions/${id}/frame${query}`, { as: harness.ours.viewer, headers });

  it.each(["?scale=0", "?scale=2", "?format=bmp", "?region=1,2,3", "?region=0,0,0,10", "?quality=0", "?zoom=1"])(
    "400 for %s",
    async (query) => {
      const { id } = await harness.openSession(harness.ours.operator);
      expect(codeOf(await get(id, query))).toEqual({ status: 400, code: "request.invalid" });
      expect(harness.worker.calls).toEqual([]);
    },
  );

  it("200 with the image's bytes and its facts in headers", async () => {
    const { id } = await harness.openSession(harness.ours.operator);
    harness.worker.onCall = () =>
      framed({ ...actionResult("computer_screen_capture", FRAME), frame: FRAME }, Buffer.from("image"));
    const answer = await get(id, "?scale=0.5&region=10,20,300,200");
    expect([answer.status, answer.text]).toEqual([200, "image"]);
    const header = (name: string) => answer.headers.get(name);
    expect(header("content-type")).toBe("image/png");
    expect(["x-frame-id", "x-frame-width", "x-frame-height", "x-frame-scale"].map(header)).toEqual([
      "f1",
      "640",
      "400",
      "0.5",
    ]);
    expect(JSON.parse(header("x-frame-info") ?? "")).toEqual(FRAME);
    expect(harness.worker.calls[0]?.body).toMatchObject({
      scale: 0.5,
      region: { x: 10, y: 20, width: 300, height: 200 },
    });
  });

  it("304 while nothing changed, asked by the frame's own id", async () => {
    const { id } = await harness.openSession(harness.ours.operator);
    const frame = { ...FRAME, unchanged: true };
    harness.worker.onCall = () => framed({ ...actionResult("computer_screen_capture", frame), frame });
    const answer = await get(id, "", { "if-none-match": '"f1"' });
    expect([answer.status, answer.text]).toEqual([304, ""]);
    expect(harness.worker.calls[0]?.body).toMatchObject({ ifChangedFrom: "f1" });
  });
});

describe("stop, pause, resume, close", () => {
  const order = (id: string, verb: string) =>
    harness.request("POST", `/v1/sessions/${id}/${verb}`, { as: harness.ours.operator });

  it("reach the worker under the caller's name", async () => {
    const { id } = await harness.openSession(harness.ours.operator);
    const verbs = ["stop", "pause", "resume", "close"];
    for (const verb of verbs) expect((await order(id, verb)).status).toBe(200);
    expect(harness.worker.calls.map(({ path, claims }) => [path, claims.principal.id])).toEqual(
      verbs.map((verb) => [`/internal/sessions/${id}/${verb}`, harness.ours.operator.principalId]),
    );
  });

  it("are not a viewer's: nothing reaches the worker", async () => {
    const { id } = await harness.openSession(harness.ours.operator);
    for (const verb of ["stop", "pause", "resume", "close"]) {
      const answer = await harness.request("POST", `/v1/sessions/${id}/${verb}`, { as: harness.ours.viewer });
      expect(codeOf(answer)).toEqual({ status: 403, code: "auth.forbidden" });
    }
    expect(harness.worker.calls).toEqual([]);
  });

  it("a pause answers with the session afterwards, as the worker wrote it", async () => {
    const { id } = await harness.openSession(harness.ours.operator);
    const { tenantId, principalId } = harness.ours.operator;
    const control = { principalId, name: "Ada", since: "2030-01-01T00:00:00.000Z" };
    harness.worker.onCall = async () => {
      await harness.database.tenant(tenantId, (tx) =>
        updateSession(tx, id, { state: "paused", controller: "human", control }),
      );
      return { status: 204 };
    };
    const paused = await order(id, "pause");
    expect([paused.status, paused.json]).toMatchObject([200, { id, state: "paused", controller: "human", control }]);
  });

  it("a pause of a stopped session is 409, of a starting one too, of an ended one 410", async () => {
    const { id } = await harness.openSession(harness.ours.operator);
    const become = (state: "starting" | "ended") =>
      harness.database.tenant(harness.ours.operator.tenantId, (tx) => updateSession(tx, id, { state }));
    harness.worker.onCall = () => problem("resource.conflict");
    expect(codeOf(await order(id, "pause"))).toEqual({ status: 409, code: "resource.conflict" });
    harness.worker.onCall = () => ({ status: 204 });
    await become("starting");
    expect(codeOf(await order(id, "pause"))).toEqual({ status: 409, code: "resource.conflict" });
    await become("ended");
    expect(codeOf(await order(id, "pause"))).toEqual({ status: 410, code: "session.ended" });
    expect(harness.worker.calls).toHaveLength(1);
  });

  it("a stop goes out by signal when the worker cannot be reached", async () => {
    const { id } = await harness.openSession(harness.ours.operator);
    const { tenantId } = harness.ours.operator;
    await harness.database.tenant(tenantId, (tx) => updateSession(tx, id, { workerId: "worker-silent" }));
    expect((await order(id, "stop")).status).toBe(200);
    expect((await order(id, "close")).status).toBe(503);
    // A signal has no name on it, so the order is recorded where it was given.
    const { items } = (await harness.request("GET", "/v1/audit?action=session.stop&limit=1")).json;
    expect(items).toMatchObject([{ actor: `principal:${harness.ours.operator.principalId}`, sessionId: id }]);
  });

  it("closing what has ended changes nothing; stopping it is 410", async () => {
    const { id } = await harness.openSession(harness.ours.operator);
    await harness.database.tenant(harness.ours.operator.tenantId, (tx) => updateSession(tx, id, { state: "ended" }));
    expect((await order(id, "close")).json.state).toBe("ended");
    expect(codeOf(await order(id, "stop"))).toEqual({ status: 410, code: "session.ended" });
  });

  it("POST /v1/stop: a tenant's by its admin, the fleet's by the operator's, both recorded", async () => {
    const stop = (scope: string, as = harness.ours.admin) =>
      harness.request("POST", "/v1/stop", { as, json: { scope, reason: "drill" } });
    expect((await stop("tenant")).status).toBe(202);
    expect((await stop("fleet")).status).toBe(403);
    expect((await stop("fleet", harness.operator)).status).toBe(202);
    const records = await harness.request("GET", "/v1/audit?action=tenant.stop");
    expect(records.json.items[0]).toMatchObject({ params: { reason: "drill" } });
    // Each worker is told itself, too: whose signals are lost just then stops all the same. Nothing was sent for the refused one.
    expect(harness.worker.calls.map(({ path, body, claims }) => [path, body, claims.principal.id])).toEqual([
      ["/internal/stop", { scope: "tenant" }, harness.ours.admin.principalId],
      ["/internal/stop", { scope: "fleet" }, harness.operator.principalId],
    ]);
  });

  it("POST /v1/stop goes out by signal when a worker does not confirm it", async () => {
    harness.worker.onCall = () => problem("internal");
    const answer = await harness.request("POST", "/v1/stop", { json: { scope: "tenant" } });
    expect(answer.status).toBe(202);
    expect(harness.worker.calls).toHaveLength(1);
    expect(harness.log.join("")).toContain("a worker did not confirm a stop");
  });
});
