import type { AttemptOutcome, Batch, RerunBatch } from "@deskfleet/contracts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  makeTenant,
  newTask,
  type StoreFixture,
  storeFixture,
  type TestTenant,
} from "../../../test/support/store-fixture.ts";
import { findBatch, listBatchRows } from "./batches.ts";
import { beginAttempt } from "./begin-attempt.ts";
import { cancelBatch, pauseBatch } from "./control-batch.ts";
import { finishAttempt } from "./finish-attempt.ts";
import { insertBatch } from "./insert-batch.ts";
import { rerunBatch } from "./rerun-batch.ts";

let store: StoreFixture;
let tenant: TestTenant;
let other: TestTenant;
let references = 0;
beforeAll(async () => {
  store = await storeFixture();
  tenant = await makeTenant(store.database, "rerunning");
  other = await makeTenant(store.database, "other");
});
afterAll(() => store.close());

const inTenant: StoreFixture["database"]["system"] = (work) => store.database.tenant(tenant.tenantId, work);
const rerun = (id: string, outcomes?: RerunBatch["outcomes"]): Promise<Batch> =>
  inTenant((tx) => rerunBatch(tx, { id, createdBy: tenant.principalId, outcomes }));
const rowsOf = (id: string) =>
  inTenant(async (tx) => {
    const rows = [];
    for await (const task of listBatchRows(tx, id)) rows.push(task);
    return rows;
  });

/** One try at a row, as a worker makes it. */
async function attempt(batchId: string, row: number, outcome: AttemptOutcome) {
  const task = (await rowsOf(batchId))[row - 1]!;
  const begun = await inTenant((tx) => beginAttempt(tx, { taskId: task.id, workerId: "w", leaseMs: 60_000 }));
  if (begun === null) throw new Error(`row ${row} could not be begun`);
  const end = { attemptId: begun.attempt.id, token: begun.fencingToken, outcome, reason: "as told" };
  return inTenant((tx) => finishAttempt(tx, end));
}

/** A batch whose rows have ended like this; null: not begun. */
async function batchOf(
  outcomes: (AttemptOutcome | null)[],
  settings: { maxAttempts?: number; stopAfterFailures?: number } = {},
): Promise<string> {
  references += 1;
  const { id } = await inTenant((tx) =>
    insertBatch(tx, {
      ...newTask(tenant, { maxAttempts: 1 }),
      workflow: tenant.workflow,
      reference: `batch ${references}`,
      rows: outcomes.map((_, n) => ({ n })),
      concurrency: 5,
      ...settings,
    }),
  );
  for (const [index, outcome] of outcomes.entries()) if (outcome !== null) await attempt(id, index + 1, outcome);
  return id;
}
const CONFLICT = { code: "resource.conflict" };

describe("a rerun", () => {
  it("of another tenant's batch finds nothing", async () => {
    const id = await batchOf(["timeout"]);
    const theirs = store.database.tenant(other.tenantId, (tx) => rerunBatch(tx, { id, createdBy: other.principalId }));
    await expect(theirs).rejects.toMatchObject({ code: "resource.not_found" });
  });

  it("never touches a row that succeeded or that runs, whatever is asked for", async () => {
    const id = await batchOf(["success", null]);
    const [done, waiting] = await rowsOf(id);
    await expect(rerun(id)).rejects.toMatchObject(CONFLICT);
    await inTenant((tx) => beginAttempt(tx, { taskId: waiting!.id, workerId: "w", leaseMs: 60_000 }));
    await expect(rerun(id, ["timeout", "business_error", "cancelled"])).rejects.toMatchObject(CONFLICT);
    expect((await rowsOf(id))[0]).toEqual(done);
    await expect(
      store.database.system((tx) =>
        tx.execute(sql`update tasks set state = 'queued', ended_at = null where id = ${done!.id}`),
      ),
    ).rejects.toMatchObject(CONFLICT);
  });

  it("leaves business errors alone unless they are named, and then takes only what is named", async () => {
    const id = await batchOf(["business_error", "timeout", "policy_denied"]);
    await rerun(id);
    const states = async () => (await rowsOf(id)).map(({ state }) => state);
    expect(await states()).toEqual(["failed", "queued", "queued"]);
    await attempt(id, 2, "timeout");
    await rerun(id, ["business_error"]);
    expect(await states()).toEqual(["queued", "failed", "queued"]);
  });

  it("keeps the task and its attempts, and has as many tries again", async () => {
    const id = await batchOf(["application_error"], { maxAttempts: 2 });
    const again = () => store.admin.query("update tasks set not_before = null where batch_id = $1", [id]);
    await again();
    expect(await attempt(id, 1, "application_error")).toMatchObject({ taskState: "failed" });
    const [before] = await rowsOf(id);
    const batch = await rerun(id);
    expect(batch).toMatchObject({ state: "running", endedAt: null, rows: 1 });
    const [after] = await rowsOf(id);
    expect(after).toMatchObject({ id: before!.id, inputs: before!.inputs, attempts: before!.attempts, outcome: null });
    expect(await attempt(id, 1, "application_error")).toMatchObject({ taskState: "queued" });
    await again();
    expect(await attempt(id, 1, "application_error")).toMatchObject({ taskState: "failed" });
    await rerun(id);
    expect(await attempt(id, 1, "success")).toMatchObject({ taskState: "succeeded" });
    expect((await rowsOf(id))[0]!.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(await inTenant((tx) => findBatch(tx, id))).toMatchObject({ state: "finished" });
    await expect(rerun(id)).rejects.toMatchObject(CONFLICT);
  });

  it("of a batch that stopped or was cancelled runs what never began", async () => {
    const stopped = await batchOf(["business_error", null, null], { stopAfterFailures: 1 });
    expect(await inTenant((tx) => findBatch(tx, stopped))).toMatchObject({ state: "stopped" });
    expect(await rerun(stopped, ["cancelled"])).toMatchObject({ state: "running" });
    // The failure that stopped it does not stop it again; a new one does.
    await attempt(stopped, 2, "success");
    expect(await inTenant((tx) => findBatch(tx, stopped))).toMatchObject({ state: "running" });
    await attempt(stopped, 3, "timeout");
    expect(await inTenant((tx) => findBatch(tx, stopped))).toMatchObject({ state: "stopped" });

    const cancelled = await batchOf([null]);
    await inTenant((tx) => cancelBatch(tx, cancelled));
    await rerun(cancelled);
    expect(await attempt(cancelled, 1, "success")).toMatchObject({ taskState: "succeeded" });
  });

  it("of rows that were too late drops the deadline that has passed; a paused batch stays paused", async () => {
    const id = await batchOf([null, "timeout", null]);
    await store.admin.query(
      "update tasks set state = 'expired', ended_at = now(), deadline = now() - interval '1 s' where batch_id = $1 and row = 1",
      [id],
    );
    await inTenant((tx) => pauseBatch(tx, id));
    expect(await rerun(id, ["expired"])).toMatchObject({
      state: "paused",
      counts: { queued: 2, failed: 1, expired: 0 },
    });
    const { rows } = await store.admin.query("select deadline from tasks where batch_id = $1 and row = 1", [id]);
    expect(rows).toEqual([{ deadline: null }]);
  });

  it("asked for twenty times at once happens once", async () => {
    const id = await batchOf(["timeout", "timeout"]);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => rerun(id)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});
