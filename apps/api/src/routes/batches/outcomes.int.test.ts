import { type AttemptOutcome, TaskEnding } from "@deskfleet/contracts";
import { beginAttempt, finishAttempt } from "@deskfleet/store";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { codeOf, type Harness, startHarness, WORKFLOW } from "../../testing/harness.ts";

/** Rows by how they ended: counted in the batch, and found among the tasks. */
let database: TestDatabase;
let harness: Harness;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
  for (const as of [harness.ours.admin, harness.theirs.admin])
    expect((await harness.request("POST", "/v1/workflows", { as, json: WORKFLOW })).status).toBe(201);
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

/** How each row ends; null: it waits. */
type Endings = readonly (TaskEnding | null)[];

let references = 0;
async function batchOf(endings: Endings, as = harness.ours.admin): Promise<string> {
  const rows = endings.map((_, n) => ({ customer: `row ${n}`, quantity: 1 }));
  // In the past: a row that begins after it expires, and those that have begun do not mind.
  const options = endings.includes("expired") ? { deadline: "2020-01-01T00:00:00Z" } : {};
  const json = { reference: `batch ${++references}`, workflow: "enter-order", rows, maxAttempts: 1, ...options };
  const { id } = (await harness.request("POST", "/v1/batches", { as, json })).json;
  const tasks = (await harness.request("GET", `/v1/batches/${id}/rows`, { as })).json.items;
  for (const [index, ending] of endings.entries())
    if (ending !== null) await end(tasks[index].id, ending === "expired" ? null : ending);
  return id;
}

async function end(taskId: string, outcome: AttemptOutcome | null): Promise<void> {
  await harness.database.system(async (tx) => {
    const begun = await beginAttempt(tx, { taskId, workerId: "worker-1", leaseMs: 60_000 });
    if ((begun === null) !== (outcome === null)) throw new Error("the row began, or not, as it should not have");
    if (begun === null || outcome === null) return;
    await finishAttempt(tx, { attemptId: begun.attempt.id, token: begun.fencingToken, outcome, reason: "x" });
  });
}

const NONE = Object.fromEntries(TaskEnding.options.map((ending) => [ending, 0]));
const ENDED: AttemptOutcome[] = ["success", "success", "business_error", "application_error", "timeout", "cancelled"];

describe("a batch's outcomes", () => {
  it("count every row that ended by how, and no other; the list says the same as the batch", async () => {
    const [mixed, waiting, expired] = [
      await batchOf([...ENDED, null]),
      await batchOf([null, null]),
      await batchOf(["expired", null]),
    ];
    const expected = {
      [mixed]: { ...NONE, success: 2, business_error: 1, application_error: 1, timeout: 1, cancelled: 1 },
      [waiting]: NONE,
      [expired]: { ...NONE, expired: 1 },
    };
    const { items } = (await harness.request("GET", "/v1/batches")).json;
    for (const [id, outcomes] of Object.entries(expected)) {
      const { json } = await harness.request("GET", `/v1/batches/${id}`);
      expect(json.outcomes).toEqual(outcomes);
      expect(items.find((batch: { id: string }) => batch.id === id)).toEqual(json);
    }
    const { json } = await harness.request("GET", `/v1/batches/${mixed}`);
    expect(json.counts).toMatchObject({ succeeded: 2, failed: 3, cancelled: 1, queued: 1 });
  });

  it("count a row anew once it runs again", async () => {
    const id = await batchOf(["application_error", "success"]);
    const rerun = await harness.request("POST", `/v1/batches/${id}/rerun`, { json: {} });
    expect(rerun.json.outcomes).toEqual({ ...NONE, success: 1 });
  });
});

describe("GET /v1/tasks?outcome=", () => {
  const find = async (query: string, as = harness.ours.viewer) =>
    (await harness.request("GET", `/v1/tasks?${query}`, { as })).json;
  const outcomes = (page: { items: { outcome: string }[] }) => page.items.map(({ outcome }) => outcome);

  it("is refused for what is none", async () => {
    for (const query of ["outcome=expired", "outcome=done", "outcome=", "outcome=success&outcome=timeout"])
      expect(codeOf(await harness.request("GET", `/v1/tasks?${query}`))).toEqual({
        status: 400,
        code: "request.invalid",
      });
  });

  it("finds with batch and state what all of them say, over pages", async () => {
    const id = await batchOf([...ENDED, null]);
    await batchOf(["success"]);
    expect(outcomes(await find(`batchId=${id}&outcome=success`))).toEqual(["success", "success"]);
    expect(outcomes(await find(`batchId=${id}&outcome=timeout&state=failed`))).toEqual(["timeout"]);
    expect(outcomes(await find(`batchId=${id}&outcome=timeout&state=succeeded`))).toEqual([]);
    expect(outcomes(await find(`batchId=${id}&outcome=policy_denied`))).toEqual([]);
    expect(outcomes(await find(`batchId=${id}&state=failed`))).toHaveLength(3);
    const first = await find(`batchId=${id}&outcome=success&limit=1`);
    const second = await find(`batchId=${id}&outcome=success&limit=1&cursor=${first.nextCursor}`);
    expect([first.items[0].row, second.items[0].row, second.nextCursor]).toEqual([2, 1, null]);
  });

  it("finds nothing of another tenant's", async () => {
    const id = await batchOf(["approval_expired"], harness.theirs.admin);
    expect((await find("outcome=approval_expired")).items).toEqual([]);
    expect((await find(`batchId=${id}&outcome=approval_expired`)).items).toEqual([]);
    expect((await find("outcome=approval_expired", harness.theirs.viewer)).items).toHaveLength(1);
  });
});
