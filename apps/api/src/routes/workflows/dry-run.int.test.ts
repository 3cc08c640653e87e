import { DryRun } from "@deskfleet/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { codeOf, type Harness, startHarness, WORKFLOW } from "../../testing/harness.ts";

let database: TestDatabase;
let harness: Harness;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
  await harness.request("POST", "/v1/workflows", { json: ORDERS });
  await harness.request("POST", "/v1/workflows", { as: harness.theirs.admin, json: { ...WORKFLOW, name: "theirs" } });
  await harness.request("PUT", "/v1/policies/tenant", { json: { document: POLICY } });
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

const POLICY = {
  grantable: ["computer_use", "screen", "write", "app(*)"],
  rules: [{ effect: "deny", match: "write(/workspace/closed/**)", matches: ["/workspace/closed/a"] }],
};
const ORDERS = {
  ...{ name: "orders", version: 1, grants: ["computer_use", "screen", "write"] },
  inputs: {
    type: "object",
    required: ["customer"],
    properties: {
      customer: { type: "string" },
      path: { type: "string" },
      lines: { type: "array", items: { type: "string" } },
      notes: { type: "string" },
    },
  },
  steps: [
    { id: "look", do: "computer_screen_size", save: { width: "result.width" } },
    { do: "computer_keyboard_type", with: { text: "for {{ row.customer }}" }, when: "has(row.customer)" },
    { do: "computer_keyboard_type", with: { text: "{{ row.notes }}" }, when: "has(row.notes)" },
    { do: "computer_keyboard_type", with: { text: "{{ item }}" }, for_each: "row.lines" },
    { do: "computer_keyboard_type", with: { text: "{{ steps.look.width }}" } },
    { id: "save", do: "computer_file_write", with: { path: "{{ row.path }}", content: "x" } },
  ],
};
const ROW = { customer: "Zoë", path: "/workspace/open/a", lines: ["a", "b"] };

const run = (json: unknown, as = harness.ours.operator) =>
  harness.request("POST", "/v1/workflows/dry-run", { as, json });
async function answered(json: unknown): Promise<DryRun> {
  const { status, json: answer, text } = await run(json);
  expect(status, text).toBe(200);
  return DryRun.parse(answer);
}
const pathsOf = ({ faults }: Pick<DryRun, "faults">) => faults.map(({ path }) => path);

describe("is refused", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["neither a workflow nor a document", { row: ROW }, ""],
    ["both", { workflow: "orders@1", document: "name: x", row: ROW }, ""],
    ["the values twice", { workflow: "orders@1", row: ROW, inputs: ROW }, ""],
    ["a list as the row", { workflow: "orders@1", row: [ROW] }, "/row"],
    ["an unknown field", { workflow: "orders@1", rows: [ROW] }, "/rows"],
    ["a workflow that there is not", { workflow: "orders@2", row: ROW }, "/workflow"],
    ["another tenant's workflow", { workflow: "theirs@1", row: ROW }, "/workflow"],
    ["a project that there is not", { workflow: "orders@1", row: ROW, project: "nothing" }, "/project"],
  ])("400: %s", async (_name, json, path) => {
    const answer = await run(json);
    expect(codeOf(answer)).toEqual({ status: 400, code: "request.invalid" });
    expect(pathsOf(answer.json)).toContain(path);
  });

  it("403 for viewers, before the body is looked at", async () => {
    expect(codeOf(await run({}, harness.ours.viewer))).toEqual({ status: 403, code: "auth.forbidden" });
  });
});

describe("of a stored workflow", () => {
  it("has every step in order: filled in where it is known, listed where only a run can know", async () => {
    const { workflow, faults, steps } = await answered({ workflow: "orders", row: ROW });
    expect([workflow, faults]).toEqual(["orders@1", []]);
    expect(
      steps.map(({ index, id, when, forEach, params, unknown }) => [index, id, when, forEach, params, unknown]),
    ).toEqual([
      [0, "look", null, null, {}, []],
      [1, null, { text: "has(row.customer)", value: true }, null, { text: "for Zoë" }, []],
      [2, null, { text: "has(row.notes)", value: false }, null, null, []],
      [3, null, null, { text: "row.lines", items: 2 }, { text: "{{ item }}" }, ["{{ item }}"]],
      [4, null, null, null, { text: "{{ steps.look.width }}" }, ["{{ steps.look.width }}"]],
      [5, "save", null, null, { path: "/workspace/open/a", content: "x" }, []],
    ]);
  });

  it("has the gates' verdict of what is known, and none of what is not or is skipped", async () => {
    const { steps } = await answered({ workflow: "orders@1", row: ROW });
    expect(steps.map(({ verdict }) => verdict?.outcome ?? null)).toEqual(["allow", "allow", null, null, null, "allow"]);
    const denied = await answered({ workflow: "orders@1", inputs: { ...ROW, path: "/workspace/closed/a" } });
    expect(denied.faults).toEqual([]);
    expect(denied.steps[5]?.verdict).toMatchObject({ outcome: "deny", gate: "path", layer: "tenant" });
    const explained = await harness.request("POST", "/v1/policies/explain", {
      as: harness.ours.operator,
      json: { tool: "computer_file_write", params: { path: "/workspace/closed/a", content: "x" } },
    });
    expect(explained.json.verdicts).toContainEqual(expect.objectContaining(denied.steps[5]?.verdict));
  });

  it("is judged in the caller's name: another tenant's policy, and its own consents alone", async () => {
    const document = JSON.stringify({ ...ORDERS, grants: [] });
    const { steps } = await answered({ document, row: ROW });
    expect(steps[0]?.verdict).toMatchObject({ outcome: "ask", gate: "consent" });
    // Their tenant has stored no policy: nothing may be consented to there, and nothing is closed.
    const closed = { document: JSON.stringify(ORDERS), row: { ...ROW, path: "/workspace/closed/a" } };
    const elsewhere = await run(closed, harness.theirs.operator);
    expect(elsewhere.json.steps[5].verdict).toMatchObject({ outcome: "ask", layer: "default" });
  });

  it("says what the row's faults are, and what would fail for it", async () => {
    const wrong = await answered({ workflow: "orders@1", inputs: { customer: 5, lines: ["a"] } });
    expect(pathsOf(wrong)).toEqual(["/inputs/customer", "/document/steps/5/with/path"]);
    const none = await answered({ workflow: "orders@1", row: {} });
    expect(pathsOf(none)).toEqual(["/row/customer", "/document/steps/3/for_each", "/document/steps/5/with/path"]);
    expect(none.steps[5]).toMatchObject({ params: { path: "{{ row.path }}", content: "x" }, verdict: null });
  });

  it("finds parameters that the tool would refuse once they are filled in", async () => {
    const steps = [{ do: "computer_mouse_move", with: { x: "{{ row.x }}", y: 1 } }];
    const document = JSON.stringify({ ...WORKFLOW, inputs: { type: "object" }, steps });
    const { faults, steps: shown } = await answered({ document, row: { x: "left" } });
    expect(pathsOf({ faults })).toEqual(["/document/steps/0/with/x"]);
    expect(shown[0]).toMatchObject({ params: { x: "left", y: 1 }, verdict: null });
    expect((await answered({ document, row: { x: 3 } })).faults).toEqual([]);
  });
});

describe("of a document", () => {
  it("takes YAML and JSON alike", async () => {
    const yaml = "name: one\nversion: 3\nsteps:\n  - { do: computer_keyboard_type, with: { text: '{{ row.a }}' } }\n";
    const fromYaml = await answered({ document: yaml, row: { a: "b" } });
    expect(fromYaml).toMatchObject({ workflow: "one@3", faults: [], steps: [{ params: { text: "b" } }] });
    const steps = [{ do: "computer_keyboard_type", with: { text: "{{ row.a }}" } }];
    const fromJson = await answered({ document: JSON.stringify({ name: "one", version: 3, steps }), row: { a: "b" } });
    expect(fromJson).toEqual(fromYaml);
  });

  it.each<[string, string, string | null, string]>([
    ["that does not parse", "name: [", null, "/document"],
    ["with a NUL by escape", 'name: "\\0"', null, "/document/name"],
    ["that is no workflow", "name: one", null, "/document/version"],
    ["that is text", "hello", null, "/document"],
    ["with an unknown tool", "{name: one, version: 1, steps: [{do: nothing}]}", "one@1", "/document/steps/0/do"],
    [
      "with a name that is not there",
      "{name: one, version: 1, steps: [{do: computer_keyboard_type, with: {text: '{{ secrets.a }}'}}]}",
      "one@1",
      "/document/steps/0/with/text",
    ],
    [
      "with too many aliases",
      `name: one\nversion: 1\ninputs: &a { type: object }\nsteps: [${"*a, ".repeat(50)}]`,
      null,
      "/document",
    ],
  ])("says what is wrong with one %s, and shows no step", async (_name, document, workflow, path) => {
    const answer = await answered({ document, row: {} });
    expect([answer.workflow, answer.steps]).toEqual([workflow, []]);
    expect(pathsOf(answer)).toContain(path);
  });

  it("whose templates never end is given up, and the API answers others meanwhile", async () => {
    const slow = "{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}";
    const steps = Array.from({ length: 200 }, () => ({ do: "computer_keyboard_type", with: { text: slow } }));
    let isAnswered = false;
    const running = answered({ document: JSON.stringify({ ...WORKFLOW, inputs: { type: "object" }, steps }) }).finally(
      () => {
        isAnswered = true;
      },
    );
    expect((await harness.request("GET", "/healthz", { as: null })).status).toBe(200);
    expect(isAnswered).toBe(false);
    const answer = await running;
    expect(answer.steps.length).toBeLessThan(200);
    expect(pathsOf(answer).at(-1)).toBe(`/document/steps/${answer.steps.length}`);
  });

  it("of which a row makes too much is given up likewise", async () => {
    const steps = Array.from({ length: 100 }, () => ({ do: "computer_keyboard_type", with: { text: "{{ row.a }}" } }));
    const document = JSON.stringify({ ...WORKFLOW, inputs: { type: "object" }, steps });
    const { steps: shown, faults } = await answered({ document, row: { a: "x".repeat(100_000) } });
    expect(shown.length).toBeLessThan(100);
    expect(faults.at(-1)?.message).toContain("characters");
  });
});

it("does nothing: no task, no session, no record, no word to a worker", async () => {
  await answered({ workflow: "orders@1", row: ROW });
  for (const path of ["tasks", "sessions", "batches"])
    expect((await harness.request("GET", `/v1/${path}`)).json.items).toEqual([]);
  expect((await harness.request("GET", "/v1/workflows")).json.items).toHaveLength(1);
  const { items } = (await harness.request("GET", "/v1/audit")).json;
  expect(new Set(items.map(({ action }: { action: string }) => action))).toEqual(new Set(["policy.put"]));
  expect(harness.worker.calls).toEqual([]);
});
