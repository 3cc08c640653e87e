import type { Task } from "@deskfleet/contracts";
import { findTask, findWorker, setWorkerDraining } from "@deskfleet/store";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BACKENDS, type TestTransport, testTransport } from "./testing.ts";
import { countTasks, type TestFleet, testFleet } from "./testing-fleet.ts";
import { startTestWorker, type TestWorker } from "./testing-worker.ts";

const WRITE = { do: "computer_file_write", with: { path: "/workspace/out", content: "{{ inputs.number }}" } };
/** Runs until somebody ends it. */
const ENDLESS = { do: "computer_window_list", expect: { window: { title: "never there" } }, timeout: "1h" };
const PATIENCE = { timeout: 50_000, interval: 100 };

describe.each(BACKENDS)("a worker that an operator drains, on %s", (backend) => {
  let fleet: TestFleet;
  let harness: TestTransport;
  const workers: TestWorker[] = [];
  beforeEach(async () => {
    fleet = await testFleet();
    harness = await testTransport(backend, fleet.url);
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.close()));
    await fleet.close();
  });

  async function start(workerId: string): Promise<TestWorker> {
    const { redisUrl } = harness;
    const worker = await startTestWorker({ databaseUrl: fleet.url, redisUrl, workerId, slots: 4 });
    workers.push(worker);
    return worker;
  }
  const drain = (id: string, isDraining = true) => fleet.database.system((tx) => setWorkerDraining(tx, id, isDraining));
  /** It has reported since: it knows. */
  async function hasHeard(id: string): Promise<void> {
    const reportedAt = async () => Date.parse((await fleet.database.system((tx) => findWorker(tx, id)))?.seenAt ?? "");
    // The report after the next one: that one may have been on its way before.
    for (let count = 0; count < 2; count += 1) {
      const before = await reportedAt();
      await vi.waitFor(async () => expect(await reportedAt()).toBeGreaterThan(before), PATIENCE);
    }
  }
  const task = async (id: string) => (await fleet.database.system((tx) => findTask(tx, id))) as Task;
  const reaches = (id: string, state: Task["state"]) =>
    vi.waitFor(async () => expect((await task(id)).state).toBe(state), PATIENCE);
  const allSucceed = (count: number) =>
    vi.waitFor(async () => expect((await countTasks(fleet)).succeeded).toBe(count), PATIENCE);
  const workersOfAttempts = async () =>
    (await fleet.query<{ id: string }>("select distinct worker_id as id from attempts order by 1")).map(({ id }) => id);

  it("takes no attempt, although it leads; the other one takes them all, and after the resume both do", async () => {
    const first = await start("one");
    await vi.waitFor(() => expect(first.side.isLeader).toBe(true), PATIENCE);
    await start("two");
    await drain("one");
    await hasHeard("one");
    await fleet.submit(40, [WRITE]);
    await allSucceed(40);
    expect(await workersOfAttempts()).toEqual(["two"]);
    expect(first.side.isLeader).toBe(true);

    await drain("one", false);
    await hasHeard("one");
    await fleet.submit(120, [WRITE]);
    await allSucceed(160);
    expect(await workersOfAttempts()).toEqual(["one", "two"]);
    expect(await countTasks(fleet)).toEqual({ succeeded: 160, others: 0, doubled: 0, attempts: 160 });
  });

  it("goes on with what runs, and what comes waits without losing a try until somebody can take it", async () => {
    await start("one");
    const [running = ""] = await fleet.submit(1, [ENDLESS]);
    await reaches(running, "running");
    await drain("one");
    await hasHeard("one");
    const waiting = await fleet.submit(20, [WRITE], { maxAttempts: 1 });
    await hasHeard("one");
    for (const id of waiting) expect(await task(id)).toMatchObject({ state: "queued", attempts: [] });
    expect(await task(running)).toMatchObject({ state: "running", attempts: [{ outcome: null }] });

    await drain("one", false);
    await allSucceed(20);
    expect(await task(running)).toMatchObject({ state: "running", attempts: [{ outcome: null }] });
    expect((await countTasks(fleet)).attempts).toBe(21);
  });

  it("that stops and comes back is drained still, from its first moment", async () => {
    await start("one");
    await drain("one");
    await hasHeard("one");
    await workers.shift()?.close();
    const [id = ""] = await fleet.submit(1, [WRITE]);
    await start("one");
    await hasHeard("one");
    expect(await task(id)).toMatchObject({ state: "queued", attempts: [] });
    await drain("one", false);
    await reaches(id, "succeeded");
  });
});
