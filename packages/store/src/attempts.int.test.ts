import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  makeTenant,
  newTask,
  type StoreFixture,
  storeFixture,
  type TestTenant,
} from "../../../test/support/store-fixture.ts";
import { type BegunAttempt, beginAttempt } from "./begin-attempt.ts";
import { cancelTask } from "./cancel-task.ts";
import { expireTasks } from "./dispatch.ts";
import { finishAttempt } from "./finish-attempt.ts";
import { insertTask, type NewTask } from "./insert-task.ts";
import { expiredAttempts, heartbeat, recordStep, setTaskState } from "./leases.ts";
import { findTask } from "./tasks.ts";

let store: StoreFixture;
let tenant: TestTenant;
beforeAll(async () => {
  store = await storeFixture({ max: 50 });
  tenant = await makeTenant(store.database, "attempts");
});
afterAll(() => store.close());

const inTenant: StoreFixture["database"]["system"] = (work) => store.database.tenant(tenant.tenantId, work);
const submit = async (changes: Partial<NewTask> = {}): Promise<string> =>
  (await inTenant((tx) => insertTask(tx, newTask(tenant, changes)))).id;
const begin = (taskId: string, leaseMs = 60_000): Promise<BegunAttempt | null> =>
  inTenant((tx) => beginAttempt(tx, { taskId, workerId: "w1", leaseMs }));
const state = async (taskId: string) => (await inTenant((tx) => findTask(tx, taskId)))?.state;
const lease = (begun: BegunAttempt | null) => ({ attemptId: begun!.attempt.id, token: begun!.fencingToken });
/** The database's clock is the only one: a test moves what it is compared with. */
const runOut = (attemptId: string) =>
  store.admin.query("update attempts set lease_expires_at = now() - interval '1 second' where id = $1", [attemptId]);
const due = (taskId: string) => store.admin.query("update tasks set not_before = null where id = $1", [taskId]);

describe("beginAttempt", () => {
  it("gives the task to one of 50 workers that ask at once", async () => {
    // Connections first: while they are made one by one, the first worker is done before the last has asked.
    const wait = () => inTenant((tx) => tx.execute("select pg_sleep(0.2)"));
    await Promise.all(Array.from({ length: 50 }, wait));
    const taskId = await submit();
    const answers = await Promise.all(Array.from({ length: 50 }, () => begin(taskId)));
    const winners = answers.filter((answer) => answer !== null);
    expect(winners).toHaveLength(1);
    expect(winners[0]).toMatchObject({
      attempt: { number: 1, workerId: "w1", outcome: null },
      task: {
        id: taskId,
        state: "running",
        tenantId: tenant.tenantId,
        createdBy: tenant.principalId,
        inputs: { customer: "Łódź 東京" },
      },
      workflow: { name: "enter-order", version: 1 },
      principal: { id: tenant.principalId, role: "operator" },
      journal: [],
    });
    expect((await inTenant((tx) => findTask(tx, taskId)))?.attempts).toHaveLength(1);
  });

  it("gives later leases greater tokens", async () => {
    const [first, second] = [await begin(await submit()), await begin(await submit())];
    expect(second!.fencingToken).toBeGreaterThan(first!.fencingToken);
  });

  it("makes a program of inline steps", async () => {
    const taskId = await submit({
      workflow: undefined,
      program: { steps: [{ do: "computer_screen_size", with: {} }], grants: ["write"], output: { one: "1" } },
    });
    expect((await begin(taskId))?.workflow).toMatchObject({
      name: "inline",
      steps: [{ do: "computer_screen_size" }],
      grants: ["write"],
      output: { one: "1" },
      desktop: { image: "default" },
    });
  });

  it.each([
    ["is unknown", async () => "01890000-0000-7000-8000-000000000000"],
    ["is not due yet", () => submit({ notBefore: new Date(Date.now() + 60_000).toISOString() })],
    [
      "was cancelled",
      async () => {
        const id = await submit();
        await inTenant((tx) => cancelTask(tx, id));
        return id;
      },
    ],
  ])("answers null when the task %s", async (_why, make) => {
    expect(await begin(await make())).toBeNull();
  });

  it("ends a task past its deadline as expired, and so does expireTasks", async () => {
    const deadline = new Date(Date.now() - 1_000).toISOString();
    const [taken, swept] = [await submit({ deadline }), await submit({ deadline })];
    expect(await begin(taken)).toBeNull();
    expect(await state(taken)).toBe("expired");
    expect(await store.database.system((tx) => expireTasks(tx))).toBe(1);
    expect(await state(swept)).toBe("expired");
  });
});

describe("leases", () => {
  it("a heartbeat prolongs a lease that stands", async () => {
    const begun = await begin(await submit(), 1_000);
    expect(await inTenant((tx) => heartbeat(tx, { ...lease(begun), leaseMs: 60_000 }))).toBe(true);
    const { rows } = await store.admin.query(
      "select lease_expires_at > now() + interval '30 s' as longer from attempts where id = $1",
      [begun!.attempt.id],
    );
    expect(rows[0].longer).toBe(true);
  });

  it("nothing can be said with a lease that is foreign, ran out or has ended", async () => {
    const [mine, theirs, over] = [
      await begin(await submit()),
      await begin(await submit()),
      await begin(await submit()),
    ];
    await runOut(theirs!.attempt.id);
    await inTenant((tx) => finishAttempt(tx, { ...lease(over), outcome: "success" }));
    for (const proof of [{ ...lease(mine), token: mine!.fencingToken + 1_000 }, lease(theirs), lease(over)]) {
      const said = await inTenant(async (tx) => [
        await heartbeat(tx, { ...proof, leaseMs: 60_000 }),
        await recordStep(tx, { ...proof, step: "save", saved: {} }),
        await setTaskState(tx, { ...proof, state: "paused" }),
      ]);
      expect(said).toEqual([false, false, false]);
    }
    const foreign = { ...lease(mine), token: mine!.fencingToken + 1_000 };
    const finished = await inTenant((tx) => finishAttempt(tx, { ...foreign, outcome: "success" }));
    expect(finished).toEqual({ isAccepted: false, taskState: "running", retryAt: null });
    expect(await state(mine!.task.id)).toBe("running");
  });

  it("an expired one is found, closed once, and its task tried again with the journal", async () => {
    const taskId = await submit();
    const first = await begin(taskId);
    await inTenant((tx) => recordStep(tx, { ...lease(first), step: "save", saved: { number: 7 } }));
    await inTenant((tx) => recordStep(tx, { ...lease(first), step: "save", saved: { number: 8 } }));
    await runOut(first!.attempt.id);
    const [expired] = (await store.database.system((tx) => expiredAttempts(tx))).filter(
      (each) => each.taskId === taskId,
    );
    expect(expired).toEqual({ ...lease(first), tenantId: tenant.tenantId, taskId, workerId: "w1", sessionId: null });
    const close = () =>
      store.database.system((tx) =>
        finishAttempt(tx, { ...expired!, outcome: "infrastructure_error", reason: "the worker fell silent" }),
      );
    const closed = await Promise.all([close(), close(), close()]);
    expect(closed.filter(({ isAccepted }) => isAccepted)).toHaveLength(1);
    expect(await begin(taskId)).toBeNull();
    await due(taskId);
    const second = await begin(taskId);
    expect(second).toMatchObject({
      attempt: { number: 2 },
      journal: [{ step: "save", attemptId: first!.attempt.id, saved: { number: 7 } }],
    });
    expect(second!.fencingToken).toBeGreaterThan(first!.fencingToken);
    // The worker that fell silent comes back.
    expect(await inTenant((tx) => finishAttempt(tx, { ...lease(first), outcome: "success" }))).toEqual({
      isAccepted: false,
      taskState: "running",
      retryAt: null,
    });
    expect(await state(taskId)).toBe("running");
  });
});

describe("finishAttempt", () => {
  it.each([
    ["success", "succeeded"],
    ["business_error", "failed"],
    ["policy_denied", "failed"],
    ["approval_expired", "failed"],
    ["timeout", "failed"],
    ["cancelled", "cancelled"],
  ] as const)("%s ends the task as %s, at once", async (outcome, final) => {
    const taskId = await submit();
    const begun = await begin(taskId);
    const finished = await inTenant((tx) =>
      finishAttempt(tx, { ...lease(begun), outcome, reason: "because", output: { a: 1 } }),
    );
    expect(finished).toEqual({ isAccepted: true, taskState: final, retryAt: null });
    expect(await inTenant((tx) => findTask(tx, taskId))).toMatchObject({
      state: final,
      outcome,
      reason: "because",
      output: { a: 1 },
      attempts: [{ outcome }],
    });
  });

  it.each(["application_error", "infrastructure_error"] as const)(
    "%s is tried again with growing delays, maxAttempts times",
    async (outcome) => {
      const taskId = await submit({ maxAttempts: 3 });
      const delays: number[] = [];
      for (let number = 1; number <= 3; number += 1) {
        await due(taskId);
        const finished = await begin(taskId).then((begun) =>
          inTenant((tx) => finishAttempt(tx, { ...lease(begun), outcome })),
        );
        if (finished.retryAt) delays.push(Math.round((Date.parse(finished.retryAt) - Date.now()) / 1_000));
        expect(finished.taskState).toBe(number < 3 ? "queued" : "failed");
      }
      expect(delays).toEqual([1, 2]);
    },
  );

  it("does not try again what somebody asked to cancel", async () => {
    const taskId = await submit();
    const begun = await begin(taskId);
    expect((await inTenant((tx) => cancelTask(tx, taskId))).state).toBe("running");
    expect(await inTenant((tx) => finishAttempt(tx, { ...lease(begun), outcome: "application_error" }))).toMatchObject({
      taskState: "cancelled",
    });
  });

  it("answers a second finish with what stands", async () => {
    const begun = await begin(await submit());
    await inTenant((tx) => finishAttempt(tx, { ...lease(begun), outcome: "success" }));
    expect(await inTenant((tx) => finishAttempt(tx, { ...lease(begun), outcome: "business_error" }))).toEqual({
      isAccepted: false,
      taskState: "succeeded",
      retryAt: null,
    });
  });
});

describe("a finished task", () => {
  it("never changes again, not even by hand", async () => {
    const taskId = await submit();
    await inTenant((tx) => cancelTask(tx, taskId));
    for (const change of ["state = 'queued', ended_at = null", "outcome = 'success'", "output = '{}'"])
      await expect(store.admin.query(`update tasks set ${change} where id = $1`, [taskId])).rejects.toMatchObject({
        code: "DF002",
      });
    expect((await inTenant((tx) => cancelTask(tx, taskId))).state).toBe("cancelled");
  });

  it("cannot be cancelled when it ended otherwise", async () => {
    const taskId = await submit();
    const begun = await begin(taskId);
    await inTenant((tx) => finishAttempt(tx, { ...lease(begun), outcome: "success" }));
    await expect(inTenant((tx) => cancelTask(tx, taskId))).rejects.toMatchObject({ code: "resource.conflict" });
  });

  it("has one successful attempt at most: the database refuses a second", async () => {
    const taskId = await submit();
    const begun = await begin(taskId);
    await inTenant((tx) => finishAttempt(tx, { ...lease(begun), outcome: "success" }));
    const second = `insert into attempts (id, tenant_id, task_id, number, worker_id, fencing_token, lease_expires_at, started_at, ended_at, outcome)
      select gen_random_uuid(), tenant_id, task_id, 2, 'w2', nextval('fencing_tokens'), now(), now(), now(), 'success' from attempts where task_id = $1`;
    await expect(store.admin.query(second, [taskId])).rejects.toMatchObject({ constraint: "attempts_one_success" });
  });
});

it.each([
  ["queued", "paused"],
  ["queued", "succeeded"],
])("a task does not go from %s to %s", async (_from, to) => {
  const taskId = await submit();
  const change = `update tasks set state = $2, ended_at = case when $2 = 'succeeded' then now() end where id = $1`;
  await expect(store.admin.query(change, [taskId, to])).rejects.toMatchObject({ code: "DF002" });
});
