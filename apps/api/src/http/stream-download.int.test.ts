import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { recordFrames } from "../routes/recordings/testing-record.ts";
import { type Harness, startHarness, WORKFLOW } from "../testing/harness.ts";

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

/** From the first transaction after the first `good` ones of a download on, Postgres answers nothing. */
function breakStore(good: number): void {
  const { database } = harness.api.services;
  const real = database.tenant.bind(database);
  let count = 0;
  const spy = vi.spyOn(database, "tenant");
  spy.mockImplementation((tenantId, work) => {
    count += 1;
    return count <= good ? real(tenantId, work) : Promise.reject(new Error("the store is gone: select secret"));
  });
}

it.each([
  ["an audit export", async () => ({ path: "/v1/audit/export", transactions: 0 })],
  [
    "the results of a batch",
    async () => {
      await harness.request("POST", "/v1/workflows", { json: WORKFLOW });
      const rows = [{ customer: "A", quantity: 1 }];
      const made = await harness.request("POST", "/v1/batches", {
        json: { reference: "b", workflow: "enter-order", rows },
      });
      return { path: `/v1/batches/${made.json.id}/results.csv`, transactions: 2 };
    },
  ],
  [
    "the video of a recording",
    async () => {
      const { tenantId } = harness.ours.operator;
      const { id } = await harness.openSession(harness.ours.operator);
      await recordFrames(harness.database, { tenantId, sessionId: id }, [{ ms: 0, content: Buffer.alloc(100) }]);
      return { path: `/v1/sessions/${id}/recording.webm`, transactions: 2 };
    },
  ],
])("%s that breaks off breaks its connection, says so in the log, and nothing else ends", async (_name, prepare) => {
  const { path, transactions } = await prepare();
  breakStore(transactions);
  await expect(harness.request("GET", path)).rejects.toThrow(/terminated|other side closed|fetch failed/);
  vi.restoreAllMocks();
  const line = harness.log.find((entry) => entry.includes("a download broke off"));
  expect(line).toContain(path);
  expect(line).not.toContain("select secret");
  harness.log.length = 0;
  expect((await harness.request("GET", "/healthz")).status).toBe(200);
});
