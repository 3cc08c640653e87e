import { createHmac, randomUUID } from "node:crypto";
import { INTERNAL_TOKEN_TTL_SECONDS, InternalAsk, type Principal, Problem } from "@deskfleet/contracts";
import { createFakeDriver, type FakeDriver, type FakeMachine } from "@deskfleet/desktop";
import {
  answerApproval,
  createKey,
  createTenant,
  type Database,
  eventsAfter,
  findGrants,
  findSession,
  findWorker,
  insertGrant,
  insertSession,
  listAudit,
  notify,
  openDatabase,
  openIntents,
  putPolicy,
  revokeGrant,
  verifyChain,
} from "@deskfleet/store";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { readConfig } from "./config.ts";
import { createLogger } from "./log.ts";
import { type RunningWorker, startWorker } from "./start-worker.ts";

const SECRET = "ab".repeat(32);
const WORKER = "worker-int";
let fresh: TestDatabase;
let database: Database;
let driver: FakeDriver;
let worker: RunningWorker;
let operator: Principal;
let approver: Principal;
let sessionId: string;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, applicationName: "test", secret: SECRET });
  [operator, approver] = await database.system(async (tx) => {
    const tenantId = await createTenant(tx, "test");
    const people = ["operator", "approver"] as const;
    const [first, second] = await Promise.all(people.map((role) => createKey(tx, { tenantId, name: role, role })));
    return [
      { id: first!.id, tenantId, role: "operator", name: "operator" },
      { id: second!.id, tenantId, role: "approver", name: "approver" },
    ];
  });
  driver = createFakeDriver();
  const config = readConfig({
    DATABASE_URL: fresh.url,
    DESKFLEET_SECRET: SECRET,
    DESKFLEET_WORKER_ID: WORKER,
    DESKFLEET_IMAGE: "deskfleet/desktop:test",
    DESKFLEET_SLOTS: "3",
    DESKFLEET_WARM: "1",
  });
  worker = await startWorker(config, createLogger("error"), driver);
});
afterAll(async () => {
  await worker.close();
  await database.close();
  await fresh.drop();
});

const tenant = <T>(work: Parameters<typeof database.tenant<T>>[1]) => database.tenant(operator.tenantId, work);
async function policy(document: Parameters<typeof putPolicy>[1]["document"]): Promise<void> {
  await tenant((tx) => putPolicy(tx, { tenantId: operator.tenantId, document, comment: "", createdBy: "system" }));
}
async function call(path: string, body: unknown, principal: Principal = operator): Promise<Response> {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(Date.now() / 1_000) + INTERNAL_TOKEN_TTL_SECONDS;
  const content = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ aud: WORKER, method: "POST", path, exp, principal })}`;
  const signature = createHmac("sha256", Buffer.from(SECRET, "hex")).update(content).digest("base64url");
  const headers = { authorization: `Bearer ${content}.${signature}`, "content-type": "application/json" };
  return fetch(worker.url + path, { method: "POST", headers, body: JSON.stringify(body) });
}
const act = (tool: string, params: object = {}) => call(`/internal/sessions/${sessionId}/actions`, { tool, params });
const codeOf = async (response: Response) =>
  response.ok ? response.status : Problem.parse(await response.json()).code;
async function machine(): Promise<FakeMachine> {
  const machines = (await driver.list()).map(({ id }) => driver.machine(id));
  return machines.find((one) => one.token > 0 && one.windows.length === 0) ?? machines.find((one) => one.token > 0)!;
}
async function startSession(grants: string[] = ["computer_use", "screen", "write"]): Promise<void> {
  const desktop = { image: "default", display: "1280x800", isolation: "container" } as const;
  const row = await tenant((tx) =>
    insertSession(tx, {
      ...{ tenantId: operator.tenantId, principalId: operator.id, desktop, grants },
      idleTimeoutSeconds: 900,
    }),
  );
  sessionId = row.id;
  const response = await call("/internal/sessions", { sessionId, request: {} });
  expect(response.status).toBe(204);
}
const close = () => call(`/internal/sessions/${sessionId}/close`, {});

beforeEach(async () => {
  await policy({ grantable: ["computer_use", "screen", "write", "app(*)"] });
});

describe("a worker on Postgres", () => {
  it("is on the list with its address and what it has free", async () => {
    const row = await database.system((tx) => findWorker(tx, WORKER));
    expect(row).toMatchObject({ url: worker.url, slots: 3, images: [{ name: "default" }], runtimes: ["container"] });
  });

  it("says on the list whether its desktops can confine commands", async () => {
    await startSession();
    await close();
    const confinement = { kind: "namespaces", landlock: 6 };
    await expect
      .poll(() => database.system((tx) => findWorker(tx, WORKER)), { timeout: 5_000 })
      .toMatchObject({ confinement });
  });

  it("opens a session, acts, and leaves a chain that verifies without open intents", async () => {
    await startSession();
    expect(await tenant((tx) => findSession(tx, sessionId))).toMatchObject({ state: "active", workerId: WORKER });
    expect((await act("computer_mouse_click", { x: 5, y: 6 })).status).toBe(200);
    expect(await codeOf(await act("computer_mouse_click", { x: 5_000, y: 6 }))).toBe("policy.denied");
    expect((await act("computer_screen_capture")).status).toBe(200);
    await close();
    expect(await tenant((tx) => findSession(tx, sessionId))).toMatchObject({ state: "ended", endReason: "closed" });
    const { items } = await tenant((tx) => listAudit(tx, { sessionId }, { limit: 50 }));
    const trail = items.map(({ kind, action, result }) => [kind, action, result].filter(Boolean).join(" "));
    expect(trail.sort()).toEqual([
      "event session.ended",
      "event session.started",
      "intent computer_mouse_click",
      "intent computer_screen_capture",
      "outcome computer_mouse_click denied",
      "outcome computer_mouse_click ok",
      "outcome computer_screen_capture ok",
    ]);
    expect(await tenant((tx) => verifyChain(tx, sessionId, SECRET))).toMatchObject({
      ...{ records: 7, isIntact: true, openIntents: 0 },
    });
  });

  it("announces what happens to whoever listens", async () => {
    await startSession();
    await act("computer_mouse_click", { x: 5, y: 6 });
    await expect
      .poll(async () =>
        (await tenant((tx) => eventsAfter(tx, { afterId: null, limit: 100, sessionId }))).map(({ type }) => type),
      )
      .toEqual(["session.started", "session.action"]);
    await close();
  });

  it("a changed policy is in force within a second", async () => {
    await startSession();
    expect((await act("computer_mouse_click", { x: 1, y: 1 })).status).toBe(200);
    await policy({ features: { computer_mouse_click: false } });
    const startedMs = performance.now();
    await expect
      .poll(async () => codeOf(await act("computer_mouse_click", { x: 1, y: 1 })), { interval: 20, timeout: 1_000 })
      .toBe("policy.denied");
    expect(performance.now() - startedMs).toBeLessThan(1_000);
    await close();
  });

  it("a consent that was taken back counts no more within a second, and one of another tenant changes nothing", async () => {
    const grant = await tenant((tx) =>
      insertGrant(tx, {
        ...{ tenantId: operator.tenantId, principalId: operator.id, grant: "write", scope: "tenant", sessionId: null },
        ...{ layer: "tenant", givenBy: `principal:${approver.id}`, expiresAt: null },
      }),
    );
    await startSession(["computer_use"]);
    expect((await act("computer_mouse_click", { x: 2, y: 2 })).status).toBe(200);
    const theirs = await database.system((tx) => createTenant(tx, "theirs"));
    expect(await database.tenant(theirs, (tx) => revokeGrant(tx, grant.id, "system"))).toBe(false);
    expect((await act("computer_mouse_click", { x: 2, y: 2 })).status).toBe(200);
    const startedMs = performance.now();
    expect(await tenant((tx) => revokeGrant(tx, grant.id, "system"))).toBe(true);
    await expect
      .poll(async () => (await act("computer_mouse_click", { x: 2, y: 2 })).status, { interval: 20, timeout: 1_000 })
      .toBe(202);
    expect(performance.now() - startedMs).toBeLessThan(1_000);
    await close();
  });

  it("an approval is executed once of a hundred at the same time, and its answer becomes a grant", async () => {
    await startSession(["computer_use"]);
    const asked = await act("computer_mouse_click", { x: 7, y: 7 });
    expect(asked.status).toBe(202);
    const { approval, code } = InternalAsk.parse(await asked.json());
    expect(code).toHaveLength(8);
    const answeredBy = `principal:${approver.id}`;
    await tenant((tx) => answerApproval(tx, { id: approval.id, answer: "session", answeredBy, fourEyes: true }));
    const path = `/internal/approvals/${approval.id}/execute`;
    const all = await Promise.all(Array.from({ length: 100 }, () => call(path, {}, approver)));
    // Those that the session's queue has no place for are told to come again: they would find it used.
    const statuses = all.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status !== 200 && status !== 409 && status !== 429)).toEqual([]);
    expect((await machine()).calls.filter(({ method }) => method === "computer_mouse_click")).toHaveLength(1);
    const given = await tenant((tx) => findGrants(tx, { principalId: operator.id, sessionId }, { limit: 10 }));
    expect(given.items).toMatchObject([{ grant: "write", scope: "session", sessionId, givenBy: answeredBy }]);
    expect((await act("computer_mouse_click", { x: 8, y: 8 })).status).toBe(200);
    await close();
  });

  it.each([
    ["session", () => ({ kind: "session.stop", sessionId }) as const],
    ["tenant", () => ({ kind: "tenant.stop", tenantId: operator.tenantId }) as const],
    ["fleet", () => ({ kind: "fleet.stop" }) as const],
  ])("a stop of the %s through Postgres is in force within 100 ms of the commit", async (scope, signal) => {
    await startSession();
    const inside = await machine();
    let isRunning = false;
    inside.overrides.set("computer_mouse_click", (_args, { signal: ended }) => {
      isRunning = true;
      return new Promise((_resolve, reject) => ended.addEventListener("abort", () => reject(ended.reason)));
    });
    const running = act("computer_mouse_click", { x: 1, y: 1 });
    await expect.poll(() => isRunning).toBe(true);
    await database.system((tx) => notify(tx, signal()));
    const startedMs = performance.now();
    await expect.poll(() => inside.isStopped, { interval: 2 }).toBe(true);
    expect(performance.now() - startedMs).toBeLessThan(100);
    expect(await codeOf(await running)).toBe("session.stopped");
    // Whoever hears of it finds it in the row, and is told when it was in force.
    const told = async () =>
      (await tenant((tx) => eventsAfter(tx, { afterId: null, limit: 100, sessionId, types: ["session.stopped"] })))[0];
    await expect.poll(told, { timeout: 10_000 }).toMatchObject({ data: { scope, isConfirmed: true } });
    expect((await told())?.data.effectMs).toBeLessThan(100);
    expect((await tenant((tx) => findSession(tx, sessionId)))?.state).toBe("stopped");
    const recorded = async () => (await tenant((tx) => listAudit(tx, { sessionId }, { limit: 50 }))).items;
    await expect.poll(async () => (await recorded()).map(({ action }) => action)).toContain("session.stopped");
    const items = await recorded();
    expect(items.find(({ kind, action }) => kind === "outcome" && action === "computer_mouse_click")?.result).toBe(
      "stopped",
    );
    await close();
  });

  it("answers 404 for a session that Postgres does not know", async () => {
    expect((await call("/internal/sessions", { sessionId: randomUUID(), request: {} })).status).toBe(404);
  });

  it("leaves nothing behind when it closes: sessions ended, no desktop, no line in the list", async () => {
    await startSession();
    await worker.close();
    expect(await tenant((tx) => findSession(tx, sessionId))).toMatchObject({
      state: "ended",
      endReason: "worker_shutdown",
    });
    expect(await driver.list()).toEqual([]);
    expect(await database.system((tx) => findWorker(tx, WORKER))).toBeNull();
    expect(await database.system((tx) => openIntents(tx, { olderThanMs: 0, limit: 10 }))).toEqual([]);
  });
});
