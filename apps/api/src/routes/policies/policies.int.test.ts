import { readFileSync } from "node:fs";
import type { PolicyDocument, Verdict } from "@deskfleet/contracts";
import { insertSession, insertTask, updateSession } from "@deskfleet/store";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import type { WorkerCall } from "../../testing/fake-worker.ts";
import { type Answer, type Caller, codeOf, type Harness, startHarness, WORKFLOW } from "../../testing/harness.ts";

let database: TestDatabase;
let harness: Harness;
let admin: pg.Pool;
let project: string;
beforeAll(async () => {
  database = await freshDatabase();
  admin = new pg.Pool({ connectionString: database.url, max: 1 });
  harness = await startHarness(database.url);
  const made = await harness.request("POST", "/v1/projects", { json: { name: "orders" } });
  expect(made.status).toBe(201);
  project = made.json.id;
});
afterAll(async () => {
  await harness.close();
  await admin.end();
  await database.drop();
});

type Options = { as?: Caller; headers?: Record<string, string> };
const put = (
  layer: string,
  document: unknown,
  options: Options & { comment?: string; expectedVersion?: number } = {},
) => {
  const { as, headers, ...rest } = options;
  return harness.request("PUT", `/v1/policies/${layer}`, {
    ...{ json: { document, ...rest }, ...(as ? { as } : {}), ...(headers ? { headers } : {}) },
  });
};
const putYaml = (path: string, body: string, headers: Record<string, string> = {}) =>
  harness.request("PUT", `/v1/policies/${path}`, {
    body,
    headers: { "content-type": "application/yaml", ...headers },
  });
const pathsOf = ({ json }: Answer) => json.faults.map(({ path }: { path: string }) => path);
const reading = (readBytesMax: number): PolicyDocument => ({ paths: { readBytesMax } });
interface Report {
  readonly setting: string;
  readonly inForce: { value: unknown; layer: string; version: string }[];
}
async function effective(query = "", as?: Caller): Promise<Report[]> {
  const answered = await harness.request("GET", `/v1/policies/effective${query}`, as ? { as } : {});
  expect(answered.status).toBe(200);
  return answered.json.settings;
}
const readBytesMax = async (query = "", as?: Caller) =>
  (await effective(query, as)).find(({ setting }) => setting === "paths.readBytesMax")?.inForce;

describe("layers", () => {
  it("are written by those they belong to, and by nobody else", async () => {
    const { operator, viewer, admin } = harness.ours;
    const of = (layer: string) => (layer === "project" || layer === "local" ? `${layer}?project=orders` : layer);
    const status = async (layer: string, as: Caller) => (await put(of(layer), reading(900_000), { as })).status;
    for (const layer of ["tenant", "project"])
      expect([layer, await status(layer, operator), await status(layer, admin)]).toEqual([layer, 403, 200]);
    for (const layer of ["user", "local"]) expect([layer, await status(layer, viewer)]).toEqual([layer, 200]);
    expect([await status("fleet", admin), await status("fleet", harness.operator)]).toEqual([403, 200]);
    expect((await put("flag", {})).status).toBe(400);
  });

  it("in force are those of the caller and of the project that is named, each value with its source", async () => {
    const { operator } = harness.ours;
    for (const [layer, size] of [
      ["tenant", 50],
      ["project?project=orders", 40],
    ] as const)
      await put(layer, reading(size));
    await put("user", reading(30), { as: operator });
    await put(`local?project=${project}`, reading(20), { as: operator });
    const value = async (query: string, as: Caller) => (await readBytesMax(query, as))?.[0];
    expect(await value("", harness.ours.admin)).toMatchObject({ value: 50, layer: "tenant" });
    expect(await value("", operator)).toMatchObject({ value: 30, layer: "user", version: "user@1" });
    expect(await value("?project=orders", operator)).toMatchObject({ value: 20, layer: "local", version: "local@1" });
    expect(await value("?project=orders", harness.ours.approver)).toMatchObject({ value: 40, layer: "project" });
    expect(await value("?project=orders&layers=project,tenant", operator)).toMatchObject({ value: 40 });
    const all = (await harness.request("GET", "/v1/policies?project=orders", { as: operator })).json;
    expect(Object.values<{ layer: string } | null>(all).map((each) => each?.layer)).toEqual([
      ...["user", "project", "local", "tenant", "fleet"],
    ]);
  });

  it("show what does not count and why", async () => {
    await put("tenant", { ...reading(50), locks: ["paths.readBytesMax"], grantable: ["screen"] });
    await put("user", { ...reading(3), grants: ["write", "screen"] }, { as: harness.ours.operator });
    const settings = await effective("", harness.ours.operator);
    const of = (name: string) => settings.find(({ setting }) => setting === name);
    expect(of("paths.readBytesMax")).toMatchObject({
      ...{ rule: "strictest", lockedBy: "tenant", inForce: [{ value: 50, layer: "tenant" }] },
      said: [
        { layer: "fleet", value: 900_000, status: "shadowed" },
        { layer: "tenant", value: 50, status: "in_force", because: null },
        { layer: "user", value: 3, status: "ignored", because: "locked" },
      ],
    });
    expect(of("grants")).toMatchObject({
      ...{ inForce: [{ value: "screen", layer: "user" }] },
      said: [{ layer: "user", because: "not_permitted", notPermitted: [0] }],
    });
  });

  it("of a project need one, by id or name, that the tenant has", async () => {
    for (const path of ["project", "local", "project?project=unknown", "tenant?project=orders"]) {
      const refused = await put(path, {});
      expect([path, refused.status, pathsOf(refused)]).toEqual([path, 400, ["/project"]]);
    }
    expect((await put("project?project=orders", {}, { as: harness.theirs.admin })).status).toBe(400);
  });
});

describe("a policy is refused, with the path of each fault, when it", () => {
  it.each([
    ["has unknown fields", { rate: { perSecond: 5 }, colour: "red" }, ["/document/rate/perSecond", "/document/colour"]],
    ["is no document", [], ["/document"]],
    [
      "has a pattern that matches nothing",
      { rules: [{ effect: "deny", match: "tool(nothing)" }] },
      ["/document/rules/0/match"],
    ],
  ])("%s", async (_name, document, paths) => {
    const refused = await put("tenant", document);
    expect(codeOf(refused)).toEqual({ status: 422, code: "policy.invalid" });
    expect(pathsOf(refused).toSorted()).toEqual(paths.toSorted());
  });

  it("says in a layer what only managed layers say", async () => {
    expect(pathsOf(await put("user", { locks: ["rules"], limits: { weight: 3 } }))).toEqual([
      ...["/document/locks", "/document/limits/weight"],
    ]);
    const task = { steps: [{ do: "computer_screen_size" }], policy: { locks: ["rules"] } };
    const refused = await harness.request("POST", "/v1/tasks", { json: task });
    expect([refused.status, pathsOf(refused)]).toEqual([400, ["/policy/locks"]]);
  });

  it("is YAML with a key twice, which readers would take for different documents", async () => {
    const refused = await putYaml("tenant", "isolation: vm\nisolation: container\n");
    expect(codeOf(refused)).toEqual({ status: 422, code: "policy.invalid" });
    expect(refused.json.faults[0].message).toContain("isolation");
  });

  it("is YAML that is not UTF-8, which would be stored as other text", async () => {
    const body = Buffer.concat([
      Buffer.from('rules: [{effect: deny, match: "app('),
      Buffer.from([0xe9]),
      Buffer.from(')"}]'),
    ]);
    const sent = await harness.request("PUT", "/v1/policies/tenant", {
      body: new Uint8Array(body),
      headers: { "content-type": "application/yaml" },
    });
    expect(codeOf(sent)).toEqual({ status: 400, code: "request.malformed" });
  });

  it("is JSON with a comment elsewhere than in the body, which would be lost", async () => {
    const sent = await put("tenant?comment=why", {});
    expect([sent.status, pathsOf(sent)]).toEqual([400, ["/comment"]]);
  });

  it("is larger than any policy", async () => {
    const rules = Array.from({ length: 1_000 }, () => ({ effect: "deny", match: `app(*${"a".repeat(200)})` }));
    const sent = await put("user", { rules });
    expect([codeOf(sent).code, pathsOf(sent)]).toEqual(["policy.invalid", ["/document"]]);
  });

  it("comes without a document, or as something else", async () => {
    expect((await harness.request("PUT", "/v1/policies/tenant", { json: { comment: "" } })).json.faults[0].path).toBe(
      "/document",
    );
    const text = { body: "x", headers: { "content-type": "text/plain" } };
    expect((await harness.request("PUT", "/v1/policies/tenant", text)).status).toBe(415);
    const empty = { body: "", headers: { "content-type": "application/json" } };
    expect((await harness.request("PUT", "/v1/policies/tenant", empty)).status).toBe(400);
  });
});

describe("versions", () => {
  const owner = () => harness.theirs.admin;
  const ask = (method: string, path: string, json?: unknown) =>
    harness.request(method, `/v1/policies/tenant${path}`, { as: owner(), ...(json === undefined ? {} : { json }) });

  it("are kept, compared and gone back to, and each change is in the audit store with its differences", async () => {
    const deny = { effect: "deny", match: "tool(computer_process_*)" };
    const ruled = { ...reading(10), rules: [deny] };
    expect((await put("tenant", ruled, { as: owner(), comment: "first" })).json.version).toBe(1);
    const more = { ...reading(20), rules: [{ effect: "ask", match: "tool(computer_mouse_*)" }, deny] };
    expect((await put("tenant", more, { as: owner(), comment: "second" })).json.version).toBe(2);

    const { json: diff } = await ask("GET", "/diff?from=1");
    const changes = [
      { path: "/paths/readBytesMax", op: "replace", before: 10, after: 20 },
      { path: "/rules/0", op: "add", after: more.rules[0] },
    ];
    expect(diff).toEqual({ from: 1, to: 2, changes });

    const back = await ask("POST", "/rollback", { version: 1 });
    expect(back.json).toMatchObject({ version: 3, document: ruled, comment: "back to version 1" });
    const { items } = (await ask("GET", "/versions")).json;
    expect(items.map(({ version, comment }: { version: number; comment: string }) => `${version} ${comment}`)).toEqual([
      ...["3 back to version 1", "2 second", "1 first"],
    ]);
    expect((await ask("GET", "/versions/2")).json.document).toEqual(more);
    for (const path of ["/versions/9", "/diff?from=9"]) expect((await ask("GET", path)).status).toBe(404);
    expect((await ask("POST", "/rollback", { version: 9 })).status).toBe(404);

    const audit = (await harness.request("GET", "/v1/audit?limit=100", { as: owner() })).json.items;
    const records = audit
      .filter(({ action }: { action: string }) => action.startsWith("policy."))
      .map(({ action, params }: { action: string; params: Record<string, unknown> }) => [
        ...[action, params.version, params.basedOn, params.changeCount, params.changes],
      ]);
    expect(records).toContainEqual(["policy.put", 2, 1, 2, changes]);
    expect(records.map(([action, version]: unknown[]) => `${action} ${version}`).toSorted()).toEqual([
      ...["policy.put 1", "policy.put 2", "policy.rollback 3"],
    ]);
  });

  it("in force is what a change must be based on, where it says what it is based on", async () => {
    const current = await ask("GET", "");
    expect(current.headers.get("etag")).toBe(`"${current.json.version}"`);
    const stale = { status: 409, code: "resource.conflict" };
    const refused = await put("tenant", {}, { as: owner(), headers: { "if-match": '"1"' } });
    expect([codeOf(refused), refused.json.data]).toEqual([stale, { currentVersion: 3 }]);
    expect(codeOf(await put("tenant", {}, { as: owner(), expectedVersion: 0 }))).toEqual(stale);
    expect(codeOf(await ask("POST", "/rollback", { version: 1, expectedVersion: 2 }))).toEqual(stale);
    const differing = await put("tenant", {}, { as: owner(), headers: { "if-match": '"3"' }, expectedVersion: 2 });
    expect(differing.status).toBe(400);
    expect((await put("tenant", {}, { as: owner(), headers: { "if-match": '"3"' } })).json.version).toBe(4);
    expect((await put("user", {}, { as: owner(), expectedVersion: 0 })).json.version).toBe(1);
  });

  it("of changes that are based on the same one are one: the others are told which is in force", async () => {
    const headers = { "if-match": (await ask("GET", "")).headers.get("etag") ?? "" };
    const all = await Promise.all(Array.from({ length: 8 }, () => put("tenant", {}, { as: owner(), headers })));
    const currentVersion = all.find(({ status }) => status === 200)?.json.version;
    const refused = all.filter(({ status }) => status === 409).map(({ json }) => json.data);
    expect(refused).toEqual(Array.from({ length: 7 }, () => ({ currentVersion })));
  });

  it("of changes that say nothing of what they are based on are all stored, one after the other, and so recorded", async () => {
    const first = (await ask("GET", "")).json.version + 1;
    const all = await Promise.all(Array.from({ length: 8 }, () => put("tenant", {}, { as: owner() })));
    const versions = Array.from({ length: 8 }, (_, index) => first + index);
    expect(all.map(({ json }) => json.version).toSorted((a, b) => a - b)).toEqual(versions);
    const { items } = (await harness.request("GET", "/v1/audit?action=policy.put&limit=8", { as: owner() })).json;
    const recorded = items.map(({ params }: { params: Record<string, number> }) => [params.version, params.basedOn]);
    expect(recorded.toSorted(([a]: number[], [b]: number[]) => a! - b!)).toEqual(
      versions.map((each) => [each, each - 1]),
    );
  });

  it("that the audit store does not have are not in force", async () => {
    const before = (await ask("GET", "")).json.version;
    await admin.query("revoke insert on audit_records from deskfleet_system");
    try {
      const refused = await put("tenant", reading(5), { as: owner() });
      expect(codeOf(refused)).toEqual({ status: 503, code: "audit.unavailable" });
      expect(codeOf(await ask("POST", "/rollback", { version: 1 })).code).toBe("audit.unavailable");
    } finally {
      await admin.query("grant insert on audit_records to deskfleet_system");
    }
    expect((await ask("GET", "")).json.version).toBe(before);
  });

  it("can be stored as YAML, the reference policy too", async () => {
    const yaml =
      '# why\nrules:\n  - { effect: deny, match: "write(/workspace/**)", matches: [/workspace/a] }\nisolation: gvisor\n';
    const stored = await putYaml("tenant?comment=from%20a%20file", yaml);
    expect([stored.status, stored.json.comment, stored.json.document]).toEqual([
      ...[200, "from a file"],
      { isolation: "gvisor", rules: [{ effect: "deny", match: "write(/workspace/**)", matches: ["/workspace/a"] }] },
    ]);
    const reference = new URL("../../../../../packages/gates/policies/reference.yaml", import.meta.url);
    expect((await putYaml("tenant?comment=reference", readFileSync(reference, "utf8"))).status).toBe(200);
    const headers = { "if-match": '"1"' };
    expect(codeOf(await putYaml("tenant", yaml, headers)).status).toBe(409);
  });

  it("of a principal are seen by nobody else", async () => {
    await put("user", reading(7), { as: harness.theirs.operator });
    const as = harness.theirs.approver;
    expect((await harness.request("GET", "/v1/policies/user", { as })).status).toBe(404);
    expect((await harness.request("GET", "/v1/policies/user/versions", { as })).json.items).toEqual([]);
    expect((await harness.request("GET", "/v1/policies", { as })).json.user).toBeNull();
  });
});

describe("explain", () => {
  const explain = (json: unknown, as = harness.theirs.operator) =>
    harness.request("POST", "/v1/policies/explain", { as, json });
  const kinds = ({ json }: Answer) =>
    json.changes.map(({ kind, layer, path }: Record<string, string>) => [kind, layer, path]);

  it("names the rule and layer that decide, and the rule without which it would be otherwise", async () => {
    await put("tenant", { grants: ["computer_use"] }, { as: harness.theirs.admin });
    const rules = [{ effect: "deny", match: "read(/workspace/private/**)", reason: "mine" }];
    await put("user", { rules }, { as: harness.theirs.operator });
    const answered = await explain({ path: "private/letter.txt" });
    expect(answered.json).toMatchObject({
      ...{ outcome: "deny", isFinal: false },
      decisive: { gate: "path", layer: "user", rule: rules[0]!.match, reason: "mine" },
    });
    expect(kinds(answered)).toEqual([["rule_removed", "user", "/rules/0"]]);
    expect((await explain({ path: "private/letter.txt" }, harness.theirs.approver)).json.outcome).toBe("allow");
  });

  it("says for a path what would open it, and for a hard rule that nothing does", async () => {
    const outside = await explain({ path: "/data/x.csv", operation: "read" });
    expect([outside.json.outcome, kinds(outside)]).toEqual([
      ...["deny", [["directory_added", "tenant", "/paths/allowed"]]],
    ]);
    const hard = await explain({ path: "/workspace/.git/config", operation: "write" });
    expect(hard.json).toMatchObject({ outcome: "deny", isFinal: true, changes: [], together: null });
  });

  it("judges a command without running it", async () => {
    const answered = await explain({ command: 'eval "$(cat plan)"', cwd: "/workspace" });
    expect([answered.json.outcome, answered.json.decisive.gate]).toEqual(["deny", "command"]);
    expect(harness.worker.calls).toEqual([]);
  });

  it("of an app-state tool says what policy and consents do, as if its application ran", async () => {
    const click = { tool: "click", params: { app: "Notes", element_index: 3 } };
    await put("tenant", { grants: ["computer_use", "write"] }, { as: harness.theirs.admin });
    expect((await explain(click)).json.outcome).toBe("allow");
    await put("tenant", { grants: ["computer_use", "write"], sensitiveApps: ["notes"] }, { as: harness.theirs.admin });
    const { json } = await explain(click);
    expect([json.decisive.code, json.changes]).toEqual([
      "app.sensitive",
      [expect.objectContaining({ kind: "app_not_sensitive", outcome: "allow" })],
    ]);
  });

  it("speaks for a running session: its principal, its project, its task's flag, its consents", async () => {
    const { tenantId, principalId } = harness.theirs.operator;
    const created = await harness.request("POST", "/v1/projects", { json: { name: "p" }, as: harness.theirs.admin });
    await put("project?project=p", { features: { computer_file_list: false } }, { as: harness.theirs.admin });
    await put("tenant", { grantable: ["computer_use"] }, { as: harness.theirs.admin });
    const sessionId = await harness.database.tenant(tenantId, async (tx) => {
      const task = await insertTask(tx, {
        ...{ tenantId, createdBy: principalId, inputs: {}, priority: 50, timeoutMs: 1_000, maxAttempts: 1 },
        program: { steps: [{ do: "computer_screen_size", with: {} }] },
        policy: { features: { computer_file_read: false } },
      });
      const desktop = { image: "default", display: "1280x800", isolation: "container" } as const;
      const { id } = await insertSession(tx, {
        ...{ tenantId, principalId, desktop, grants: ["computer_use", "write"], idleTimeoutSeconds: 60 },
        ...{ taskId: task.id, projectId: created.json.id },
      });
      await updateSession(tx, id, { state: "paused", workerId: harness.worker.id });
      return id;
    });
    const of = async (tool: string, params: object) => {
      const { outcome, decisive } = (await explain({ tool, params, session: sessionId }, harness.theirs.viewer)).json;
      return `${outcome} ${decisive.gate} ${decisive.layer}`;
    };
    expect(await of("computer_file_list", { path: "/workspace" })).toBe("deny feature project");
    expect(await of("computer_file_read", { path: "/workspace/a" })).toBe("deny feature flag");
    expect(await of("computer_file_read", { path: "/workspace/private/a" })).toBe("deny feature flag");
    expect(await of("computer_mouse_click", { x: 1, y: 1 })).toBe("deny monitor default");
    const click = await explain({ tool: "computer_mouse_click", params: { x: 1, y: 1 }, session: sessionId });
    expect(click.json.together.changes.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
      ...["grant", "session_resumed"],
    ]);
    expect(codeOf(await explain({ tool: "computer_screen_size", session: sessionId }, harness.ours.admin))).toEqual({
      ...{ status: 404, code: "resource.not_found" },
    });
    await harness.database.tenant(tenantId, (tx) => updateSession(tx, sessionId, { state: "ended" }));
    expect((await explain({ tool: "computer_screen_size", session: sessionId })).status).toBe(410);
  });

  it("tells operators by the paths as they are on a running session's desktop, and nobody else", async () => {
    const { tenantId, principalId } = harness.theirs.operator;
    await put("tenant", { grants: ["write"] }, { as: harness.theirs.admin });
    const session = await harness.database.tenant(tenantId, async (tx) => {
      const desktop = { image: "default", display: "1280x800", isolation: "container" } as const;
      const { id } = await insertSession(tx, {
        ...{ tenantId, principalId, desktop, grants: [], idleTimeoutSeconds: 60 },
      });
      await updateSession(tx, id, { state: "active", workerId: harness.worker.id });
      return id;
    });
    const looked = ({ body }: WorkerCall) => {
      const { command } = (body as { params: { command: string } }).params;
      const link = { path: "/workspace/link", real: "/etc/passwd", type: "file" };
      const resolvedPaths = [{ path: "/workspace", real: "/workspace", type: "directory" }, link];
      return { status: 200, body: JSON.stringify({ resolvedPaths, canConfine: command !== "cat link | wc" }) };
    };
    harness.worker.onCall = looked;
    const of = async (command: string, as: Caller) => {
      const { outcome, verdicts } = (await explain({ command, session }, as)).json;
      return `${outcome} ${verdicts.filter((verdict: Verdict) => verdict.outcome === "deny").map(({ code }: Verdict) => code)}`;
    };
    expect(await of("cat link", harness.theirs.operator)).toBe("deny path.outside");
    expect(await of("cat link | wc", harness.theirs.operator)).toBe("deny path.outside,command.not_confined");
    expect(harness.worker.calls.map(({ path }) => path)).toEqual([
      `/internal/sessions/${session}/look`,
      `/internal/sessions/${session}/look`,
    ]);
    expect(await of("cat link", harness.theirs.viewer)).toBe("ask ");
    expect(harness.worker.calls).toHaveLength(2);
  });

  it("and effective take a session's own project, and no other beside it", async () => {
    const session = "01a20000-0000-7000-8000-000000000000";
    const read = await harness.request("GET", `/v1/policies/effective?session=${session}&project=orders`);
    expect([read.status, pathsOf(read)]).toEqual([400, ["/project"]]);
    expect(pathsOf(await explain({ command: "ls", session, project: "orders" }))).toEqual(["/project"]);
  });

  it("judges a script by its strictest step, and says which", async () => {
    const steps = [
      { tool: "computer_screen_size" },
      { tool: "computer_file_read", params: { path: "/etc/shadow" } },
      { tool: "computer_mouse_move", params: { x: 1, y: 1 } },
    ];
    const { json } = await explain({ tool: "computer_run_steps", params: { steps } });
    expect([json.outcome, json.decisive.gate, json.step]).toEqual(["deny", "path", 1]);
    expect((await explain({ tool: "computer_file_read", params: { path: "/etc/shadow" } })).json.step).toBeNull();
  });

  it.each([
    ["nothing to explain", {}, ""],
    ["two things at once", { tool: "computer_screen_size", path: "/workspace" }, ""],
    ["parameters of a command", { command: "ls", params: { x: 1 } }, "/params"],
    ["a path with a directory", { path: "/workspace", cwd: "/tmp" }, "/cwd"],
    ["a tool with an operation", { tool: "computer_screen_size", operation: "write" }, "/operation"],
  ])("400 for %s", async (_name, json, path) => {
    const refused = await explain(json);
    expect([refused.status, pathsOf(refused)]).toEqual([400, [path]]);
  });
});

describe("projects", () => {
  it("are named by tasks, batches and sessions that belong to them, and an unknown one is a fault", async () => {
    const task = { steps: [{ do: "computer_screen_size" }], project: "orders" };
    const made = await harness.request("POST", "/v1/tasks", { json: task });
    expect(made.status).toBe(202);
    for (const as of [harness.ours.admin, harness.theirs.admin])
      expect((await harness.request("POST", "/v1/workflows", { json: WORKFLOW, as })).status).toBe(201);
    const rows = [
      { customer: "a", quantity: 1 },
      { customer: "b", quantity: 2 },
    ];
    const batch = { reference: "b", workflow: WORKFLOW.name, rows, project };
    expect((await harness.request("POST", "/v1/batches", { json: batch })).status).toBe(202);
    const { rows: stored } = await admin.query("select count(*)::int as n from tasks where project_id = $1", [project]);
    expect(stored).toEqual([{ n: 3 }]);
    for (const [path, json] of [
      ["/v1/tasks", task],
      ["/v1/sessions", { project: "orders" }],
      ["/v1/batches", batch],
    ] as const) {
      const refused = await harness.request("POST", path, { json: { ...json, project: "unknown" } });
      expect([refused.status, pathsOf(refused)]).toEqual([400, ["/project"]]);
      const foreign = await harness.request("POST", path, { json, as: harness.theirs.admin });
      expect([foreign.status, pathsOf(foreign)]).toEqual([400, ["/project"]]);
    }
  });

  it("are registered by administrators, once for a name", async () => {
    const create = (as: Caller) => harness.request("POST", "/v1/projects", { json: { name: "invoices" }, as });
    expect((await create(harness.ours.operator)).status).toBe(403);
    expect((await create(harness.ours.admin)).status).toBe(201);
    expect(codeOf(await create(harness.ours.admin)).code).toBe("resource.conflict");
    const looksLikeId = await harness.request("POST", "/v1/projects", { json: { name: project } });
    expect(looksLikeId.status).toBe(400);
    const { items } = (await harness.request("GET", "/v1/projects", { as: harness.ours.viewer })).json;
    expect(items.map(({ name }: { name: string }) => name)).toEqual(["invoices", "orders"]);
  });
});
