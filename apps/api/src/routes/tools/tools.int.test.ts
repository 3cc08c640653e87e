import { TOOLS } from "@deskfleet/contracts";
import { putPolicy, updateSession } from "@deskfleet/store";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { type Caller, codeOf, type Harness, startHarness } from "../../testing/harness.ts";

let database: TestDatabase;
let harness: Harness;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

const list = (query = "", as: Caller = harness.ours.operator) => harness.request("GET", `/v1/tools${query}`, { as });
const search = (json: object, as: Caller = harness.ours.operator) =>
  harness.request("POST", "/v1/tools/search", { as, json });
const idsOf = ({ json }: { json: { items: { id: string }[] } }) => json.items.map(({ id }) => id);
const put = (document: object) =>
  harness.request("PUT", "/v1/policies/tenant", { as: harness.ours.admin, json: { document } });

describe("GET /v1/tools", () => {
  it("lists the registry to operators: in full, rare tools by their names", async () => {
    const { items } = (await list()).json;
    expect(items.map(({ id }: { id: string }) => id)).toEqual([...TOOLS.keys()]);
    const deferred = items.filter((item: { deferred: boolean }) => item.deferred);
    expect(deferred).toContainEqual({
      ...{ id: "computer_window_size", category: "display", title: "Window size", deferred: true },
    });
    for (const item of items.filter(({ deferred }: { deferred: boolean }) => !deferred))
      expect([item.parameters.type, item.parameters.additionalProperties, item.result.type]).toEqual([
        ...["object", false, "object"],
      ]);
  });

  it("in script mode is the script with its steps' schemas, and what answers with what the next step depends on", async () => {
    const answer = await list("?mode=script");
    const states = [...TOOLS.values()].filter(({ category }) => category === "app_state").map(({ id }) => id);
    expect(idsOf(answer)).toEqual(["computer_screen_capture", ...states, "computer_run_steps"]);
    const { anyOf } = answer.json.items.at(-1).parameters.properties.steps.items;
    expect(anyOf).toHaveLength(24);
    expect(anyOf[0].properties).toMatchObject({
      tool: { const: "computer_mouse_move" },
      params: { required: ["x", "y"] },
    });
  });

  it("for a session is what it can do now, and another tenant's session is not there", async () => {
    const { id } = await harness.openSession(harness.ours.operator);
    await harness.database.tenant(harness.ours.operator.tenantId, (tx) => updateSession(tx, id, { state: "paused" }));
    expect(idsOf(await list(`?session=${id}`))).not.toContain("computer_mouse_click");
    expect(idsOf(await list(`?session=${id}`))).toContain("computer_file_read");
    expect(codeOf(await list(`?session=${id}`, harness.theirs.operator))).toMatchObject({ status: 404 });
  });

  it.each(["?mode=none", "?explain=1", "?session=x", "?all=true"])("%s is a fault of the query", async (query) => {
    expect(codeOf(await list(query))).toEqual({ status: 400, code: "request.invalid" });
  });

  it("explains to administrators which filter hides what, and to nobody else", async () => {
    expect(codeOf(await list("?explain=true"))).toEqual({ status: 403, code: "auth.forbidden" });
    const { json } = await list("?explain=true&mode=simple", harness.ours.admin);
    expect(json.items.length + json.hidden.length).toBe(TOOLS.size);
    expect(json.hidden).toContainEqual({
      ...{ id: "computer_file_read", filter: "simple_mode", reason: "it is not in the set for simple clients" },
    });
  });
});

describe("with a policy", () => {
  afterEach(async () => {
    await harness.database.tenant(harness.ours.admin.tenantId, (tx) =>
      putPolicy(tx, { tenantId: harness.ours.admin.tenantId, document: {}, comment: "", createdBy: "system" }),
    );
  });

  it("what it denies outright is neither listed nor found, for this tenant alone", async () => {
    const rules = [{ effect: "deny", match: "tool(computer_file_copy)", reason: "no copies" }];
    expect((await put({ features: { "computer_process_*": false }, rules })).status).toBe(200);
    const ids = idsOf(await list());
    expect(ids.filter((id) => /process|copy/.test(id))).toEqual([]);
    expect(
      idsOf(await search({ query: "select:computer_file_copy,computer_process_list,computer_file_move" })),
    ).toEqual(["computer_file_move"]);
    expect(idsOf(await search({ query: "copy" }))).not.toContain("computer_file_copy");
    expect(idsOf(await list("", harness.theirs.operator))).toContain("computer_file_copy");
    const { hidden } = (await list("?explain=true", harness.ours.admin)).json;
    expect(hidden).toContainEqual({
      ...{ id: "computer_file_copy", filter: "permission", reason: "no copies (layer tenant)" },
    });
  });
});

describe("POST /v1/tools/search", () => {
  it("answers the full schema of a deferred tool, ranked and limited", async () => {
    const { json } = await search({ query: "copy a file", limit: 1 });
    expect(json.items).toHaveLength(1);
    expect(json.items[0]).toMatchObject({
      id: "computer_file_copy",
      deferred: false,
      readOnly: false,
      destructive: true,
    });
    expect(json.items[0].parameters.required).toEqual(["path", "destination"]);
    expect(json.total).toBeGreaterThan(1);
  });
  it("finds for viewers what they may call", async () => {
    expect(idsOf(await search({ query: "screen" }, harness.ours.viewer))).toEqual(["computer_screen_capture"]);
  });
  it.each([[{}], [{ query: "" }], [{ query: "x", limit: 0 }], [{ query: "x", more: 1 }]])(
    "%j is a fault",
    async (json) => {
      expect(codeOf(await search(json))).toEqual({ status: 400, code: "request.invalid" });
    },
  );
});
