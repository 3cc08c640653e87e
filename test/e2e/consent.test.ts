import { type RunningApi, readConfig as readApiConfig, startApi } from "@deskfleet/api";
import { createFakeDriver, type FakeDriver, type FakeMachine } from "@deskfleet/desktop";
import { bootstrapAdmin, createKey, createTenant, type Database, openDatabase } from "@deskfleet/store";
import { createLogger, type RunningWorker, readConfig, startWorker } from "@deskfleet/worker";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../support/database.ts";

/** Consent and approvals through REST, API, worker and Postgres; only the desktops are in memory. */
const SECRET = "6b".repeat(32);
const PATIENT = { timeout: 20_000, interval: 100 };
const CLICK = { tool: "computer_mouse_click", params: { x: 3, y: 4 } };

let fresh: TestDatabase;
let database: Database;
let driver: FakeDriver;
let worker: RunningWorker;
let api: RunningApi;
let keys: Record<"operator" | "approver" | "admin" | "stranger", { id: string; key: string }>;
let sessionId: string;

async function launchWorker(id: string): Promise<void> {
  driver = createFakeDriver();
  const config = readConfig({
    ...{ DATABASE_URL: fresh.url, DESKFLEET_SECRET: SECRET, DESKFLEET_WORKER_ID: id },
    ...{ DESKFLEET_IMAGE: "deskfleet/desktop:test", DESKFLEET_SLOTS: "8", DESKFLEET_WARM: "0" },
  });
  worker = await startWorker(config, createLogger("silent"), driver);
}
beforeAll(async () => {
  fresh = await freshDatabase();
  await bootstrapAdmin(fresh.url);
  database = openDatabase({ url: fresh.url, applicationName: "test", secret: SECRET });
  keys = await database.system(async (tx) => {
    const tenantId = await createTenant(tx, "ours");
    const make = (role: "operator" | "approver" | "admin") => createKey(tx, { tenantId, name: role, role });
    const theirs = await createTenant(tx, "theirs");
    return {
      operator: await make("operator"),
      approver: await make("approver"),
      admin: await make("admin"),
      stranger: await createKey(tx, { tenantId: theirs, name: "stranger", role: "admin" }),
    };
  });
  const environment = { DATABASE_URL: fresh.url, DESKFLEET_SECRET: SECRET, DESKFLEET_API_PORT: "0" };
  api = await startApi(readApiConfig(environment), createLogger("silent"));
  await launchWorker("consent-1");
});
afterAll(async () => {
  await worker.close();
  await api.close();
  await database.close();
  await fresh.drop();
});

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails when it is not there
  readonly json: any;
}
async function call(method: string, path: string, body?: unknown, as: keyof typeof keys = "admin"): Promise<Answer> {
  const response = await fetch(api.url + path, {
    method,
    headers: { authorization: `Bearer ${keys[as].key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text === "" ? null : JSON.parse(text) };
}
const policy = async (document: object) =>
  expect((await call("PUT", "/v1/policies/tenant", { document })).status).toBe(200);
const act = (action: object = CLICK) => call("POST", `/v1/sessions/${sessionId}/actions`, action, "operator");
const answer = (id: string, body: object, as: keyof typeof keys = "approver") =>
  call("POST", `/v1/approvals/${id}/answer`, body, as);
async function ask(action: object = CLICK): Promise<{ id: string; code: string; approval: Answer["json"] }> {
  const { status, json } = await act(action);
  expect(status).toBe(202);
  return { id: json.approval.id, code: json.code, approval: json.approval };
}
async function machine(): Promise<FakeMachine> {
  const machines = (await driver.list()).map(({ id }) => driver.machine(id));
  return machines.filter(({ token }) => token > 0).at(-1)!;
}
const clicks = async () => (await machine()).calls.filter(({ method }) => method === CLICK.tool).length;

beforeEach(async () => {
  await policy({ grantable: ["computer_use", "screen", "write", "app(*)", "command(git push *)"] });
  for (const { id } of (await call("GET", "/v1/sessions?live=true")).json.items)
    await call("POST", `/v1/sessions/${id}/close`, {});
  await call("POST", "/v1/grants/revoke", { principalId: keys.operator.id });
  // A worker that has just ended is asked first until the API has read of the new one.
  const open = () => call("POST", "/v1/sessions", { grants: ["computer_use", "screen"] }, "operator");
  await expect.poll(async () => (sessionId = (await open()).json.id), PATIENT).toEqual(expect.any(String));
});

describe("an approval", () => {
  it("is executed once by a hundred confirmations at the same time, and plan and execution are two records with its id", async () => {
    const { id } = await ask();
    const answers = await Promise.all(Array.from({ length: 100 }, () => answer(id, { answer: "once" })));
    const counted = answers.filter(({ status }) => status === 200);
    expect(counted).toHaveLength(1);
    expect(counted[0]?.json).toMatchObject({ problem: null, result: { tool: CLICK.tool } });
    expect(new Set(answers.flatMap(({ json }) => json.code ?? []))).toEqual(new Set(["approval.used"]));
    expect(await clicks()).toBe(1);
    expect((await call("GET", `/v1/approvals/${id}`)).json).toMatchObject({ state: "executed", answer: "once" });
    const { items } = (await call("GET", `/v1/audit?sessionId=${sessionId}&limit=200`)).json;
    const linked = items.filter(({ reason }: { reason: string | null }) => reason?.includes(id));
    expect(linked.map(({ kind, result }: Record<string, string>) => [kind, result]).sort()).toEqual([
      ["intent", null],
      ["outcome", "asked"],
    ]);
    const answered = (await call("GET", "/v1/audit?action=approval.answer")).json.items;
    expect(answered.filter(({ params }: { params: { approvalId: string } }) => params.approvalId === id)).toHaveLength(
      1,
    );
  });

  it("is there for its tenant alone", async () => {
    const { id } = await ask();
    for (const [method, path, body] of [
      ["GET", `/v1/approvals/${id}`],
      ["POST", `/v1/approvals/${id}/answer`, { answer: "once" }],
      ["POST", `/v1/approvals/${id}/code`],
    ] as const)
      expect((await call(method, path, body, "stranger")).status, path).toBe(404);
    expect(await clicks()).toBe(0);
  });

  it("does not pass a policy that forbids meanwhile what was asked for", async () => {
    const { id } = await ask();
    await policy({ grantable: ["computer_use"], rules: [{ effect: "deny", match: "tool(computer_mouse_*)" }] });
    await expect.poll(async () => (await act()).json.code, PATIENT).toBe("policy.denied");
    const { status, json } = await answer(id, { answer: "always" });
    expect([status, json.problem.code, json.result]).toEqual([200, "policy.denied", null]);
    expect(await clicks()).toBe(0);
    expect((await call("GET", `/v1/grants?principalId=${keys.operator.id}`)).json.items).toEqual([]);
  });

  it("does not click on what came in between", async () => {
    const { id } = await ask();
    (await machine()).openWindow("Delete everything?", "order-desk", []);
    expect((await answer(id, { answer: "once" })).json.problem.code).toBe("approval.target_changed");
    expect(await clicks()).toBe(0);
  });

  it("that policy wants a code for needs the requester's", async () => {
    await policy({ grantable: ["computer_use", "screen"], approvals: { confirmationCode: "required" } });
    await expect.poll(async () => (await ask()).approval.isCodeRequired, PATIENT).toBe(true);
    const { id, code } = await ask();
    for (const wrong of [{}, { code: "WRONGONE" }])
      expect((await answer(id, { answer: "once", ...wrong })).json.code).toBe("request.invalid");
    expect((await answer(id, { answer: "once", code })).json.problem).toBeNull();
    expect(await clicks()).toBe(1);
  });

  it("that was refused says why to whoever reads it", async () => {
    const { id } = await ask();
    await answer(id, { answer: "no", note: "not on a Friday" });
    expect((await call("GET", `/v1/approvals/${id}`, undefined, "operator")).json).toMatchObject({
      state: "denied",
      note: "not on a Friday",
    });
  });

  it("ends with the worker that froze it, and says so", async () => {
    const { id } = await ask();
    await worker.close();
    await launchWorker("consent-2");
    const read = async () => (await call("GET", `/v1/approvals/${id}`)).json;
    await expect.poll(async () => (await read()).state, PATIENT).toBe("expired");
    expect(await read()).toMatchObject({ expiredBecause: "session_ended" });
    const late = await answer(id, { answer: "once" });
    expect([late.status, late.json.code, late.json.data]).toEqual([
      409,
      "approval.expired",
      { because: "session_ended" },
    ]);
  });
});

describe("a consent", () => {
  it("given with an answer is in force at once, says which approval gave it, and is gone within a second when revoked", async () => {
    const { id, approval } = await ask();
    expect(approval.offers).toEqual([{ grant: "write", isKeepable: true }]);
    await answer(id, { answer: "session" });
    expect((await act()).status).toBe(200);
    const [grant] = (await call("GET", `/v1/grants?principalId=${keys.operator.id}&approvalId=${id}`)).json.items;
    expect(grant).toMatchObject({ grant: "write", scope: "session", sessionId, approvalId: id });
    const startedMs = performance.now();
    expect((await call("DELETE", `/v1/grants/${grant.id}`)).status).toBe(204);
    await expect.poll(async () => (await act()).status, { interval: 20, timeout: 1_000 }).toBe(202);
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });

  it("given to somebody is in force in a running session within a second, for once once, and for nobody else", async () => {
    const give = (scope: string) =>
      call("POST", "/v1/grants", { grant: "write", scope, principalId: keys.operator.id, sessionId }, "approver");
    expect((await give("once")).status).toBe(201);
    await expect.poll(async () => (await act()).status, { interval: 20, timeout: 1_000 }).toBe(200);
    expect((await act()).status).toBe(202);
    expect((await give("session")).status).toBe(201);
    await expect.poll(async () => (await act()).status, { interval: 20, timeout: 1_000 }).toBe(200);
    expect((await call("POST", `/v1/sessions/${sessionId}/actions`, CLICK, "approver")).status).toBe(202);
  });

  it("for always holds in every session of the project it was given in, and in no other", async () => {
    const project = (await call("POST", "/v1/projects", { name: `p-${Date.now()}` })).json;
    const open = async (body: object) =>
      (await call("POST", "/v1/sessions", { grants: ["computer_use", "screen"], ...body }, "operator")).json.id;
    const elsewhere = sessionId;
    sessionId = await open({ project: project.name });
    const { id } = await ask();
    expect((await answer(id, { answer: "always" })).json.problem).toBeNull();
    const { items } = (await call("GET", `/v1/grants?everybody=true&approvalId=${id}`)).json;
    expect(items).toMatchObject([{ grant: "write", scope: "project", projectId: project.id, sessionId: null }]);
    sessionId = await open({ project: project.id });
    expect((await act()).status).toBe(200);
    sessionId = elsewhere;
    expect((await act()).status).toBe(202);
  });

  it("all of a session are gone within a second, as an administrator wants it", async () => {
    await call("POST", "/v1/grants", { grant: "write", scope: "session", principalId: keys.operator.id, sessionId });
    await expect.poll(async () => (await act()).status, { interval: 20, timeout: 1_000 }).toBe(200);
    expect((await call("POST", "/v1/grants/revoke", { sessionId })).json).toEqual({ revoked: 1 });
    await expect.poll(async () => (await act()).status, { interval: 20, timeout: 1_000 }).toBe(202);
  });

  it("ends by itself at its time", async () => {
    const expiresAt = new Date(Date.now() + 1_500).toISOString();
    const body = { grant: "write", scope: "tenant", principalId: keys.operator.id, expiresAt };
    expect((await call("POST", "/v1/grants", body)).status).toBe(201);
    await expect.poll(async () => (await act()).status, { interval: 20, timeout: 1_000 }).toBe(200);
    await expect.poll(async () => (await act()).status, { interval: 50, timeout: 2_500 }).toBe(202);
  });
});
