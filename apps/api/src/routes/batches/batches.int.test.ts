import type { Attempt, Task } from "@deskfleet/contracts";
import { beginAttempt, findBatch, finishAttempt } from "@deskfleet/store";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { type Answer, codeOf, type Harness, startHarness, WORKFLOW } from "../../testing/harness.ts";

let database: TestDatabase;
let harness: Harness;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
  const document = { ...WORKFLOW, output: { size: "'x'" } };
  expect((await harness.request("POST", "/v1/workflows", { json: document })).status).toBe(201);
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

let references = 0;
const fresh = () => `batch-${++references}`;
const postJson = (fields: Record<string, unknown>) =>
  harness.request("POST", "/v1/batches", { json: { workflow: "enter-order", reference: fresh(), ...fields } });
const postCsv = (body: NonNullable<RequestInit["body"]>, query: Record<string, string> = {}) =>
  harness.request(
    "POST",
    `/v1/batches?${new URLSearchParams({ workflow: "enter-order", reference: fresh(), ...query })}`,
    {
      body,
      headers: { "content-type": "text/csv" },
    },
  );
const pathsOf = (answer: Answer) => answer.json.faults.map(({ path }: { path: string }) => path);
const batchCount = async () => (await harness.request("GET", "/v1/batches?limit=200")).json.items.length;

describe("refused, and nothing is stored", () => {
  it.each([
    ["duplicate headers", "customer,quantity,customer\nA,1,B\n", ["/line/1"]],
    ["a ragged row", "customer,quantity\nA,1\nB\n", ["/line/3"]],
    ["nothing", "", ["/line/1"]],
    ["a header alone", "customer,quantity\n", ["/line/1"]],
    ["bytes that are not UTF-8", Buffer.from("customer,quantity\nJos\xe9,1\n", "latin1"), [""]],
    ["10,001 rows", `customer,quantity\n${"A,1\n".repeat(10_001)}`, ["/line/10002"]],
  ])("422 batch.csv_invalid: %s", async (_name, body, paths) => {
    const before = await batchCount();
    const answer = await postCsv(body);
    expect(codeOf(answer)).toEqual({ status: 422, code: "batch.csv_invalid" });
    expect(pathsOf(answer)).toEqual(paths);
    expect(await batchCount()).toBe(before);
  });

  it("422 batch.rows_invalid: every fault of every row, with its line", async () => {
    const answer = await postCsv("customer,quantity\nA,1\n,0\nB,many\n");
    expect(codeOf(answer)).toEqual({ status: 422, code: "batch.rows_invalid" });
    expect(answer.json.data).toEqual({ faultCount: 3, faultyRows: 2, rows: 3 });
    expect(pathsOf(answer)).toEqual(["/rows/1/customer", "/rows/1/quantity", "/rows/2/quantity"]);
    expect(answer.json.faults[2].message).toMatch(/^line 4: /);
  });

  it("422 batch.rows_invalid: lists a hundred faults and counts all of 9,000", async () => {
    const answer = await postCsv(`customer,quantity\n${"A,-1\n".repeat(9_000)}`);
    expect(answer.json.data).toEqual({ faultCount: 9_000, faultyRows: 9_000, rows: 9_000 });
    expect(answer.json.faults).toHaveLength(100);
  });

  it("422 batch.rows_invalid: JSON rows are not converted", async () => {
    expect(pathsOf(await postJson({ rows: [{ customer: "A", quantity: "1" }] }))).toEqual(["/rows/0/quantity"]);
  });

  it.each([
    ["rows and csv", { rows: [{ customer: "A", quantity: 1 }], csv: "a\n1\n" }, ""],
    ["neither", {}, ""],
    ["no rows", { rows: [] }, "/rows"],
    ["10,001 rows", { rows: Array.from({ length: 10_001 }, () => ({ customer: "A", quantity: 1 })) }, "/rows"],
    ["a row that is a list", { rows: [["A", 1]] }, "/rows/0"],
    ["an unknown field", { rows: [{ customer: "A", quantity: 1 }], colour: 1 }, "/colour"],
  ])("400: %s", async (_name, fields, path) => {
    const answer = await postJson(fields);
    expect(codeOf(answer)).toEqual({ status: 400, code: "request.invalid" });
    expect(pathsOf(answer)).toContain(path);
  });

  it("400: text/csv without a reference, or with a concurrency that is none", async () => {
    const headers = { "content-type": "text/csv" };
    const without = await harness.request("POST", "/v1/batches?workflow=enter-order", { body: "a\n1\n", headers });
    expect([without.status, pathsOf(without)]).toEqual([400, ["/reference"]]);
    expect(codeOf(await postCsv("customer,quantity\nA,1\n", { concurrency: "0" })).status).toBe(400);
  });

  it("400: query parameters beside a JSON body, which would be ignored", async () => {
    const json = { workflow: "enter-order", reference: fresh(), rows: [{ customer: "A", quantity: 1 }] };
    const answer = await harness.request("POST", "/v1/batches?concurrency=5", { json });
    expect([answer.status, pathsOf(answer)]).toEqual([400, ["/concurrency"]]);
  });

  it("409: a reference that is taken", async () => {
    const fields = { reference: "once", rows: [{ customer: "A", quantity: 1 }] };
    expect((await postJson(fields)).status).toBe(202);
    expect(codeOf(await postJson(fields))).toEqual({ status: 409, code: "resource.conflict" });
  });
});

describe("taken", () => {
  it("a CSV with a BOM, quoted line breaks and every script; numbers become numbers", async () => {
    const { status, json } = await postCsv('\uFEFFcustomer,quantity\r\n"Erste\nZeile, Łódź",2\r\n王 🖥️,3\r\n');
    expect([status, json.rows, json.counts.queued]).toEqual([202, 2, 2]);
    const { items } = (await harness.request("GET", `/v1/batches/${json.id}/rows`)).json;
    expect(items.map(({ row, inputs }: { row: number; inputs: unknown }) => [row, inputs])).toEqual([
      [1, { customer: "Erste\nZeile, Łódź", quantity: 2 }],
      [2, { customer: "王 🖥️", quantity: 3 }],
    ]);
  });

  it("10,000 rows, listed in order over pages", async () => {
    const text = Array.from({ length: 10_000 }, (_, n) => `customer ${n},1`).join("\n");
    const { status, json } = await postJson({ csv: `customer,quantity\n${text}\n` });
    expect([status, json.rows]).toEqual([202, 10_000]);
    const rows: number[] = [];
    let cursor: string | null = null;
    for (let pages = 0; pages < 3; pages += 1) {
      const query: string = cursor === null ? "" : `&cursor=${cursor}`;
      const page = (await harness.request("GET", `/v1/batches/${json.id}/rows?limit=200${query}`)).json;
      rows.push(...page.items.map(({ row }: { row: number }) => row));
      cursor = page.nextCursor;
    }
    expect(rows).toEqual(Array.from({ length: 600 }, (_, n) => n + 1));
    const lines = (await harness.request("GET", `/v1/batches/${json.id}/results.csv`)).text.split("\r\n");
    expect(lines).toHaveLength(10_002);
    expect((await harness.request("POST", `/v1/batches/${json.id}/cancel`)).json.counts.cancelled).toBe(10_000);
  });
});

describe("results.csv", () => {
  it("has every row, whatever became of it, and no formula that runs", async () => {
    const { json: batch } = await postCsv('customer,quantity\n"=HYPERLINK(""x"")",1\n-5,2\nC,3\n');
    await finishRow(batch.id, 1, "success", { size: "1,2" });
    await finishRow(batch.id, 2, "business_error", null);
    const { text, headers } = await harness.request("GET", `/v1/batches/${batch.id}/results.csv`, {
      as: harness.ours.viewer,
    });
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const rows = parse(text, { columns: true }) as Record<string, string>[];
    const facts = ["row", "state", "outcome", "attempts", "input.customer", "input.quantity", "output.size"];
    expect(rows.map((row) => facts.map((name) => row[name]))).toEqual([
      ["1", "succeeded", "success", "1", `'=HYPERLINK("x")`, "1", "1,2"],
      ["2", "failed", "business_error", "1", "-5", "2", ""],
      ["3", "queued", "", "0", "C", "3", ""],
    ]);
  });

  it("has the workflow's columns in the order in which the workflow names them", async () => {
    const names = ["zone", "customer", "a", "quantity"];
    const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
    const output = { total: '"1"', id: '"2"' };
    const workflow = { ...WORKFLOW, name: "in-order", inputs: { type: "object", properties }, output };
    expect((await harness.request("POST", "/v1/workflows", { json: workflow })).status).toBe(201);
    const rows = [{ a: "1", zone: "2", customer: "3", quantity: "4", more: "5" }];
    const reference = "in order";
    const { json } = await harness.request("POST", "/v1/batches", { json: { reference, workflow: "in-order", rows } });
    const { text } = await harness.request("GET", `/v1/batches/${json.id}/results.csv`);
    const header = text
      .split("\r\n")[0]
      ?.split(",")
      .filter((name) => /^(input|output)/.test(name));
    expect(header).toEqual([...names.map((name) => `input.${name}`), "input.more", "output.total", "output.id"]);
  });
});

describe("control", () => {
  it("pause and resume; cancel ends it, and what is over does not change", async () => {
    const { id } = (await postCsv("customer,quantity\nA,1\nB,2\n")).json;
    const after = async (verb: string) => {
      const { status, json } = await harness.request("POST", `/v1/batches/${id}/${verb}`);
      return [status, json.state ?? json.code];
    };
    expect(await after("pause")).toEqual([200, "paused"]);
    expect(await after("pause")).toEqual([200, "paused"]);
    expect(await after("resume")).toEqual([200, "running"]);
    expect(await after("cancel")).toEqual([200, "cancelled"]);
    expect(await after("resume")).toEqual([409, "resource.conflict"]);
  });

  it("rerun queues the failed rows of the same batch once more; business errors only when named", async () => {
    const { json: batch } = await postCsv("customer,quantity\nA,1\nB,2\nC,3\n", { maxAttempts: "1" });
    await finishRow(batch.id, 1, "success", {});
    await finishRow(batch.id, 2, "business_error", null);
    await finishRow(batch.id, 3, "application_error", null);
    const rows = async () => (await harness.request("GET", `/v1/batches/${batch.id}/rows`)).json.items;
    const before = await rows();
    const headers = { "idempotency-key": "rerun-1" };
    const rerun = (json: unknown, as = harness.ours.operator, more: Record<string, string> = {}) =>
      harness.request("POST", `/v1/batches/${batch.id}/rerun`, { as, json, headers: more });
    expect((await rerun({}, harness.ours.viewer)).status).toBe(403);
    for (const json of [{ outcomes: [] }, { outcomes: ["success"] }, { reference: "again" }])
      expect(codeOf(await rerun(json))).toEqual({ status: 400, code: "request.invalid" });
    const first = await rerun({}, harness.ours.operator, headers);
    expect([first.status, first.json.id, first.json.state]).toEqual([202, batch.id, "running"]);
    expect(first.json.counts).toMatchObject({ succeeded: 1, failed: 1, queued: 1 });
    expect((await rerun({}, harness.ours.operator, headers)).json).toEqual(first.json);
    expect(codeOf(await rerun({}))).toEqual({ status: 409, code: "resource.conflict" });
    expect((await rerun({ outcomes: ["business_error"] })).json.counts).toMatchObject({ succeeded: 1, queued: 2 });
    const after = await rows();
    expect(after.map(({ id, attempts }: Task) => [id, attempts])).toEqual(
      before.map(({ id, attempts }: Task) => [id, attempts]),
    );
    await finishRow(batch.id, 3, "success", {});
    expect((await rows())[2].attempts.map(({ outcome }: Attempt) => outcome)).toEqual(["application_error", "success"]);
  });
});

/** What a worker does to a row, without one. */
async function finishRow(
  batchId: string,
  row: number,
  outcome: "success" | "business_error" | "application_error",
  output: Record<string, unknown> | null,
) {
  const { items } = (await harness.request("GET", `/v1/batches/${batchId}/rows`)).json;
  const taskId = items[row - 1].id;
  await harness.database.system(async (tx) => {
    const begun = await beginAttempt(tx, { taskId, workerId: "worker-1", leaseMs: 60_000 });
    if (begun === null) throw new Error("the row could not be begun");
    const { attempt, fencingToken } = begun;
    const reason = outcome === "success" ? null : "the order desk refused it";
    await finishAttempt(tx, { attemptId: attempt.id, token: fencingToken, outcome, reason, output });
    expect(await findBatch(tx, batchId)).not.toBeNull();
  });
}
