import { randomUUID } from "node:crypto";
import { CreateTask } from "@deskfleet/contracts";
import { beginAttempt, finishAttempt } from "@deskfleet/store";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { codeOf, type Harness, startHarness, WORKFLOW } from "../../testing/harness.ts";

/** `GET /v1/tasks/{id}/request`: what can be sent again is what was given. */
let database: TestDatabase;
let harness: Harness;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
  await harness.request("POST", "/v1/workflows", { json: WORKFLOW });
  await harness.request("POST", "/v1/projects", { json: { name: "orders" } });
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

async function submit(json: unknown): Promise<string> {
  const answer = await harness.request("POST", "/v1/tasks", { as: harness.ours.operator, json });
  expect(answer.status, answer.text).toBe(202);
  return answer.json.id;
}
const read = (id: string, as = harness.ours.operator) => harness.request("GET", `/v1/tasks/${id}/request`, { as });

const INPUTS = { customer: "世界商店", quantity: 1 };
const LATER = "2099-01-01T00:00:00.000Z";

describe("is refused", () => {
  it("to viewers: inline steps may hold what the audit redacts", async () => {
    const id = await submit({ workflow: "enter-order", inputs: INPUTS });
    expect(codeOf(await read(id, harness.ours.viewer))).toEqual({ status: 403, code: "auth.forbidden" });
    expect((await read(id, harness.ours.approver)).status).toBe(200);
  });

  it("for a task that there is not, and for another tenant's alike", async () => {
    const id = await submit({ workflow: "enter-order", inputs: INPUTS });
    const gone = { status: 404, code: "resource.not_found" };
    expect(codeOf(await read(randomUUID()))).toEqual(gone);
    expect(codeOf(await read(id, harness.theirs.admin))).toEqual(gone);
    expect(codeOf(await read("no-id"))).toEqual({ status: 400, code: "request.invalid" });
  });
});

describe("answers", () => {
  it.each([
    [
      "a workflow's task, at the version that it got",
      { workflow: "enter-order", inputs: INPUTS },
      { workflow: "enter-order@1", priority: 50, timeout: "10m", maxAttempts: 3 },
    ],
    [
      "every option of it",
      {
        ...{ workflow: "enter-order@1", inputs: INPUTS, reference: "r-1", priority: 7, maxAttempts: 1 },
        ...{ timeout: "90s", notBefore: LATER, deadline: "2099-02-01T00:00:00.000Z", project: "orders" },
        ...{ webhook: "https://hooks.example/x", policy: { rate: { actionsPerSecond: 3 } } },
        ...{ goal: "Enter the order of 世界商店", trustedDomains: ["orders.example.com"] },
      },
      {},
    ],
    [
      "an inline program, with all its parts",
      {
        steps: [
          {
            ...{ id: "look", do: "computer_screen_size", with: {}, when: "true", timeout: "1500ms" },
            ...{ save: { size: "result" }, retry: { attempts: 2, delay: "1s" } },
          },
        ],
        ...{ inputs: {}, output: { size: "steps.look.size" }, grants: ["computer_use"] },
        desktop: { image: "default", display: "1024x768", isolation: "container" },
      },
      { priority: 50, timeout: "10m", maxAttempts: 3 },
    ],
  ])("%s; sent again it asks for the same", async (_name, given, more) => {
    const { status, json } = await read(await submit(given));
    expect(status).toBe(200);
    expect(json).toEqual({ ...given, ...more });
    expect(CreateTask.parse(json)).toEqual(json);
    expect((await read(await submit(json))).json).toEqual(json);
  });

  it("a row of a batch as that row alone", async () => {
    const batch = await harness.request("POST", "/v1/batches", {
      json: {
        reference: "b",
        workflow: "enter-order",
        csv: "customer,quantity\nA,3\n",
        project: "orders",
        timeout: "2h",
        goal: "Enter the orders of Monday",
        trustedDomains: ["orders.example.com"],
      },
    });
    const [row] = (await harness.request("GET", `/v1/tasks?batchId=${batch.json.id}`)).json.items;
    expect((await read(row.id)).json).toEqual({
      ...{ workflow: "enter-order@1", inputs: { customer: "A", quantity: 3 }, project: "orders" },
      ...{ goal: "Enter the orders of Monday", trustedDomains: ["orders.example.com"] },
      ...{ priority: 50, timeout: "2h", maxAttempts: 3 },
    });
  });

  it("no start time once it was tried: the next try's is not what was given", async () => {
    const id = await submit({ workflow: "enter-order", inputs: INPUTS, notBefore: "2020-01-01T00:00:00.000Z" });
    expect((await read(id)).json.notBefore).toBe("2020-01-01T00:00:00.000Z");
    await harness.database.system(async (tx) => {
      const begun = await beginAttempt(tx, { taskId: id, workerId: "worker-1", leaseMs: 60_000 });
      if (begun === null) throw new Error("the task could not be begun");
      const lease = { attemptId: begun.attempt.id, token: begun.fencingToken };
      await finishAttempt(tx, { ...lease, outcome: "application_error", reason: "x" });
    });
    expect((await harness.request("GET", `/v1/tasks/${id}`)).json.state).toBe("queued");
    expect((await read(id)).json).not.toHaveProperty("notBefore");
  });
});
