import { listAudit, listSessions } from "@deskfleet/store";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { problem, type WorkerCall } from "../../testing/fake-worker.ts";
import { type Caller, codeOf, type Harness, startHarness } from "../../testing/harness.ts";

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
});

const run = (as: Caller) => harness.request("POST", "/v1/selftest", { as });
const tenant = <T>(work: Parameters<typeof harness.database.tenant<T>>[1]) =>
  harness.database.tenant(harness.operator.tenantId, work);
const reportFor = ({ body }: WorkerCall) => ({
  ...{ sessionId: (body as { sessionId: string }).sessionId, workerId: "worker-1", durationMs: 5 },
  ...{ startedAt: "2030-01-01T00:00:00.000Z", passed: 1, failed: 0 },
  cases: [{ tool: "computer_screen_size", kind: "normal", says: "x", isPassed: true, fault: null, durationMs: 1 }],
});

it.each([
  ["a viewer", () => harness.ours.viewer],
  ["an operator of a tenant", () => harness.ours.operator],
  ["an administrator of another tenant than the fleet's operator", () => harness.ours.admin],
])("%s may not run it; no session is made for it", async (_name, caller) => {
  expect(codeOf(await run(caller()))).toEqual({ status: 403, code: "auth.forbidden" });
  expect(harness.worker.calls).toEqual([]);
});

it("is run by a worker on a session of its own, and begin and end are in the audit store", async () => {
  harness.worker.onCall = (call) => ({ status: 200, type: "application/json", body: JSON.stringify(reportFor(call)) });
  const { status, json } = await run(harness.operator);
  expect([status, json.passed, json.cases]).toEqual([200, 1, [expect.objectContaining({ isPassed: true })]]);
  const [call] = harness.worker.calls;
  expect([call?.path, call?.claims.principal.role, call?.body]).toEqual([
    ...["/internal/selftest", "admin", { sessionId: json.sessionId }],
  ]);
  const { items } = await tenant((tx) => listAudit(tx, {}, { limit: 10 }));
  expect(items.map(({ action, params, sessionId }) => [action, params, sessionId]).toSorted()).toEqual([
    ["selftest.ended", { passed: 1, failed: 0 }, json.sessionId],
    ["selftest.started", { workerId: "worker-1" }, json.sessionId],
  ]);
});

it.each(["resource.conflict", "desktop.unavailable", "action.failed"] as const)(
  "what the worker says is handed on (%s), and the session that was made for it has ended",
  async (code) => {
    harness.worker.onCall = () => problem(code);
    expect((await run(harness.operator)).json.code).toBe(code);
    const { items } = await tenant((tx) => listSessions(tx, {}, { limit: 1 }));
    expect(items[0]).toMatchObject({ state: "ended", endReason: code });
  },
);

it("an answer that is no report is not handed on", async () => {
  harness.worker.onCall = () => ({ status: 200, type: "application/json", body: '{"passed":3}' });
  expect(codeOf(await run(harness.operator))).toEqual({ status: 500, code: "internal" });
});
