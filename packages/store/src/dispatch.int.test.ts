import type { PolicyDocument } from "@deskfleet/contracts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  makeTenant,
  newTask,
  type StoreFixture,
  storeFixture,
  type TestTenant,
} from "../../../test/support/store-fixture.ts";
import { findBatch } from "./batches.ts";
import { beginAttempt } from "./begin-attempt.ts";
import { cancelBatch, pauseBatch, resumeBatch } from "./control-batch.ts";
import { claimDueTasks, type Dispatch, markDispatched, staleDispatches, undispatch } from "./dispatch.ts";
import { finishAttempt } from "./finish-attempt.ts";
import { insertBatch, type NewBatch } from "./insert-batch.ts";
import { insertTask, type NewTask } from "./insert-task.ts";
import { putPolicy } from "./policies.ts";
import { findTask } from "./tasks.ts";

let store: StoreFixture;
beforeEach(async () => {
  store = await storeFixture();
});
afterEach(() => store.close());

const claim = (limit: number) => store.database.system((tx) => claimDueTasks(tx, { limit }));
const submit = (tenant: TestTenant, count: number, changes: Partial<NewTask> = {}) =>
  store.database.tenant(tenant.tenantId, async (tx) => {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) ids.push((await insertTask(tx, newTask(tenant, changes))).id);
    return ids;
  });
const submitBatch = (tenant: TestTenant, rows: number, changes: Partial<NewBatch> = {}) =>
  store.database.tenant(tenant.tenantId, (tx) =>
    insertBatch(tx, {
      ...newTask(tenant),
      workflow: tenant.workflow,
      reference: "b",
      concurrency: 10,
      rows: Array.from({ length: rows }, (_, n) => ({ n })),
      ...changes,
    }),
  );
const limits = (tenant: TestTenant, values: NonNullable<PolicyDocument["limits"]>) =>
  store.database.tenant(tenant.tenantId, (tx) =>
    putPolicy(tx, { tenantId: tenant.tenantId, document: { limits: values }, comment: "", createdBy: "system" }),
  );
const perTenant = (claimed: Dispatch[], ...tenants: TestTenant[]) =>
  tenants.map(({ tenantId }) => claimed.filter((dispatch) => dispatch.tenantId === tenantId).length);
const waitingFor = async (tenant: TestTenant, id: string) =>
  (await store.database.tenant(tenant.tenantId, (tx) => findTask(tx, id)))?.waitingFor;
const run = async (taskId: string, outcome: "success" | "business_error") =>
  store.database.system(async (tx) => {
    const begun = await beginAttempt(tx, { taskId, workerId: "w", leaseMs: 60_000 });
    return begun && finishAttempt(tx, { attemptId: begun.attempt.id, token: begun.fencingToken, outcome });
  });

describe("claimDueTasks", () => {
  it("hands a task out once, however many ask at the same time", async () => {
    const tenant = await makeTenant(store.database, "a");
    const ids = await submit(tenant, 20);
    const claimed = (await Promise.all(Array.from({ length: 8 }, () => claim(5)))).flat();
    expect(claimed.map(({ taskId }) => taskId).sort()).toEqual(ids.sort());
    expect(claimed.every(({ dispatch }) => dispatch === 1)).toBe(true);
  });

  it("shares by weight between tenants that have plenty, whoever came first", async () => {
    const [light, heavy] = [await makeTenant(store.database, "light"), await makeTenant(store.database, "heavy")];
    await limits(heavy, { weight: 3 });
    await submit(light, 40);
    await submit(heavy, 40);
    const claimed = await claim(20);
    expect(perTenant(claimed, light, heavy)).toEqual([5, 15]);
    expect(perTenant(claimed.slice(0, 8), light, heavy)).toEqual([2, 6]);
    expect(perTenant(await claim(20), light, heavy)).toEqual([5, 15]);
  });

  it("lets a newcomer in before a tenant that has many running", async () => {
    const [busy, newcomer] = [await makeTenant(store.database, "busy"), await makeTenant(store.database, "new")];
    await submit(busy, 30);
    await claim(10);
    await submit(newcomer, 5);
    expect(perTenant(await claim(5), busy, newcomer)).toEqual([0, 5]);
  });

  it("gives the unused share to those who have work", async () => {
    const [a, b] = [await makeTenant(store.database, "a"), await makeTenant(store.database, "b")];
    await submit(a, 2);
    await submit(b, 20);
    expect(perTenant(await claim(10), a, b)).toEqual([2, 8]);
  });

  it("stays within concurrentTasks, the strictest of tenant and fleet, counting what is active", async () => {
    const tenant = await makeTenant(store.database, "a");
    await limits(tenant, { concurrentTasks: 3 });
    const ids = await submit(tenant, 10);
    expect(await claim(10)).toHaveLength(3);
    expect(await claim(10)).toHaveLength(0);
    expect(await waitingFor(tenant, ids[9]!)).toBe("the tenant's limit: 3 of 3 tasks are running");
    await run(ids[0]!, "success");
    expect(await claim(10)).toHaveLength(1);
    await store.database.system((tx) =>
      putPolicy(tx, { tenantId: null, document: { limits: { concurrentTasks: 1 } }, comment: "", createdBy: "system" }),
    );
    await run(ids[1]!, "success");
    expect(await claim(10)).toHaveLength(0);
    await limits(tenant, { concurrentTasks: 0 });
    expect(await claim(10)).toHaveLength(0);
  });

  it("takes the higher priority first, then the older", async () => {
    const tenant = await makeTenant(store.database, "a");
    const [low] = await submit(tenant, 1, { priority: 10 });
    const [first, second] = await submit(tenant, 2);
    const [high] = await submit(tenant, 1, { priority: 90 });
    const order: string[] = [];
    for (let n = 0; n < 4; n += 1) order.push((await claim(1))[0]!.taskId);
    expect(order).toEqual([high, first, second, low]);
  });

  it("leaves what is not due, past its deadline, or claimed", async () => {
    const tenant = await makeTenant(store.database, "a");
    const later = new Date(Date.now() + 60_000).toISOString();
    const [early] = await submit(tenant, 1, { notBefore: later });
    await submit(tenant, 1, { deadline: new Date(Date.now() - 1_000).toISOString() });
    const [due] = await submit(tenant, 1);
    expect((await claim(10)).map(({ taskId }) => taskId)).toEqual([due]);
    expect(await claim(10)).toEqual([]);
    expect(await waitingFor(tenant, early!)).toBe(`its start time, ${later}`);
    expect(await waitingFor(tenant, due!)).toBe("a worker that takes new work and has a free desktop");
  });

  it("passes over a task that somebody else has locked, without waiting", async () => {
    const tenant = await makeTenant(store.database, "a");
    const [locked, free] = await submit(tenant, 2);
    const client = await store.admin.connect();
    await client.query("begin");
    await client.query("select 1 from tasks where id = $1 for update", [locked]);
    expect((await claim(10)).map(({ taskId }) => taskId)).toEqual([free]);
    await client.query("rollback");
    client.release();
  });
});

describe("batches", () => {
  it("run no more rows than their concurrency, and other tasks pass them", async () => {
    const tenant = await makeTenant(store.database, "a");
    await submitBatch(tenant, 20, { concurrency: 2, priority: 90 });
    const [single] = await submit(tenant, 1, { priority: 1 });
    const claimed = await claim(10);
    expect(claimed).toHaveLength(3);
    expect(claimed.at(-1)?.taskId).toBe(single);
    const { rows } = await store.admin.query("select id from tasks where row = 20");
    expect(await waitingFor(tenant, rows[0].id)).toBe("its batch: 2 of 2 rows are running");
  });

  it("begin no row while paused, also none that was dispatched before", async () => {
    const tenant = await makeTenant(store.database, "a");
    const { id } = await submitBatch(tenant, 3);
    const [dispatched] = await claim(1);
    await store.database.tenant(tenant.tenantId, (tx) => pauseBatch(tx, id));
    expect(await claim(10)).toEqual([]);
    expect(await run(dispatched!.taskId, "success")).toBeNull();
    expect(await waitingFor(tenant, dispatched!.taskId)).toBe("its batch to be resumed");
    await store.database.tenant(tenant.tenantId, (tx) => resumeBatch(tx, id));
    expect((await claim(10)).map(({ dispatch }) => dispatch).sort()).toEqual([1, 1, 2]);
  });

  it("finish when the last row has ended, whichever rows end at the same time", async () => {
    const tenant = await makeTenant(store.database, "a");
    const { id } = await submitBatch(tenant, 10);
    const claimed = await claim(10);
    await Promise.all(claimed.map(({ taskId }, n) => run(taskId, n === 4 ? "business_error" : "success")));
    expect(await store.database.tenant(tenant.tenantId, (tx) => findBatch(tx, id))).toMatchObject({
      state: "finished",
      counts: { succeeded: 9, failed: 1, queued: 0 },
      endedAt: expect.any(String),
    });
    const { rows } = await store.admin.query("select count(*)::int as n from events where type = 'batch.finished'");
    expect(rows[0].n).toBe(1);
  });

  it("stop after so many failed rows: the rest is cancelled, running rows end, every row is accounted for", async () => {
    const tenant = await makeTenant(store.database, "a");
    const { id } = await submitBatch(tenant, 20, { concurrency: 4, stopAfterFailures: 2 });
    const [first, second, third, fourth] = await claim(4);
    await Promise.all([run(first!.taskId, "business_error"), run(second!.taskId, "business_error")]);
    expect(await store.database.tenant(tenant.tenantId, (tx) => findBatch(tx, id))).toMatchObject({
      state: "stopped",
      counts: { failed: 2, cancelled: 18 },
    });
    expect(await run(third!.taskId, "success")).toBeNull();
    expect(await run(fourth!.taskId, "success")).toBeNull();
  });

  it("cancelled: waiting rows at once, running ones when their attempt ends, then the batch is over for good", async () => {
    const tenant = await makeTenant(store.database, "a");
    const { id } = await submitBatch(tenant, 5);
    const [row] = await claim(1);
    const begun = await store.database.system((tx) =>
      beginAttempt(tx, { taskId: row!.taskId, workerId: "w", leaseMs: 60_000 }),
    );
    const cancelled = await store.database.tenant(tenant.tenantId, (tx) => cancelBatch(tx, id));
    expect(cancelled).toMatchObject({ state: "cancelled", counts: { cancelled: 4, running: 1 }, endedAt: null });
    await store.database.system((tx) =>
      finishAttempt(tx, { attemptId: begun!.attempt.id, token: begun!.fencingToken, outcome: "cancelled" }),
    );
    expect(await store.database.tenant(tenant.tenantId, (tx) => findBatch(tx, id))).toMatchObject({
      state: "cancelled",
      counts: { cancelled: 5 },
      endedAt: expect.any(String),
    });
    await expect(store.database.tenant(tenant.tenantId, (tx) => resumeBatch(tx, id))).rejects.toMatchObject({
      code: "resource.conflict",
    });
  });

  it("take 10,000 rows in one call and keep their order", async () => {
    const tenant = await makeTenant(store.database, "a");
    const { id, counts } = await submitBatch(tenant, 10_000, { concurrency: 3 });
    expect(counts.queued).toBe(10_000);
    const claimed = await claim(100);
    const { rows } = await store.admin.query(
      "select row from tasks where batch_id = $1 and dispatched_at is not null order by row",
      [id],
    );
    expect([claimed.length, rows.map(({ row }) => row)]).toEqual([3, [1, 2, 3]]);
  });

  it("have a reference that is unique in the tenant", async () => {
    const [a, b] = [await makeTenant(store.database, "a"), await makeTenant(store.database, "b")];
    await submitBatch(a, 1);
    await submitBatch(b, 1);
    await expect(submitBatch(a, 1)).rejects.toMatchObject({
      code: "resource.conflict",
      detail: "a batch with this reference exists already",
    });
  });
});

it("stale dispatches are found, refreshed when the transport has them, and due again when it lost them", async () => {
  const tenant = await makeTenant(store.database, "a");
  await submit(tenant, 2);
  const [kept, lost] = await claim(2);
  const stale = () => store.database.system((tx) => staleDispatches(tx, 30_000));
  expect(await stale()).toEqual([]);
  await store.admin.query("update tasks set dispatched_at = now() - interval '31 s'");
  expect((await stale()).map(({ taskId }) => taskId).sort()).toEqual([kept!.taskId, lost!.taskId].sort());
  await store.database.system((tx) => markDispatched(tx, [kept!.taskId]));
  await store.database.system((tx) => undispatch(tx, [lost!.taskId]));
  expect(await stale()).toEqual([]);
  expect(await claim(10)).toEqual([{ ...lost, dispatch: 2 }]);
});
