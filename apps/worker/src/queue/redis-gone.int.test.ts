import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ChaosRedis, startChaosRedis } from "../../../../test/support/chaos-services.ts";
import { countTasks, type TestFleet, testFleet } from "./testing-fleet.ts";
import { startTestWorker, type TestWorker } from "./testing-worker.ts";

const WRITE = { do: "computer_file_write", with: { path: "/workspace/out", content: "x" } };

describe("a worker whose Redis", () => {
  let fleet: TestFleet;
  let redis: ChaosRedis;
  let worker: TestWorker;

  beforeEach(async () => {
    [fleet, redis] = await Promise.all([testFleet(), startChaosRedis()]);
    worker = await startTestWorker({ databaseUrl: fleet.url, redisUrl: redis.url, workerId: "one", slots: 4 });
  });
  afterEach(async () => {
    await worker.close();
    await redis.stop();
    await fleet.close();
  });

  it("was killed and came back empty goes on with what is due", async () => {
    await fleet.submit(30, [WRITE]);
    await vi.waitFor(async () => expect((await countTasks(fleet)).succeeded).toBeGreaterThan(5), { timeout: 20_000 });
    await redis.killAndStartEmpty();
    await vi.waitFor(async () => expect((await countTasks(fleet)).succeeded).toBe(30), {
      timeout: 40_000,
      interval: 250,
    });
    expect(await countTasks(fleet)).toMatchObject({ others: 0, doubled: 0 });
  });

  it("is gone for good ends within seconds when it is asked to, with nothing left running", async () => {
    await redis.stop();
    const startedMs = performance.now();
    await worker.side.close();
    expect(performance.now() - startedMs).toBeLessThan(15_000);
    expect(worker.side.running).toBe(0);
  });
});
