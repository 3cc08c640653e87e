import { randomUUID } from "node:crypto";
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
const submit = (json: unknown, headers: Record<string, string> = {}) =>
  harness.request("POST", "/v1/tasks", { as: harness.ours.operator, json, headers });

describe("Idempotency-Key", () => {
  it("a hundred concurrent submissions with one key make one task", async () => {
    const reference = `many-${randomUUID()}`;
    const key = { "idempotency-key": randomUUID() };
    const answers = await Promise.all(Array.from({ length: 100 }, () => submit({ ...TASK, reference }, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    for (const { json } of answers) expect(json).toEqual(answers[0]!.json);
    expect((await harness.request("GET", `/v1/tasks?reference=${reference}`)).json.items).toHaveLength(1);
  });

  it("with another body is refused, and so is the same body on another route", async () => {
    const key = { "idempotency-key": randomUUID() };
    expect((await submit(TASK, key)).status).toBe(202);
    expect(codeOf(await submit({ ...TASK, priority: 51 }, key))).toEqual({ status: 409, code: "idempotency.mismatch" });
    const elsewhere = await harness.request("POST", "/v1/workflows", {
      json: { ...WORKFLOW, version: 2 },
      headers: key,
    });
    expect(codeOf(elsewhere)).toEqual({ status: 409, code: "idempotency.mismatch" });
  });

  it("does not see white space or the order of fields", async () => {
    const key = { "idempotency-key": randomUUID(), "content-type": "application/json" };
    const send = (body: string) => harness.request("POST", "/v1/tasks", { body, headers: key });
    const first = await send('{"workflow":"enter-order","inputs":{"customer":"A","quantity":1},"priority":50}');
    const second = await send('{ "priority": 50, "inputs": {"customer":"A","quantity":1}, "workflow": "enter-order" }');
    expect([first.status, second.status, second.json]).toEqual([202, 202, first.json]);
  });

  it("of a refused request is free for the corrected one", async () => {
    const key = { "idempotency-key": randomUUID() };
    expect((await submit({ ...TASK, inputs: {} }, key)).status).toBe(400);
    expect((await submit(TASK, key)).status).toBe(202);
  });
});

describe("POST /v1/tasks", () => {
  it("422 for inline steps with faults, each with its place", async () => {
    const answer = await submit({ steps: [{ do: "computer_screen_size" }, { do: "format_disk" }] });
    expect(codeOf(answer)).toEqual({ status: 422, code: "workflow.invalid" });
    expect(answer.json.faults[0].path).toBe("/steps/1/do");
  });

  it("202 with the task as it can be read afterwards", async () => {
    const made = await submit({ ...TASK, reference: "r-1", priority: 70 });
    expect(made.status).toBe(202);
    expect(made.json).toMatchObject({
      ...{ state: "queued", workflow: "enter-order@1", reference: "r-1", priority: 70, inputs: TASK.inputs },
      ...{ attempts: [], outcome: null, output: null, batchId: null, row: null },
    });
    const read = await harness.request("GET", `/v1/tasks/${made.json.id}`, { as: harness.ours.viewer });
    expect([read.status, read.json]).toEqual([200, made.json]);
  });

  it("202 for inline steps", async () => {
    const made = await submit({ steps: [{ do: "computer_screen_size" }], grants: ["computer_use"] });
    expect([made.status, made.json.workflow]).toEqual([202, null]);
  });

  it("422 for an output of inline steps that no step saves", async () => {
    const steps = [{ id: "look", do: "computer_screen_size", save: { size: "result" } }];
    expect((await submit({ steps, output: { size: "steps.look.size" } })).status).toBe(202);
    const refused = await submit({ steps, output: { size: "steps.look.colour" } });
    expect(codeOf(refused)).toEqual({ status: 422, code: "workflow.invalid" });
    expect(refused.json.faults[0].path).toBe("/output/size");
  });
});

describe("lists", () => {
  it("are paged newest first, without losing or repeating a task", async () => {
    const reference = `page-${randomUUID()}`;
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) made.unshift((await submit({ ...TASK, reference })).json.id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = `reference=${reference}&limit=2${cursor === null ? "" : `&cursor=${cursor}`}`;
      const { json } = await harness.request("GET", `/v1/tasks?${query}`);
      seen.push(...json.items.map(({ id }: { id: string }) => id));
      cursor = json.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(made);
  });
});

describe("POST /v1/tasks/{id}/cancel", () => {
  it("ends a queued task at once; repeating it changes nothing", async () => {
    const { id } = (await submit(TASK)).json;
    const first = await harness.request("POST", `/v1/tasks/${id}/cancel`);
    expect([first.status, first.json.state, first.json.outcome]).toEqual([200, "cancelled", "cancelled"]);
    const second = await harness.request("POST", `/v1/tasks/${id}/cancel`);
    expect([second.status, second.json]).toEqual([200, first.json]);
  });
});

describe("workflows", () => {
  it("are taken as YAML too, and a version never changes", async () => {
    const yaml = "name: from-yaml\nversion: 1\nsteps:\n  - { do: computer_screen_size }\n";
    const headers = { "content-type": "application/yaml" };
    const first = await harness.request("POST", "/v1/workflows", { body: yaml, headers });
    expect([first.status, first.json.name]).toEqual([201, "from-yaml"]);
    const again = await harness.request("POST", "/v1/workflows", { body: yaml, headers });
    expect(codeOf(again)).toEqual({ status: 409, code: "resource.conflict" });
    const next = await harness.request("POST", "/v1/workflows", {
      body: yaml.replace("version: 1", "version: 2"),
      headers,
    });
    expect(next.status).toBe(201);
    const read = async (path: string) => (await harness.request("GET", `/v1/workflows/${path}`)).json;
    expect((await read("from-yaml")).version).toBe(2);
    expect((await read("from-yaml?version=1")).version).toBe(1);
    expect((await read("from-yaml/versions")).items.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
  });

  it.each([
    ["YAML that does not parse", "name: [", "application/yaml", ""],
    ["a key twice", "name: a\nname: b\n", "application/yaml", ""],
    [
      "a NUL by escape",
      'name: a\nversion: 1\ndescription: "\\0"\nsteps: [{do: computer_screen_size}]\n',
      "application/yaml",
      "/description",
    ],
    ["an unknown field", JSON.stringify({ ...WORKFLOW, colour: 1 }), "application/json", "/colour"],
    ["an unknown tool", JSON.stringify({ ...WORKFLOW, steps: [{ do: "nothing" }] }), "application/json", "/steps/0/do"],
    [
      "inputs that are no schema",
      JSON.stringify({ ...WORKFLOW, inputs: { type: "object", properties: 5 } }),
      "application/json",
      "/inputs/properties",
    ],
    ["nothing", "", "application/yaml", ""],
  ])("422: %s", async (_name, body, type, path) => {
    const answer = await harness.request("POST", "/v1/workflows", { body, headers: { "content-type": type } });
    expect(codeOf(answer)).toEqual({ status: 422, code: "workflow.invalid" });
    expect(answer.json.faults[0].path).toBe(path);
  });
});
