import { randomUUID } from "node:crypto";
import { WorkflowDocument } from "@deskfleet/contracts";
import {
  createKey,
  insertApproval,
  insertArtifact,
  insertBatch,
  insertCase,
  insertGrant,
  insertJudgement,
  insertProject,
  insertSessionFrame,
  insertTask,
  insertWebhook,
  insertWorkflow,
  putPack,
} from "@deskfleet/store";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { newJudgement } from "../../../../test/support/store-fixture.ts";
import { type Answer, type Harness, startHarness, WORKFLOW } from "../testing/harness.ts";

/**
 * Every route of the OpenAPI document that names something by id or name is asked for something of another tenant, and for
 * something that does not exist. Nobody may be able to tell the two apart, and nothing may reach the worker.
 */
let database: TestDatabase;
let harness: Harness;
/** Ids that exist, of the other tenant, by the noun before the path's first parameter. */
let foreign: Record<string, string>;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
  foreign = await fill(harness);
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

async function fill({ database: store, theirs, openSession }: Harness): Promise<Record<string, string>> {
  const { tenantId, principalId: createdBy } = theirs.operator;
  const session = await openSession(theirs.operator);
  return store.tenant(tenantId, async (tx) => {
    const document = WorkflowDocument.parse({ ...WORKFLOW, name: "their-workflow" });
    const workflow = await insertWorkflow(tx, { tenantId, document, createdBy });
    const settings = { tenantId, createdBy, priority: 50, timeoutMs: 1_000, maxAttempts: 1, workflow };
    const task = await insertTask(tx, { ...settings, inputs: {} });
    const batch = await insertBatch(tx, { ...settings, reference: "theirs", rows: [{}], concurrency: 1 });
    const decisive = { gate: "consent", outcome: "ask", code: "x", reason: "x", layer: "default" } as const;
    const approval = await insertApproval(tx, {
      ...{
        tenantId,
        sessionId: session.id,
        taskId: null,
        tool: "computer_screen_size",
        params: {},
        digest: "0",
        frozen: {},
      },
      evaluation: { outcome: "ask", decisive, verdicts: [decisive], risk: "R0_READ" },
      ...{ codeSha256: null, requestedBy: `principal:${createdBy}`, ttlSeconds: 600 },
    });
    const grant = await insertGrant(tx, {
      ...{ tenantId, principalId: createdBy, grant: "write", scope: "tenant", sessionId: null },
      ...{ layer: "tenant", givenBy: "system", expiresAt: null },
    });
    const { id: key } = await createKey(tx, { tenantId, name: "theirs", role: "viewer" });
    const artifact = await insertArtifact(tx, {
      ...{ tenantId, taskId: task.id, sessionId: null, kind: "frame", name: "failure.png" },
      ...{ contentType: "image/png", content: Buffer.from("their screen") },
    });
    const project = await insertProject(tx, { tenantId, name: "theirs", createdBy });
    await insertSessionFrame(tx, {
      ...{ tenantId, sessionId: session.id, at: new Date().toISOString(), cause: "start", actionId: null },
      ...{ status: "kept", width: 2, height: 2, sha256: "0", masked: [], content: Buffer.alloc(40) },
    });
    const webhook = await insertWebhook(tx, { tenantId, url: "https://theirs.example/", types: [] });
    const judgement = newJudgement({ sessionId: session.id });
    await insertJudgement(tx, { ...judgement, tenantId });
    const auditCase = await insertCase(tx, {
      ...{ tenantId, judgementId: judgement.id, expect: "block", comment: "", createdBy: `principal:${createdBy}` },
    });
    await putPack(tx, { tenantId, name: "their-pack", document: { rules: [] }, createdBy });
    return {
      judgements: judgement.id,
      cases: auditCase.id,
      packs: "their-pack",
      tasks: task.id,
      artifacts: artifact.id,
      webhooks: webhook.id,
      batches: batch.id,
      workflows: workflow.name,
      sessions: session.id,
      approvals: approval.id,
      grants: grant.id,
      keys: key,
      projects: project.id,
    };
  });
}

/** A body that the route takes, so that nothing but the id can be wrong. */
const BODIES: Record<string, unknown> = {
  "POST /v1/sessions/{id}/actions": { tool: "computer_screen_size" },
  "POST /v1/sessions/{id}/tickets": { mode: "view" },
  "POST /v1/sessions/{id}/elements/find": { target: { role: "button" } },
  "POST /v1/approvals/{id}/answer": { answer: "once" },
  "POST /v1/approvals/{id}/execute": {},
  "POST /v1/batches/{id}/rerun": {},
  "POST /v1/auditor/judgements/{id}/report": { kind: "fine" },
  "POST /v1/auditor/packs/{name}/activate": { version: 1 },
};
/** Routes whose parameter is no one's thing, and one that answers to a ticket instead of a caller. */
const NOT_BY_ID = new Set([
  ...["PUT /v1/policies/{layer}", "GET /v1/policies/{layer}", "GET /v1/policies/{layer}/versions"],
  ...[
    "GET /v1/policies/{layer}/versions/{version}",
    "GET /v1/policies/{layer}/diff",
    "POST /v1/policies/{layer}/rollback",
    "POST /v1/policies/{layer}/check",
  ],
  "POST /v1/sessions/{id}/view/redeem",
  // Stores a pack of our own under that name.
  "PUT /v1/auditor/packs/{name}",
  ...["POST /v1/workers/{id}/drain", "POST /v1/workers/{id}/resume"],
]);

const withoutInstance = ({ status, json }: Answer) => ({ status, problem: { ...json, instance: null } });

describe("another tenant's", () => {
  it("anything answers exactly like what does not exist, on every route with an id", async () => {
    const document = (await harness.request("GET", "/openapi.json", { as: null })).json;
    const routes = Object.entries<Record<string, unknown>>(document.paths)
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => [method.toUpperCase(), path] as const))
      .filter(([method, path]) => path.includes("{") && !NOT_BY_ID.has(`${method} ${path}`));
    expect(routes.length).toBeGreaterThanOrEqual(22);

    for (const [method, path] of routes) {
      const name = `${method} ${path}`;
      const theirs = foreign[/([^/]+)\/\{/.exec(path)?.[1] ?? ""];
      expect(theirs, `${name}: give this test something of its kind`).toBeDefined();
      const body = BODIES[name];
      const ask = (id: string) =>
        harness.request(
          method,
          path.replace(/\{\w+\}/, id).replace(/\{\w+\}/, randomUUID()),
          body === undefined ? {} : { json: body },
        );
      const asked = withoutInstance(await ask(theirs!));
      expect(asked.status, name).toBe(404);
      expect(asked, name).toEqual(withoutInstance(await ask(path.includes("{name}") ? "no-such" : randomUUID())));
    }
    expect(harness.worker.calls).toEqual([]);
  });

  it("things are in no list, count, event or record", async () => {
    for (const path of [
      "tasks",
      "batches",
      "workflows",
      "sessions",
      "approvals",
      "grants",
      "audit",
      "keys",
      "webhooks",
      "projects",
      ...["auditor/judgements", "auditor/cases", "auditor/packs", "auditor/cases.jsonl", "auditor/report"],
    ]) {
      const { text } = await harness.request("GET", `/v1/${path}`);
      for (const id of Object.values(foreign)) expect(text, path).not.toContain(id);
    }
    for (const filter of [
      `batchId=${foreign.batches}`,
      "workflow=their-workflow@1",
      "state=queued",
      "outcome=cancelled",
    ])
      expect((await harness.request("GET", `/v1/tasks?${filter}`)).json.items).toEqual([]);
    expect((await harness.request("GET", "/v1/capacity")).json.queued).toBe(0);
    expect(
      (await harness.request("GET", `/v1/grants?principalId=${harness.theirs.operator.principalId}`)).json.items,
    ).toEqual([]);
    expect((await harness.request("GET", "/v1/audit/export")).text).toBe("");
  });

  it("workflow cannot be named by a task, batch or dry run", async () => {
    const task = await harness.request("POST", "/v1/tasks", { json: { workflow: "their-workflow" } });
    const batch = await harness.request("POST", "/v1/batches", {
      json: { workflow: "their-workflow", reference: "x", rows: [{}] },
    });
    const dryRun = await harness.request("POST", "/v1/workflows/dry-run", { json: { workflow: "their-workflow" } });
    for (const { status, json } of [task, batch, dryRun]) {
      expect(status).toBe(400);
      expect(json.faults).toEqual([{ path: "/workflow", message: "there is no such workflow or version" }]);
    }
  });

  it("judgement cannot be made a case of ours", async () => {
    const ask = async (judgementId: string) =>
      withoutInstance(await harness.request("POST", "/v1/auditor/cases", { json: { judgementId, expect: "pass" } }));
    const asked = await ask(foreign.judgements!);
    expect(asked.status).toBe(404);
    expect(asked).toEqual(await ask(randomUUID()));
  });

  it("audit chain is not verified for us", async () => {
    const chain = `tenant:${harness.theirs.admin.tenantId}`;
    await harness.request("PUT", "/v1/policies/tenant", { json: { document: {} }, as: harness.theirs.admin });
    expect((await harness.request("GET", `/v1/audit/verify?chain=${chain}`)).json.records).toBe(0);
    const { tenantId } = harness.theirs.admin;
    for (const path of ["audit", "audit/verify", "audit/export"]) {
      const ask = async (id: string) => withoutInstance(await harness.request("GET", `/v1/${path}?tenantId=${id}`));
      expect((await ask(tenantId)).status).toBe(403);
      expect(await ask(tenantId)).toEqual(await ask(randomUUID()));
    }
    expect((await harness.request("GET", "/v1/tenants")).status).toBe(403);
  });

  it("batch reference and Idempotency-Key are free for us", async () => {
    await harness.request("POST", "/v1/workflows", { json: WORKFLOW });
    const batch = { workflow: "enter-order", reference: "theirs", rows: [{ customer: "A", quantity: 1 }] };
    const headers = { "idempotency-key": "one-key" };
    await harness.request("POST", "/v1/workflows", { as: harness.theirs.admin, json: WORKFLOW, headers });
    expect((await harness.request("POST", "/v1/batches", { json: batch, headers })).status).toBe(202);
  });
});
