import { DesktopSpec, type Task } from "@deskfleet/contracts";
import { cancelTask, findSession, findTask, insertSession, listArtifacts, revokeKey } from "@deskfleet/store";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BACKENDS, type TestTransport, testTransport } from "./testing.ts";
import { countTasks, type TestFleet, testFleet } from "./testing-fleet.ts";
import { startTestWorker, type TestWorker, type TestWorkerOptions } from "./testing-worker.ts";

const WRITE = { do: "computer_file_write", with: { path: "/workspace/out", content: "{{ inputs.number }}" } };
/** Runs until somebody ends it. */
const ENDLESS = { do: "computer_window_list", expect: { window: { title: "never there" } }, timeout: "1h" };
const PATIENCE = { timeout: 20_000, interval: 100 };

describe.each(BACKENDS)("the queue side on %s", (backend) => {
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

  async function start(workerId: string, changes: Partial<TestWorkerOptions> = {}): Promise<TestWorker> {
    const { redisUrl } = harness;
    const worker = await startTestWorker({ databaseUrl: fleet.url, redisUrl, workerId, slots: 8, ...changes });
    workers.push(worker);
    return worker;
  }
  const allSucceed = (count: number) =>
    vi.waitFor(async () => expect((await countTasks(fleet)).succeeded).toBe(count), { timeout: 50_000, interval: 250 });
  async function task(id: string): Promise<Task> {
    return (await fleet.database.system((tx) => findTask(tx, id))) as Task;
  }
  const reaches = (id: string, state: Task["state"]) =>
    vi.waitFor(async () => expect((await task(id)).state).toBe(state), PATIENCE);

  it("runs 500 tasks exactly once on two workers, one of which leads", async () => {
    const [first, second] = [await start("one"), await start("two")];
    await fleet.submit(500, [WRITE]);
    await allSucceed(500);
    expect(await countTasks(fleet)).toEqual({ succeeded: 500, others: 0, doubled: 0, attempts: 500 });
    expect([first.side.isLeader, second.side.isLeader].filter(Boolean)).toHaveLength(1);
    expect(await fleet.query("select worker_id from attempts group by 1")).toHaveLength(2);
  });

  it.each(["empty", "destroy"] as const)(
    "loses no task when somebody makes the transport %s in the middle",
    async (harm) => {
      await start("one");
      await fleet.submit(120, [WRITE]);
      for (const share of [20, 50, 80]) {
        await vi.waitFor(async () => expect((await countTasks(fleet)).succeeded).toBeGreaterThan(share), PATIENCE);
        await harness[harm]();
      }
      await allSucceed(120);
      expect(await countTasks(fleet)).toMatchObject({ succeeded: 120, others: 0, doubled: 0 });
    },
  );

  it("goes on under another leader when the one that leads has gone", async () => {
    const first = await start("one");
    await vi.waitFor(() => expect(first.side.isLeader).toBe(true), PATIENCE);
    const second = await start("two");
    expect(second.side.isLeader).toBe(false);
    await workers.shift()?.close();
    await fleet.submit(5, [WRITE]);
    await allSucceed(5);
    expect(second.side.isLeader).toBe(true);
  });

  it("ends a running task when it is cancelled, and gives its desktop back", async () => {
    const worker = await start("one");
    const [id = ""] = await fleet.submit(1, [ENDLESS]);
    await reaches(id, "running");
    await fleet.database.system((tx) => cancelTask(tx, id));
    await reaches(id, "cancelled");
    expect(await task(id)).toMatchObject({ outcome: "cancelled", attempts: [{ outcome: "cancelled" }] });
    await vi.waitFor(async () => expect(await worker.driver.list()).toEqual([]), PATIENCE);
  });

  it("opens a task's session with its goal and domains", async () => {
    const worker = await start("one");
    const purpose = { goal: "Enter the order of 世界商店", trustedDomains: ["orders.example.com"] };
    const [id = ""] = await fleet.submit(1, [ENDLESS], purpose);
    const live = () =>
      fleet.query<{ id: string }>("select id from sessions where task_id = $1 and state = 'active'", [id]);
    await vi.waitFor(async () => expect(await live()).toHaveLength(1), PATIENCE);
    const [row] = await live();
    const session = await vi.waitFor(
      () => worker.host.find(row!.id) ?? Promise.reject(new Error("not open yet")),
      PATIENCE,
    );
    expect({ goal: session.goal, trustedDomains: session.trustedDomains }).toEqual(purpose);
    expect(await fleet.database.system((tx) => findSession(tx, row!.id))).toMatchObject(purpose);
  });

  it("ends an attempt that takes too long, and does not try it again", async () => {
    await start("one");
    const [id = ""] = await fleet.submit(1, [ENDLESS], { timeoutMs: 800 });
    await reaches(id, "failed");
    expect(await task(id)).toMatchObject({ outcome: "timeout", attempts: [{ outcome: "timeout" }] });
  });

  it("tries an application error again, as often as the task says and no more", async () => {
    await start("one");
    const [id = ""] = await fleet.submit(1, [{ do: "computer_file_read", with: { path: "/workspace/none" } }], {
      maxAttempts: 2,
    });
    await reaches(id, "failed");
    const ended = await task(id);
    expect(ended.attempts.map(({ outcome }) => outcome)).toEqual(["application_error", "application_error"]);
    expect(ended.reason).toMatch(/^step 1: /);
  });

  it("keeps a frame of what the screen showed when a row failed, and those that steps took", async () => {
    await start("one");
    const capture = { id: "look", do: "computer_screen_capture" };
    const failing = { do: "computer_file_read", with: { path: "/workspace/none" } };
    const [id = ""] = await fleet.submit(1, [capture, failing], { maxAttempts: 1 });
    await reaches(id, "failed");
    const kept = await fleet.database.system((tx) => listArtifacts(tx, id));
    expect(kept.map(({ kind, name, contentType }) => ({ kind, name, contentType }))).toEqual([
      { kind: "frame", name: "look.png", contentType: "image/png" },
      { kind: "frame", name: "failure.png", contentType: "image/png" },
    ]);
  });

  it("gives running attempts back when it drains, and takes none of the task's attempts for it", async () => {
    const first = await start("one", { times: { drainGraceMs: 300 } });
    const [id = ""] = await fleet.submit(1, [ENDLESS], { maxAttempts: 1 });
    await reaches(id, "running");
    await first.side.drain();
    expect(await task(id)).toMatchObject({
      state: "queued",
      attempts: [{ outcome: "infrastructure_error", reason: "the worker drained" }],
    });
    await start("two");
    await reaches(id, "running");
    expect((await task(id)).attempts.map(({ workerId }) => workerId)).toEqual(["one", "two"]);
  });

  it("stops at once when its lease is another's, and the next attempt runs elsewhere", async () => {
    const first = await start("one");
    const [id = ""] = await fleet.submit(1, [ENDLESS]);
    await reaches(id, "running");
    await fleet.query(
      "update attempts set lease_expires_at = now() - interval '1 s' where task_id = $1 and ended_at is null",
      [id],
    );
    await vi.waitFor(async () => expect((await task(id)).attempts).toHaveLength(2), PATIENCE);
    const [lost] = (await task(id)).attempts;
    expect(lost).toMatchObject({ outcome: "infrastructure_error" });
    await vi.waitFor(async () => expect(await first.driver.list()).toHaveLength(1), PATIENCE);
  });

  it("ends sessions that it holds in the database only, and none that it does hold", async () => {
    await start("one");
    const [id = ""] = await fleet.submit(1, [ENDLESS]);
    await reaches(id, "running");
    const { tenantId, principalId } = fleet;
    const desktop = DesktopSpec.parse({});
    const forgotten = await fleet.database.system((tx) =>
      insertSession(tx, { tenantId, principalId, desktop, grants: [], idleTimeoutSeconds: 60, workerId: "one" }),
    );
    const live = "select id from sessions where state <> 'ended'";
    await vi.waitFor(async () => expect(await fleet.query(live)).toHaveLength(1), PATIENCE);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await fleet.query(live)).not.toContainEqual({ id: forgotten.id });
    expect((await task(id)).state).toBe("running");
  });

  it("does nothing in the name of a revoked key", async () => {
    await start("one");
    await fleet.database.system((tx) => revokeKey(tx, fleet.principalId));
    const [id = ""] = await fleet.submit(1, [WRITE]);
    await reaches(id, "failed");
    expect(await task(id)).toMatchObject({
      outcome: "policy_denied",
      reason: "the key that submitted the task was revoked",
    });
  });
});
