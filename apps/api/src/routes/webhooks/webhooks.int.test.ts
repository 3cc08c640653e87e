import { randomUUID } from "node:crypto";
import { webhookSecret } from "@deskfleet/store";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { codeOf, type Harness, startHarness, WORKFLOW } from "../../testing/harness.ts";

let database: TestDatabase;
let harness: Harness;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
  await harness.request("POST", "/v1/workflows", { json: WORKFLOW });
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

const TASK = { workflow: "enter-order", inputs: { customer: "A", quantity: 1 } };
const URL = "https://hooks.example/in";
const register = (json: unknown = { url: URL }) => harness.request("POST", "/v1/webhooks", { json });
const INVALID = { status: 400, code: "request.invalid" };
const NOT_FOUND = { status: 404, code: "resource.not_found" };

describe("refused", () => {
  it.each([
    ["http", "http://hooks.example/"],
    ["http to this machine, unless configured", "http://127.0.0.1/"],
    ["a password", "https://user:hunter2@hooks.example/"],
    ["a fragment", "https://hooks.example/#x"],
  ])("an address with %s, as a webhook and as a task's own", async (_name, url) => {
    const [webhook, task] = [
      await register({ url }),
      await harness.request("POST", "/v1/tasks", { json: { ...TASK, webhook: url } }),
    ];
    expect([codeOf(webhook), codeOf(task)]).toEqual([INVALID, INVALID]);
    expect([webhook.json.faults[0].path, task.json.faults[0].path]).toEqual(["/url", "/webhook"]);
    expect(webhook.text + task.text).not.toContain("hunter2");
  });

  it.each([
    ["another protocol", { url: "file:///etc/passwd" }],
    ["an event type that is none", { url: URL, types: ["task.exploded"] }],
    ["a secret of the caller's", { url: URL, secret: "x" }],
  ])("%s", async (_name, json) => expect(codeOf(await register(json))).toEqual(INVALID));

  it("anybody but an administrator", async () => {
    const { approver } = harness.ours;
    const id = randomUUID();
    for (const [method, path] of [
      ["GET", "/v1/webhooks"],
      ["POST", "/v1/webhooks"],
      ["POST", "/v1/webhooks/task-secret"],
      ["DELETE", `/v1/webhooks/${id}`],
      ["GET", `/v1/webhooks/${id}/deliveries`],
      ["POST", `/v1/webhooks/${id}/deliveries/${id}/redeliver`],
    ] as const)
      expect((await harness.request(method, path, { as: approver })).status, path).toBe(403);
  });
});

describe("a webhook", () => {
  it("shows its secret once: not in lists, records or the log", async () => {
    const made = await register({ url: URL, types: ["task.finished", "task.finished"] });
    expect(made.status).toBe(201);
    const { secret, ...webhook } = made.json;
    expect(secret).toBe(webhookSecret(harness.database.secret, { webhookId: webhook.id }));
    expect(webhook).toMatchObject({ url: URL, types: ["task.finished"] });
    const list = await harness.request("GET", "/v1/webhooks");
    expect(list.json.items).toContainEqual(webhook);
    const audit = await harness.request("GET", "/v1/audit?action=webhook.create");
    expect(audit.json.items[0].params).toEqual({
      webhookId: webhook.id,
      host: "hooks.example",
      types: ["task.finished"],
    });
    for (const text of [list.text, audit.text, harness.log.join("")]) expect(text).not.toContain("whsec_");
    const task = await harness.request("POST", "/v1/webhooks/task-secret");
    expect(task.json.secret).toMatch(/^whsec_/);
    expect(task.json.secret).not.toBe(secret);
    expect((await harness.request("GET", "/v1/audit?action=webhook.task_secret")).json.items).toHaveLength(1);
  });

  it("has its deliveries to see and to send again, until it is removed", async () => {
    const { id } = (await register({ url: URL, types: ["task.queued"] })).json;
    await harness.request("POST", "/v1/tasks", { json: TASK });
    const [delivery] = (await harness.request("GET", `/v1/webhooks/${id}/deliveries?state=pending`)).json.items;
    expect(delivery).toMatchObject({ webhookId: id, eventType: "task.queued", url: URL, state: "pending", tries: 0 });
    const again = `/v1/webhooks/${id}/deliveries/${delivery.id}/redeliver`;
    expect(await harness.request("POST", again)).toMatchObject({ status: 202, json: { id: delivery.id } });
    const elsewhere = (await register()).json.id;
    const wrong = `/v1/webhooks/${elsewhere}/deliveries/${delivery.id}/redeliver`;
    expect(codeOf(await harness.request("POST", wrong))).toEqual(NOT_FOUND);
    expect((await harness.request("DELETE", `/v1/webhooks/${id}`)).status).toBe(204);
    expect((await harness.request("GET", "/v1/webhooks")).text).not.toContain(id);
    for (const [method, path] of [
      ["POST", again],
      ["GET", `/v1/webhooks/${id}/deliveries`],
      ["DELETE", `/v1/webhooks/${id}`],
    ] as const)
      expect(codeOf(await harness.request(method, path)), path).toEqual(NOT_FOUND);
  });
});

it("a task's own address has its deliveries at the task", async () => {
  const task = await harness.request("POST", "/v1/tasks", { json: { ...TASK, webhook: "https://own.example/" } });
  const answer = await harness.request("GET", `/v1/tasks/${task.json.id}/deliveries`, { as: harness.ours.operator });
  expect(answer.json.items).toMatchObject([
    { webhookId: null, taskId: task.json.id, url: "https://own.example/", eventType: "task.queued" },
  ]);
});

it("http to this machine is taken where that is configured, and to no other", async () => {
  const other = await freshDatabase();
  const open = await startHarness(other.url, { DESKFLEET_WEBHOOK_ALLOW_PRIVATE: "1" });
  try {
    const statuses = [];
    for (const url of ["http://127.0.0.1:9/", "http://localhost:9/", "http://10.0.0.1/", "http://127.0.0.1.example/"])
      statuses.push((await open.request("POST", "/v1/webhooks", { json: { url } })).status);
    expect(statuses).toEqual([201, 201, 400, 400]);
  } finally {
    await open.close();
    await other.drop();
  }
});
