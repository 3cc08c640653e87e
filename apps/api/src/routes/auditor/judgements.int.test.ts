import { randomUUID } from "node:crypto";
import { addModelTokens, insertJudgement, type NewJudgement, overrideJudgement, takeModelCall } from "@deskfleet/store";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { newJudgement, PAYING } from "../../../../../test/support/store-fixture.ts";
import { type Caller, codeOf, type Harness, startHarness } from "../../testing/harness.ts";

let database: TestDatabase;
let harness: Harness;
let sessionId: string;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
  ({ id: sessionId } = await harness.openSession(harness.ours.operator));
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

async function judge(
  changes: Partial<NewJudgement> = {},
  caller: Caller = harness.ours.operator,
): Promise<NewJudgement> {
  const judgement = newJudgement({ sessionId, ...changes });
  const { tenantId } = caller;
  await harness.database.tenant(tenantId, (tx) => insertJudgement(tx, { ...judgement, tenantId }));
  return judgement;
}
const idsOf = async (query: string, as: Caller = harness.ours.viewer): Promise<string[]> =>
  (await harness.request("GET", `/v1/auditor/judgements?${query}`, { as })).json.items.map(
    ({ id }: { id: string }) => id,
  );
const report = (id: string, json: unknown, as: Caller = harness.ours.operator) =>
  harness.request("POST", `/v1/auditor/judgements/${id}/report`, { json, as });

describe("judgements", () => {
  it("are listed without their contexts, newest first, in pages, for viewers", async () => {
    const { id: own } = await harness.openSession(harness.ours.operator);
    const made: NewJudgement[] = [];
    for (let n = 0; n < 5; n += 1) made.unshift(await judge({ sessionId: own }));
    const pages: string[][] = [];
    for (let cursor = ""; ; ) {
      const path = `/v1/auditor/judgements?sessionId=${own}&limit=2${cursor && `&cursor=${cursor}`}`;
      const { items, nextCursor } = (await harness.request("GET", path, { as: harness.ours.viewer })).json;
      pages.push(items.map(({ id }: { id: string }) => id));
      expect(items[0]).toEqual({
        ...{ ...made.find(({ id }) => id === items[0].id), context: null },
        ...{ at: expect.stringMatching(/Z$/), overriddenBy: null, report: null },
      });
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    expect(pages).toEqual([[made[0]!.id, made[1]!.id], [made[2]!.id, made[3]!.id], [made[4]!.id]]);
  });

  it("are found by verdict, rule, mode, report, override and session, together", async () => {
    const approvalId = randomUUID();
    const evidence = [{ rule: "data.travels", version: 2, severity: "warn" as const, reason: "data on its way" }];
    const asked = await judge({ verdict: "warn", mode: "enforce", isEnforced: true, approvalId, evidence });
    const passed = await judge({ verdict: "pass", mode: "canary", evidence: [] });
    await harness.database.tenant(harness.ours.admin.tenantId, (tx) =>
      overrideJudgement(tx, { approvalId, by: "principal:x" }),
    );
    expect((await report(passed.id, { kind: "harmful" })).status).toBe(200);
    const found = async (query: string) => {
      const ids = await idsOf(`${query}&limit=200`);
      return [ids.includes(asked.id), ids.includes(passed.id)];
    };
    expect(await found("verdict=warn")).toEqual([true, false]);
    expect(await found("verdict=pass")).toEqual([false, true]);
    expect(await found("rule=data.travels")).toEqual([true, false]);
    expect(await found("rule=data.travel")).toEqual([false, false]);
    expect(await found("mode=canary")).toEqual([false, true]);
    expect(await found("report=harmful")).toEqual([false, true]);
    expect(await found("overridden=true")).toEqual([true, false]);
    expect(await found("overridden=false")).toEqual([false, true]);
    expect(await found(`sessionId=${randomUUID()}`)).toEqual([false, false]);
    expect(await idsOf("rule=data.travels&mode=enforce&verdict=warn&overridden=true")).toEqual([asked.id]);
    expect(await idsOf("rule=data.travels&mode=shadow")).toEqual([]);
  });

  it("are read one by one with the context that was judged", async () => {
    const judgement = await judge();
    const answer = await harness.request("GET", `/v1/auditor/judgements/${judgement.id}`, { as: harness.ours.viewer });
    expect([answer.status, answer.json.context]).toEqual([200, PAYING]);
    const broken = await judge({ context: { ...PAYING, page: { ...PAYING.page, text: "cut \ud83d, \0" } } });
    const { json } = await harness.request("GET", `/v1/auditor/judgements/${broken.id}`);
    expect(json.context.page.text).toBe("cut \ufffd, \ufffd");
  });

  it.each([
    ["verdict=perhaps", "/verdict"],
    ["mode=on", "/mode"],
    ["report=bad", "/report"],
    ["sessionId=7", "/sessionId"],
    ["overridden=1", "/overridden"],
    ["limit=0", "/limit"],
    ["cursor=x", "/cursor"],
    ["since=2030", "/since"],
  ])("are not listed by %s", async (query, path) => {
    const { status, json } = await harness.request("GET", `/v1/auditor/judgements?${query}`);
    expect([status, json.code, json.faults.map((fault: { path: string }) => fault.path)]).toEqual([
      ...[400, "request.invalid"],
      [path],
    ]);
  });

  it("of another tenant are in no list and no report", async () => {
    const { id } = await harness.openSession(harness.theirs.operator);
    const theirs = await judge({ sessionId: id }, harness.theirs.operator);
    expect(await idsOf("limit=200")).not.toContain(theirs.id);
    expect(await idsOf("", harness.theirs.viewer)).toEqual([theirs.id]);
    expect(await idsOf(`sessionId=${id}`)).toEqual([]);
    const { json } = await harness.request("GET", "/v1/auditor/report", { as: harness.theirs.viewer });
    expect(json.modes).toEqual([{ mode: "shadow", judged: 1, warned: 0, blocked: 1, overridden: 0, missed: 0 }]);
  });
});

describe("a report about an action", () => {
  it("is kept with who made it; the last one counts, and both are in the audit", async () => {
    const { id } = await judge();
    await report(id, { kind: "harmful", comment: "it paid twice" });
    const { status, json } = await report(id, { kind: "fine" }, harness.ours.admin);
    const by = `principal:${harness.ours.admin.principalId}`;
    expect([status, json.report]).toEqual([200, { kind: "fine", by, at: expect.stringMatching(/Z$/), comment: "" }]);
    const { json: audit } = await harness.request("GET", "/v1/audit?action=auditor.report&limit=2");
    expect(audit.items.map(({ params }: { params: unknown }) => params)).toEqual([
      { judgementId: id, sessionId, kind: "fine" },
      { judgementId: id, sessionId, kind: "harmful" },
    ]);
  });

  it("is for operators, of something that is there, and says harmful or fine", async () => {
    const { id } = await judge();
    expect(codeOf(await report(id, { kind: "fine" }, harness.ours.viewer))).toEqual({
      status: 403,
      code: "auth.forbidden",
    });
    expect(codeOf(await report(randomUUID(), { kind: "fine" }))).toEqual({ status: 404, code: "resource.not_found" });
    const faults = async (json: unknown) =>
      (await report(id, json)).json.faults.map(({ path }: { path: string }) => path);
    expect(await faults({ kind: "bad" })).toEqual(["/kind"]);
    expect(await faults({ kind: "fine", comment: "x".repeat(501) })).toEqual(["/comment"]);
    expect(await faults({ kind: "fine", by: "me" })).toEqual(["/by"]);
  });

  it("that cannot be recorded is not kept", async () => {
    const { id } = await judge();
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    await admin.query("revoke insert on audit_records from deskfleet_system");
    try {
      const refused = await report(id, { kind: "fine" });
      expect(codeOf(refused)).toEqual({ status: 503, code: "audit.unavailable" });
    } finally {
      await admin.query("grant insert on audit_records to deskfleet_system");
      await admin.end();
    }
    expect((await harness.request("GET", `/v1/auditor/judgements/${id}`)).json.report).toBeNull();
  });
});

describe("the report", () => {
  it("counts per rule and mode what fired, decided, was overridden and reported, and what the model did", async () => {
    const as = harness.theirs;
    const { id } = await harness.openSession(as.operator);
    const since = new Date().toISOString();
    const rule = (name: string, severity: "warn" | "block") => ({ rule: name, version: 1, severity, reason: "x" });
    const opinion = {
      outcome: "answered",
      verdict: "pass",
      reason: "",
      model: "m",
      durationMs: 1,
      tokensIn: 9,
      tokensOut: 2,
    } as const;
    const approvalId = randomUUID();
    const theirs = (changes: Partial<NewJudgement>) => judge({ sessionId: id, ...changes }, as.operator);
    await theirs({
      mode: "enforce",
      isEnforced: true,
      verdict: "block",
      evidence: [rule("a", "block"), rule("b", "warn")],
    });
    const asked = await theirs({
      mode: "enforce",
      isEnforced: true,
      verdict: "warn",
      approvalId,
      evidence: [rule("b", "warn")],
    });
    await theirs({ verdict: "warn", evidence: [rule("b", "warn")] });
    const missed = await theirs({ verdict: "pass", evidence: [], model: opinion });
    await theirs({ verdict: "warn", evidence: [rule("model", "warn")], model: { ...opinion, verdict: "warn" } });
    await theirs({
      verdict: "warn",
      evidence: [rule("model", "warn")],
      model: { ...opinion, verdict: "warn" },
      isFromCache: true,
    });
    await theirs({ verdict: "warn", evidence: [rule("model.late", "warn")], model: { ...opinion, outcome: "late" } });
    const { tenantId } = as.admin;
    await harness.database.tenant(tenantId, async (tx) => {
      await overrideJudgement(tx, { approvalId, by: "principal:x" });
      for (let call = 0; call < 3; call += 1) await takeModelCall(tx, { tenantId, callsPerHour: 10 });
      await addModelTokens(tx, { tenantId, tokensIn: 27, tokensOut: 6 });
    });
    await report(missed.id, { kind: "harmful" }, as.operator);
    await report(asked.id, { kind: "fine" }, as.operator);

    const { status, json } = await harness.request("GET", `/v1/auditor/report?since=${since}`, { as: as.viewer });
    expect(status).toBe(200);
    const none = { fired: 1, enforced: 0, overridden: 0, harmful: 0, fine: 0 };
    expect(json).toEqual({
      since,
      modes: [
        { mode: "enforce", judged: 2, warned: 1, blocked: 1, overridden: 1, missed: 0 },
        { mode: "shadow", judged: 5, warned: 4, blocked: 0, overridden: 0, missed: 1 },
      ],
      rules: [
        { rule: "b", mode: "enforce", fired: 2, enforced: 1, overridden: 1, harmful: 0, fine: 1 },
        { rule: "model", mode: "shadow", ...none, fired: 2 },
        { rule: "a", mode: "enforce", ...none, enforced: 1 },
        { rule: "b", mode: "shadow", ...none },
        { rule: "model.late", mode: "shadow", ...none },
      ],
      model: { calls: 3, raised: 1, unanswered: 1, tokensIn: 27, tokensOut: 6 },
    });
  });

  it("is empty where nothing was judged, and needs a time", async () => {
    const { json } = await harness.request("GET", "/v1/auditor/report?since=2100-01-01T00:00:00Z");
    const model = { calls: 0, raised: 0, unanswered: 0, tokensIn: 0, tokensOut: 0 };
    expect(json).toEqual({ since: "2100-01-01T00:00:00.000Z", modes: [], rules: [], model });
    const wrong = await harness.request("GET", "/v1/auditor/report?since=yesterday");
    expect([codeOf(wrong), wrong.json.faults[0].path]).toEqual([{ status: 400, code: "request.invalid" }, "/since"]);
  });
});
