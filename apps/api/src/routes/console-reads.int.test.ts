import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { codeOf, type Harness, startHarness, WORKFLOW } from "../testing/harness.ts";

/** What the console asks before it changes anything, and for its numbers. */
let database: TestDatabase;
let harness: Harness;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
  expect((await harness.request("POST", "/v1/workflows", { json: WORKFLOW })).status).toBe(201);
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

describe("POST /v1/batches/check", () => {
  const check = (csv: string, fields: Record<string, unknown> = {}) =>
    harness.request("POST", "/v1/batches/check", { json: { workflow: "enter-order", csv, ...fields } });

  it("judges every row as submitting would, with its line and its values, and stores nothing", async () => {
    const { status, json } = await check("customer,quantity\nA,1\n,0\nB,many\n");
    expect(status).toBe(200);
    expect(json).toMatchObject({ workflow: "enter-order@1", rows: 3, faultyRows: 2, faultCount: 3 });
    expect(json.columns).toEqual(["customer", "quantity"]);
    expect(json.items[0]).toEqual({ row: 1, line: 2, values: { customer: "A", quantity: 1 }, faults: [] });
    expect(json.items.map(({ faults }: { faults: { path: string }[] }) => faults.map(({ path }) => path))).toEqual([
      [],
      ["/customer", "/quantity"],
      ["/quantity"],
    ]);
    expect((await harness.request("GET", "/v1/batches")).json.items).toEqual([]);
  });

  it("counts all of 9,000 rows and lists a thousand", async () => {
    const { json } = await check(`customer,quantity\n${"A,-1\n".repeat(9_000)}`);
    expect([json.rows, json.faultyRows, json.items.length]).toEqual([9_000, 9_000, 1_000]);
  });

  it.each([
    ["422 for what is no CSV", "customer,quantity\nA\n", {}, 422, "batch.csv_invalid"],
    ["400 for a workflow that there is not", "customer\nA\n", { workflow: "no-such" }, 400, "request.invalid"],
  ])("%s", async (_name, csv, fields, status, code) => {
    expect(codeOf(await check(csv, fields))).toEqual({ status, code });
  });

  it("403 for a viewer; another tenant's workflow is one that there is not", async () => {
    const json = { workflow: "enter-order", csv: "customer,quantity\nA,1\n" };
    const as = async (caller: Harness["operator"]) =>
      codeOf(await harness.request("POST", "/v1/batches/check", { json, as: caller }));
    expect(await as(harness.ours.viewer)).toEqual({ status: 403, code: "auth.forbidden" });
    expect(await as(harness.theirs.operator)).toEqual({ status: 400, code: "request.invalid" });
  });
});

describe("POST /v1/policies/{layer}/check", () => {
  const check = (layer: string, body: string, as = harness.ours.admin) =>
    harness.request("POST", `/v1/policies/${layer}/check`, {
      body,
      as,
      headers: { "content-type": "application/yaml" },
    });

  it("says what is wrong, the examples of rules among it, and nothing is in force", async () => {
    const rules = [{ effect: "deny", match: "command(git push *)", matches: ["git pull"] }];
    const { status, json } = await check("tenant", JSON.stringify({ rules }));
    expect(status).toBe(200);
    expect(json.faults.map(({ path }: { path: string }) => path)).toEqual(["/rules/0/matches/0"]);
    expect(json.changes).toEqual([]);
    expect((await check("tenant", "rules: [")).json.faults).not.toEqual([]);
    expect((await check("tenant", "no: such")).json.faults).not.toEqual([]);
  });

  it("says where a good one differs from the version in force", async () => {
    const stored = await harness.request("PUT", "/v1/policies/user", {
      json: { document: { rate: { actionsPerSecond: 5 } } },
    });
    const { json } = await check("user", "rate: { actionsPerSecond: 4 }");
    expect(json).toEqual({
      faults: [],
      changes: [{ path: "/rate/actionsPerSecond", op: "replace", before: 5, after: 4 }],
      basedOn: stored.json.version,
    });
    expect((await check("user", "rate: { actionsPerSecond: 4 }", harness.ours.viewer)).json.basedOn).toBeNull();
  });

  it("403 for whoever may not write the layer", async () => {
    for (const [layer, caller] of [
      ["tenant", harness.ours.operator],
      ["fleet", harness.ours.admin],
    ] as const)
      expect(codeOf(await check(layer, "{}", caller))).toEqual({ status: 403, code: "auth.forbidden" });
  });
});

describe("GET /v1/statistics", () => {
  it("has every hour, and the queue of the caller's own tenant alone", async () => {
    const task = { json: { steps: [{ do: "computer_screen_size" }] } };
    for (const caller of [harness.ours.operator, harness.theirs.operator, harness.theirs.operator])
      await harness.request("POST", "/v1/tasks", { ...task, as: caller });
    const read = async (as: Harness["operator"]) =>
      (await harness.request("GET", "/v1/statistics?hours=3", { as })).json;
    const ours = await read(harness.ours.viewer);
    expect(ours.hours).toHaveLength(3);
    expect(ours.hours[2]).toMatchObject({ succeeded: 0, failed: 0, cancelled: 0 });
    expect(ours.tenants).toMatchObject([{ tenantId: harness.ours.viewer.tenantId, queued: 1, active: 0 }]);
    const all = await read(harness.operator);
    expect(all.tenants.length).toBeGreaterThanOrEqual(3);
    expect(all.tenants[0]).toMatchObject({ tenantId: harness.theirs.viewer.tenantId, queued: 2 });
  });

  it("counts a cancelled task in the hour in which it ended", async () => {
    const { json: task } = await harness.request("POST", "/v1/tasks", {
      json: { steps: [{ do: "computer_screen_size" }] },
    });
    await harness.request("POST", `/v1/tasks/${task.id}/cancel`);
    const { json } = await harness.request("GET", "/v1/statistics?hours=2");
    expect(
      json.hours.map(({ cancelled }: { cancelled: number }) => cancelled).reduce((a: number, b: number) => a + b),
    ).toBe(1);
  });
});

describe("the console's pages", () => {
  it.each(["/", "/tasks", "/tasks/0198", "/settings/webhooks/0198"])(
    "%s answers with the page, its policy strict",
    async (path) => {
      const answer = await fetch(harness.url + path);
      // A checkout in which nothing was built yet says so instead.
      if (answer.status === 404) return expect(await answer.text()).toContain("The console is not built");
      expect(answer.headers.get("content-security-policy")).toMatch(/default-src 'self'/);
      expect(answer.headers.get("content-security-policy")).not.toMatch(/unsafe/);
      expect(await answer.text()).not.toMatch(/<script(?![^>]* src=)/);
    },
  );

  it("a path that is none of theirs is no page", async () => {
    for (const path of ["/taskz", "/console/../package.json", "/console/assets/none.js", "/v1/none"])
      expect((await fetch(harness.url + path, { headers: { accept: "text/html" } })).status).not.toBe(200);
  });
});
