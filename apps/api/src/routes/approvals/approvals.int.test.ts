import { createHash } from "node:crypto";
import type { PolicyDocument } from "@deskfleet/contracts";
import { insertApproval, insertGrant, insertTask, putPolicy } from "@deskfleet/store";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { actionResult, framed, problem } from "../../testing/fake-worker.ts";
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
beforeEach(() => {
  harness.worker.calls.length = 0;
  harness.worker.onCall = () => framed(actionResult("computer_screen_size", { width: 1, height: 1 }));
});

const decisive = {
  gate: "consent",
  outcome: "ask",
  code: "grant.needed",
  reason: "needs it",
  layer: "default",
} as const;
async function ask(
  options: { requestedBy?: Caller; ttlSeconds?: number; taskId?: string; isTaskStep?: boolean } = {},
): Promise<string> {
  const requester = options.requestedBy ?? harness.ours.operator;
  const session = await harness.openSession(requester);
  const { tenantId } = requester;
  const { id } = await harness.database.tenant(tenantId, (tx) =>
    insertApproval(tx, {
      ...{ tenantId, sessionId: session.id, taskId: options.taskId ?? null, tool: "computer_screen_size" },
      isTaskStep: options.isTaskStep ?? false,
      ...{ params: {}, digest: "0", frozen: { secretOfTheFleet: true } },
      evaluation: { outcome: "ask", decisive, verdicts: [decisive], risk: "R0_READ" },
      codeSha256: createHash("sha256").update("GOODCODE").digest("hex"),
      ...{ requestedBy: `principal:${requester.principalId}`, ttlSeconds: options.ttlSeconds ?? 600 },
    }),
  );
  return id;
}
const answer = (id: string, json: unknown, as = harness.ours.approver) =>
  harness.request("POST", `/v1/approvals/${id}/answer`, { as, json });

describe("POST /v1/approvals/{id}/answer", () => {
  it("400 for the wrong code, and it is still pending", async () => {
    const id = await ask();
    expect(codeOf(await answer(id, { answer: "once", code: "BADCODE" }))).toEqual({
      status: 400,
      code: "request.invalid",
    });
    expect((await harness.request("GET", `/v1/approvals/${id}`)).json.state).toBe("pending");
    expect(harness.worker.calls).toEqual([]);
  });

  it("403 for the requester where the policy wants four eyes", async () => {
    await harness.request("PUT", "/v1/policies/tenant", { json: { document: { approvals: { fourEyes: true } } } });
    const id = await ask({ requestedBy: harness.ours.approver });
    expect(codeOf(await answer(id, { answer: "once" }))).toEqual({ status: 403, code: "auth.forbidden" });
    expect((await answer(id, { answer: "once" }, harness.ours.admin)).status).toBe(200);
  });

  it("409 for an approval that has expired", async () => {
    const id = await ask({ ttlSeconds: 0 });
    expect(codeOf(await answer(id, { answer: "once" }))).toEqual({ status: 409, code: "approval.expired" });
    expect(harness.worker.calls).toEqual([]);
  });

  it("one of ten answers counts, and the action is executed once", async () => {
    const id = await ask();
    const answers = await Promise.all(Array.from({ length: 10 }, () => answer(id, { answer: "once" })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ json }) => json.code))).toEqual(
      new Set(["approval.used"]),
    );
    expect(harness.worker.calls.map(({ path }) => path)).toEqual([`/internal/approvals/${id}/execute`]);
  });

  it("no: nothing is executed", async () => {
    const id = await ask();
    const { status, json } = await answer(id, { answer: "no", note: "not today" });
    expect([status, json.approval.state, json.approval.note, json.result]).toEqual([200, "denied", "not today", null]);
    expect(harness.worker.calls).toEqual([]);
  });

  it("yes: executed here for an interactive session, with its result; the answer shows nothing of the fleet's own", async () => {
    const id = await ask();
    const { status, json, text } = await answer(id, { answer: "session", code: "GOODCODE" });
    expect([status, json.approval.state, json.result.result, json.problem]).toEqual([
      200,
      "approved",
      { width: 1, height: 1 },
      null,
    ]);
    expect(text).not.toContain("secretOfTheFleet");
    const records = await harness.request("GET", "/v1/audit?action=approval.answer");
    expect(records.json.items[0].params).toEqual({ approvalId: id, answer: "session" });
  });

  it("yes, but the target changed: the answer stands and says what became of it", async () => {
    const id = await ask();
    harness.worker.onCall = () => problem("approval.target_changed");
    const { status, json } = await answer(id, { answer: "once" });
    expect([status, json.approval.state, json.result, json.problem.code]).toEqual([
      200,
      "approved",
      null,
      "approval.target_changed",
    ]);
  });

  it("yes for a task's program: its own attempt goes on, nobody else executes; for others in its session: executed here", async () => {
    const { tenantId, principalId: createdBy } = harness.ours.operator;
    const settings = {
      tenantId,
      createdBy,
      priority: 50,
      timeoutMs: 1_000,
      maxAttempts: 1,
      inputs: {},
      program: { steps: [] },
    };
    const task = await harness.database.tenant(tenantId, (tx) => insertTask(tx, settings));
    const id = await ask({ taskId: task.id, isTaskStep: true });
    const answered = (await answer(id, { answer: "once" })).json;
    expect(answered).toMatchObject({ approval: { isTaskStep: true }, result: null, problem: null });
    expect(harness.worker.calls).toEqual([]);
    const beside = await ask({ taskId: task.id });
    expect((await answer(beside, { answer: "once" })).json).toMatchObject({
      approval: { taskId: task.id, isTaskStep: false },
      result: { result: { width: 1, height: 1 } },
      problem: null,
    });
  });
});

describe("grants", () => {
  it("are listed to their holder, to others only as approver, and end at once when revoked", async () => {
    const { operator, viewer, approver } = harness.ours;
    const grant = await harness.database.tenant(operator.tenantId, (tx) =>
      insertGrant(tx, {
        ...{
          tenantId: operator.tenantId,
          principalId: operator.principalId,
          grant: "write",
          scope: "tenant",
          sessionId: null,
        },
        ...{ layer: "tenant", givenBy: "system", expiresAt: null },
      }),
    );
    const list = (as: Caller) => harness.request("GET", `/v1/grants?principalId=${operator.principalId}`, { as });
    expect((await list(operator)).json.items.map(({ id }: { id: string }) => id)).toEqual([grant.id]);
    expect((await list(viewer)).status).toBe(403);
    const revoke = () => harness.request("DELETE", `/v1/grants/${grant.id}`, { as: approver });
    expect([(await revoke()).status, (await revoke()).status]).toEqual([204, 404]);
    expect((await list(approver)).json.items).toEqual([]);
  });
});

describe("policies", () => {
  it("422 for a rule whose example does not match, with its place in the body", async () => {
    const document = {
      rules: [{ effect: "deny", match: "tool(computer_process_*)", matches: ["computer_file_read"] }],
    };
    const refused = await harness.request("PUT", "/v1/policies/tenant", { json: { document } });
    expect(codeOf(refused)).toEqual({ status: 422, code: "policy.invalid" });
    expect(refused.json.faults[0].path).toBe("/document/rules/0/matches/0");
  });

  it.each([{ fourEyes: "yes" }, { fourEyes: true, fourEyse: true }, [], 5])(
    "%j in force cannot be read: nothing is explained, and no approval is given by what is left of it",
    async (document) => {
      const { tenantId } = harness.theirs.admin;
      const id = await ask({ requestedBy: harness.theirs.approver });
      // Past every check of ours, as a restore from elsewhere or another version's document would be.
      await harness.database.tenant(tenantId, (tx) =>
        putPolicy(tx, { tenantId, document: document as PolicyDocument, comment: "", createdBy: "system" }),
      );
      const as = harness.theirs.approver;
      const json = { tool: "computer_screen_size" };
      const refused = { status: 422, code: "policy.invalid" };
      expect(codeOf(await harness.request("POST", "/v1/policies/explain", { as, json }))).toEqual(refused);
      expect(codeOf(await harness.request("GET", "/v1/policies/effective", { as }))).toEqual(refused);
      expect(codeOf(await answer(id, { answer: "once" }, as))).toEqual(refused);
      expect((await harness.request("GET", `/v1/approvals/${id}`, { as })).json.state).toBe("pending");
      expect(harness.worker.calls).toEqual([]);
    },
  );

  it("a stored version is in force in effective and explain, and a tenant reads the fleet's", async () => {
    const document = { features: { computer_mouse_click: false } };
    const stored = await harness.request("PUT", "/v1/policies/fleet", {
      as: harness.operator,
      json: { document, comment: "drill" },
    });
    expect([stored.status, stored.json.layer, stored.json.version]).toEqual([200, "fleet", 1]);
    const json = { tool: "computer_mouse_click", params: { x: 1, y: 1 } };
    const explained = await harness.request("POST", "/v1/policies/explain", { as: harness.ours.viewer, json });
    expect(explained.json.decisive).toMatchObject({ gate: "feature", outcome: "deny", layer: "fleet" });
    expect((await harness.request("GET", "/v1/policies")).json.fleet.comment).toBe("drill");
    const versions = await harness.request("GET", "/v1/policies/versions?layer=fleet");
    expect(versions.json.items).toHaveLength(1);
    expect(harness.worker.calls).toEqual([]);
  });

  it("explain speaks of policy alone: nothing is held against a desktop that it does not look at", async () => {
    for (const json of [
      { tool: "computer_mouse_scroll", params: { x: 1, y: 1 } },
      { tool: "computer_screen_capture" },
      { tool: "computer_window_size", params: { windowId: 3 } },
    ]) {
      const { outcome, verdicts } = (await harness.request("POST", "/v1/policies/explain", { json })).json;
      expect([outcome, verdicts.filter((verdict: { outcome: string }) => verdict.outcome === "deny")]).toEqual([
        "ask",
        [],
      ]);
    }
  });

  it.each([
    ["a tool that is none", { tool: "format_disk" }, "/tool"],
    ["a parameter that is missing", { tool: "computer_mouse_click", params: { x: 1 } }, "/params/y"],
  ])("explain: 400 for %s", async (_name, json, path) => {
    const answered = await harness.request("POST", "/v1/policies/explain", { json });
    expect([answered.status, answered.json.faults[0].path]).toEqual([400, path]);
  });
});
