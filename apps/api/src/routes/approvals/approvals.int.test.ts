import { createHash } from "node:crypto";
import type { PolicyDocument } from "@deskfleet/contracts";
import { expireApprovals, insertApproval, insertTask, putPolicy } from "@deskfleet/store";
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
  options: {
    requestedBy?: Caller;
    ttlSeconds?: number;
    taskId?: string;
    isTaskStep?: boolean;
    isCodeRequired?: boolean;
  } = {},
): Promise<string> {
  const requester = options.requestedBy ?? harness.ours.operator;
  const session = await harness.openSession(requester);
  const { tenantId } = requester;
  const { id } = await harness.database.tenant(tenantId, (tx) =>
    insertApproval(tx, {
      ...{ tenantId, sessionId: session.id, taskId: options.taskId ?? null, tool: "computer_screen_size" },
      isTaskStep: options.isTaskStep ?? false,
      isCodeRequired: options.isCodeRequired ?? false,
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

const INVALID = { status: 400, code: "request.invalid" };
const stateOf = async (id: string) => (await harness.request("GET", `/v1/approvals/${id}`)).json.state;

describe("POST /v1/approvals/{id}/answer", () => {
  it("400 for the wrong code, and it is still pending; the fifth ends it, for the right one too, and all are recorded", async () => {
    const id = await ask();
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      const refused = await answer(id, { answer: "once", code: "BADCODE" });
      expect(codeOf(refused)).toEqual(INVALID);
      expect([refused.json.faults[0].path, refused.json.data]).toEqual(["/code", { triesLeft }]);
      expect(await stateOf(id)).toBe(triesLeft > 0 ? "pending" : "expired");
    }
    const late = await answer(id, { answer: "once", code: "GOODCODE" });
    expect([codeOf(late), late.json.data]).toEqual([
      { status: 409, code: "approval.expired" },
      { because: "wrong_codes" },
    ]);
    expect(harness.worker.calls).toEqual([]);
    const records = await harness.request("GET", "/v1/audit?action=approval.wrong_code");
    const ofThis = records.json.items.filter(
      ({ params }: { params: { approvalId: string } }) => params.approvalId === id,
    );
    expect(ofThis).toHaveLength(5);
    expect(JSON.stringify(ofThis)).not.toContain("BADCODE");
  });

  it.each([
    ["other parameters", { params: { x: 1 } }],
    ["another tool", { tool: "computer_file_write" }],
    ["another session", { sessionId: "01890000-0000-7000-8000-000000000000" }],
    ["a frame", { frameId: "f" }],
    ["its own digest", { digest: "0" }],
  ])("400 for an answer with %s: it confirms the record and nothing else", async (_name, extra) => {
    const id = await ask();
    expect(codeOf(await answer(id, { answer: "once", ...extra }))).toEqual(INVALID);
    expect(await stateOf(id)).toBe("pending");
    expect(harness.worker.calls).toEqual([]);
  });

  it("400 for a yes without the code, where the policy asked for one; a no needs none", async () => {
    const id = await ask({ isCodeRequired: true });
    expect(codeOf(await answer(id, { answer: "session" }))).toEqual(INVALID);
    expect((await answer(id, { answer: "once", code: "good-code" })).status).toBe(200);
    const other = await ask({ isCodeRequired: true });
    expect((await answer(other, { answer: "no" })).json.approval.state).toBe("denied");
    const mistyped = await ask({ isCodeRequired: true });
    expect((await answer(mistyped, { answer: "no", code: "oh-no" })).json.approval.state).toBe("denied");
  });

  it("403 below approver, whoever asked", async () => {
    const id = await ask();
    for (const as of [harness.ours.operator, harness.ours.viewer])
      expect(codeOf(await answer(id, { answer: "once" }, as))).toEqual({ status: 403, code: "auth.forbidden" });
    expect(await stateOf(id)).toBe("pending");
  });

  it("404 for another tenant's approver, and nothing changes", async () => {
    const id = await ask();
    for (const answered of ["once", "no"])
      expect(codeOf(await answer(id, { answer: answered }, harness.theirs.approver))).toEqual({
        status: 404,
        code: "resource.not_found",
      });
    expect(await stateOf(id)).toBe("pending");
  });

  it("409 for one that was refused, answered or executed already", async () => {
    const refused = await ask();
    await answer(refused, { answer: "no" });
    const given = await ask();
    await answer(given, { answer: "once" });
    for (const id of [refused, given])
      for (const again of ["once", "no"])
        expect(codeOf(await answer(id, { answer: again }))).toEqual({ status: 409, code: "approval.used" });
    expect(harness.worker.calls).toHaveLength(1);
  });

  it("403 for the requester where the policy wants four eyes", async () => {
    await harness.request("PUT", "/v1/policies/tenant", { json: { document: { approvals: { fourEyes: true } } } });
    const id = await ask({ requestedBy: harness.ours.approver });
    expect(codeOf(await answer(id, { answer: "once" }))).toEqual({ status: 403, code: "auth.forbidden" });
    expect((await answer(id, { answer: "once" }, harness.ours.admin)).status).toBe(200);
  });

  it("403 for a key that the requester made, or that made the requester's", async () => {
    const make = async (as: Caller, role: string): Promise<Caller> => {
      const { id, key } = (await harness.request("POST", "/v1/keys", { as, json: { name: role, role } })).json;
      return { ...as, principalId: id, key };
    };
    const requester = await make(harness.ours.admin, "admin");
    const sockpuppet = await make(requester, "approver");
    const id = await ask({ requestedBy: requester });
    for (const as of [requester, sockpuppet, harness.ours.admin])
      expect(codeOf(await answer(id, { answer: "once" }, as))).toEqual({ status: 403, code: "auth.forbidden" });
    expect((await answer(id, { answer: "once" }, harness.ours.approver)).status).toBe(200);
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

describe("POST /v1/approvals/{id}/code", () => {
  const renew = (id: string, as: Caller) => harness.request("POST", `/v1/approvals/${id}/code`, { as });

  it("another code for the requester alone; the one before is worth nothing then", async () => {
    const id = await ask({ isCodeRequired: true });
    for (const as of [harness.ours.approver, harness.ours.admin, harness.theirs.admin])
      expect(codeOf(await renew(id, as))).toEqual({ status: 404, code: "resource.not_found" });
    const { json } = await renew(id, harness.ours.operator);
    expect(json.code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    expect(codeOf(await answer(id, { answer: "once", code: "GOODCODE" }))).toEqual(INVALID);
    expect((await answer(id, { answer: "once", code: json.code })).status).toBe(200);
    expect(codeOf(await renew(id, harness.ours.operator))).toEqual({ status: 409, code: "approval.used" });
    const seen = await harness.request("GET", `/v1/approvals/${id}`);
    const audited = await harness.request("GET", "/v1/audit?action=approval.code");
    expect(seen.text + audited.text).not.toContain(json.code);
  });
});

describe("POST /v1/approvals/{id}/execute", () => {
  const execute = (id: string, as = harness.ours.operator, json: unknown = {}) =>
    harness.request("POST", `/v1/approvals/${id}/execute`, { as, json });
  async function approvedButPaused(): Promise<string> {
    const id = await ask();
    harness.worker.onCall = () => problem("session.paused");
    expect((await answer(id, { answer: "once" })).json.problem.code).toBe("session.paused");
    harness.worker.onCall = () => framed(actionResult("computer_screen_size", { width: 1, height: 1 }));
    harness.worker.calls.length = 0;
    return id;
  }

  it("what could not be done when it was answered, for the requester", async () => {
    const id = await approvedButPaused();
    const done = await execute(id);
    expect([done.status, done.json.result]).toEqual([200, { width: 1, height: 1 }]);
    expect(harness.worker.calls.map(({ path, body }) => [path, body])).toEqual([
      [`/internal/approvals/${id}/execute`, {}],
    ]);
  });

  it("400 with parameters, 403 for a viewer and for another operator, 404 for another tenant's", async () => {
    const id = await approvedButPaused();
    const { id: principalId, key } = (
      await harness.request("POST", "/v1/keys", { json: { name: "other", role: "operator" } })
    ).json;
    const other: Caller = { ...harness.ours.operator, principalId, key };
    const statuses = [
      await execute(id, harness.ours.operator, { params: { x: 1 } }),
      await execute(id, harness.ours.viewer),
      await execute(id, other),
      await execute(id, harness.theirs.admin),
    ].map(({ status }) => status);
    expect(statuses).toEqual([400, 403, 403, 404]);
    expect(harness.worker.calls).toEqual([]);
  });

  it("409 for one that nobody answered, that was refused, and that is a task's own", async () => {
    const [pending, refused] = [await ask(), await ask()];
    await answer(refused, { answer: "no" });
    for (const id of [pending, refused])
      expect(codeOf(await execute(id))).toEqual({ status: 409, code: "resource.conflict" });
    const ofTask = await ask({ isTaskStep: true });
    await answer(ofTask, { answer: "once" });
    expect(codeOf(await execute(ofTask))).toEqual({ status: 409, code: "resource.conflict" });
    expect(harness.worker.calls).toEqual([]);
  });
});

describe("GET /v1/approvals", () => {
  it("by state, session, tool and requester", async () => {
    const id = await ask({ requestedBy: harness.ours.viewer });
    const { sessionId } = (await harness.request("GET", `/v1/approvals/${id}`)).json;
    const ids = async (query: string) =>
      (await harness.request("GET", `/v1/approvals?${query}`)).json.items.map((one: { id: string }) => one.id);
    expect(await ids(`sessionId=${sessionId}`)).toEqual([id]);
    expect(await ids(`requestedBy=${harness.ours.viewer.principalId}&state=pending`)).toEqual([id]);
    expect(await ids(`sessionId=${sessionId}&tool=computer_screen_size`)).toEqual([id]);
    expect(await ids(`sessionId=${sessionId}&tool=computer_mouse_click`)).toEqual([]);
    expect(await ids(`sessionId=${sessionId}&state=executed`)).toEqual([]);
  });
});

it("an approval is told by SSE and webhook: when it is asked for, answered, and when it expires, with the reason", async () => {
  const types = ["approval.requested", "approval.answered", "approval.expired"];
  const hook = (await harness.request("POST", "/v1/webhooks", { json: { url: "https://hooks.example/", types } })).json;
  const abort = new AbortController();
  const stream = await fetch(`${harness.url}/v1/events?types=${types.join(",")}`, {
    headers: { authorization: `Bearer ${harness.ours.viewer.key}` },
    signal: abort.signal,
  });
  const answered = await ask();
  await answer(answered, { answer: "no" });
  const late = await ask({ ttlSeconds: 0 });
  await harness.database.system((tx) => expireApprovals(tx));
  const expected = [
    ["approval.requested", answered],
    ["approval.answered", answered],
    ["approval.requested", late],
    ["approval.expired", late],
  ];
  let text = "";
  for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (new RegExp(`approval.expired.*${late}`).test(text) && text.endsWith("\n\n")) break;
  }
  abort.abort();
  const isOurs = ({ approvalId }: { approvalId: string }) => approvalId === answered || approvalId === late;
  const told = [...text.matchAll(/^data: (\{.*)$/gm)]
    .map(([, data]) => JSON.parse(data ?? ""))
    .filter(({ data }) => isOurs(data));
  expect(told.map(({ type, data }) => [type, data.approvalId])).toEqual(expected);
  expect(told.at(-1).data.because).toBe("time");
  const deliveries = (await harness.request("GET", `/v1/webhooks/${hook.id}/deliveries`)).json.items;
  const delivered = deliveries.map(({ eventType }: { eventType: string }) => eventType);
  expect(delivered).toEqual(expect.arrayContaining(types));
  expect(delivered.filter((type: string) => type !== "approval.expired")).toHaveLength(3);
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
    const versions = await harness.request("GET", "/v1/policies/fleet/versions");
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
