import { verifyTenant } from "@deskfleet/store";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BACKENDS, type TestTransport, testTransport } from "./testing.ts";
import { countTasks, type TestFleet, testFleet } from "./testing-fleet.ts";
import { spawnTestWorker, type WorkerProcess } from "./testing-process.ts";
import { TEST_SECRET } from "./testing-worker.ts";

const LIST = { do: "computer_window_list" };
const WRITE = { do: "computer_file_write", with: { path: "/workspace/out", content: "{{ inputs.number }}" } };
/** Some tenths of a second of actions: long enough to be hit in the middle. */
const STEPS = [...Array(8).fill(LIST), WRITE];
const OPEN_INTENTS = `select a.worker_id from audit_records i join attempts a on a.id = i.attempt_id
  where i.kind = 'intent' and not exists (select from audit_records o where o.intent_id = i.id)`;
/** Statements that run: those of the other worker end within milliseconds, too. */
const BUSY = `select 1 from pg_stat_activity where datname = current_database() and state = 'active'
  and pid <> pg_backend_pid() and query ilike '%audit_records%'`;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe.each(BACKENDS)("worker processes on %s", (backend) => {
  let fleet: TestFleet;
  let harness: TestTransport;
  const workers: WorkerProcess[] = [];

  beforeEach(async () => {
    fleet = await testFleet();
    harness = await testTransport(backend, fleet.url);
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.end()));
    await fleet.close();
  });

  async function spawn(workerId: string): Promise<WorkerProcess> {
    const worker = await spawnTestWorker({ databaseUrl: fleet.url, redisUrl: harness.redisUrl, workerId, slots: 4 });
    workers.push(worker);
    return worker;
  }
  /**
   * SIGKILL at a moment when an intent of this worker is committed and its outcome is not, nor on its way: what the stopped
   * worker had sent already Postgres still carries out.
   */
  async function killInAction(worker: WorkerProcess, workerId: string): Promise<void> {
    for (;;) {
      worker.child.kill("SIGSTOP");
      await pause(100);
      if (await hasOpenIntent(workerId)) {
        await vi.waitFor(async () => expect(await fleet.query(BUSY)).toEqual([]), { timeout: 10_000, interval: 20 });
        if (await hasOpenIntent(workerId)) return worker.kill();
      }
      worker.child.kill("SIGCONT");
      await pause(5);
    }
  }
  async function hasOpenIntent(workerId: string): Promise<boolean> {
    const open = await fleet.query<{ worker_id: string }>(OPEN_INTENTS);
    return open.some(({ worker_id }) => worker_id === workerId);
  }
  const succeeded = async (): Promise<number> => (await countTasks(fleet)).succeeded;

  it("killed in the middle of their work lose no task and do none twice; the audit shows what was open", async () => {
    const [first, second] = await Promise.all([spawn("one"), spawn("two")]);
    await fleet.submit(40, STEPS);
    await vi.waitFor(async () => expect(await succeeded()).toBeGreaterThan(5), { timeout: 20_000, interval: 50 });
    await killInAction(first, "one");
    await spawn("three");
    await vi.waitFor(async () => expect(await succeeded()).toBeGreaterThan(20), { timeout: 40_000, interval: 50 });
    await second.kill();
    await vi.waitFor(async () => expect(await succeeded()).toBe(40), { timeout: 50_000, interval: 250 });
    const counts = await countTasks(fleet);
    expect(counts).toMatchObject({ succeeded: 40, others: 0, doubled: 0 });
    expect(counts.attempts).toBeGreaterThan(40);

    await vi.waitFor(async () => expect(await fleet.query(OPEN_INTENTS)).toEqual([]), {
      timeout: 15_000,
      interval: 250,
    });
    const live = "select count(*)::int as n from sessions where state <> 'ended'";
    await vi.waitFor(async () => expect(await fleet.query(live)).toEqual([{ n: 0 }]), {
      timeout: 15_000,
      interval: 250,
    });
    const unknown = await fleet.query("select 1 from audit_records where result = 'unknown' and actor = 'system'");
    expect(unknown.length).toBeGreaterThan(0);
    const proofs = await fleet.database.system((tx) => verifyTenant(tx, fleet.tenantId, TEST_SECRET));
    expect(proofs.length).toBeGreaterThan(40);
    expect(proofs.filter(({ isIntact }) => !isIntact)).toEqual([]);
  });

  it("asked to end, end by themselves within seconds, and the next ones finish the work", async () => {
    const first = await spawn("one");
    await fleet.submit(30, STEPS);
    await vi.waitFor(async () => expect(await succeeded()).toBeGreaterThan(3), { timeout: 20_000, interval: 50 });
    expect(await first.end()).toBe(0);
    expect(await fleet.query("select 1 from attempts where ended_at is null")).toEqual([]);
    await spawn("two");
    await vi.waitFor(async () => expect(await succeeded()).toBe(30), { timeout: 40_000, interval: 250 });
    expect(await countTasks(fleet)).toMatchObject({ doubled: 0, others: 0 });
  });

  it("survive that every connection to Postgres breaks, again and again", async () => {
    const worker = await spawn("one");
    await fleet.submit(40, STEPS);
    for (const share of [3, 10, 20]) {
      // Where all four at work were hit, the transport finds their jobs stalled after up to 25 seconds (bullmq-transport.ts).
      await vi.waitFor(async () => expect(await succeeded()).toBeGreaterThan(share), { timeout: 50_000, interval: 50 });
      await fleet.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'test'",
      );
    }
    await vi.waitFor(async () => expect(await succeeded()).toBe(40), { timeout: 50_000, interval: 250 });
    expect(await countTasks(fleet)).toMatchObject({ doubled: 0, others: 0 });
    expect(worker.child.exitCode).toBeNull();
  });
});
