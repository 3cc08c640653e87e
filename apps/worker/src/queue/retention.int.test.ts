import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type TestFleet, testFleet } from "./testing-fleet.ts";
import { startTestWorker, type TestWorker } from "./testing-worker.ts";

let fleet: TestFleet;
const workers: TestWorker[] = [];
beforeEach(async () => {
  fleet = await testFleet();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.close();
  await fleet.close();
});

const KEYS = "select key from idempotency_keys order by key";
const remember = (key: string, age: string) =>
  fleet.query(
    `insert into idempotency_keys (tenant_id, key, route, body_sha256, created_at) values ($1, $2, 'POST /v1/tasks', '', now() - $3::interval)`,
    [fleet.tenantId, key, age],
  );

it("the worker that leads removes what was only for a while, at first and again, and nothing that is young", async () => {
  await remember("old", "25 hours");
  await remember("young", "23 hours");
  const worker = await startTestWorker({ databaseUrl: fleet.url, workerId: "one", slots: 1, times: { forgetMs: 100 } });
  workers.push(worker);
  await vi.waitFor(async () => expect(await fleet.query(KEYS)).toEqual([{ key: "young" }]), { timeout: 10_000 });
  await remember("old too", "25 hours");
  await vi.waitFor(async () => expect(await fleet.query(KEYS)).toEqual([{ key: "young" }]), { timeout: 5_000 });
});
