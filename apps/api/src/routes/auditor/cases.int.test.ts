import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { AuditCase } from "@deskfleet/contracts";
import { AUDIT_CASES_MAX, insertJudgement, type NewJudgement } from "@deskfleet/store";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { newJudgement, PAYING } from "../../../../../test/support/store-fixture.ts";
import { type Caller, codeOf, type Harness, startHarness } from "../../testing/harness.ts";

const ROOT = fileURLToPath(new URL("../../../../../", import.meta.url));
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

async function judge(changes: Partial<NewJudgement> = {}): Promise<string> {
  const { tenantId } = harness.ours.operator;
  const judgement = newJudgement({ sessionId, ...changes });
  await harness.database.tenant(tenantId, (tx) => insertJudgement(tx, { ...judgement, tenantId }));
  return judgement.id;
}
const make = (json: unknown, options: { as?: Caller; headers?: Record<string, string> } = {}) =>
  harness.request("POST", "/v1/auditor/cases", { json, ...options });
const remove = (id: string, as?: Caller) =>
  harness.request("DELETE", `/v1/auditor/cases/${id}`, as === undefined ? {} : { as });

/** What `npm run -s corpus -- cases FILE` prints of these lines. */
async function corpusVerdicts(text: string): Promise<{ id: string; verdict: string }[]> {
  const file = join(tmpdir(), `cases-${randomUUID()}.jsonl`);
  await writeFile(file, text);
  const command = ["--conditions=source", "--import", "tsx", "infra/corpus.ts", "cases", file];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: ROOT, timeout: 60_000 });
    return stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .map(({ id, verdict }) => ({ id, verdict }));
  } finally {
    await rm(file);
  }
}

describe("a case", () => {
  it("is made of a judgement with one call, and recorded", async () => {
    const judgementId = await judge();
    const answer = await make({ judgementId, expect: "warn", comment: "a person should be asked" });
    expect([answer.status, AuditCase.parse(answer.json)]).toEqual([
      201,
      {
        ...{ id: answer.json.id, judgementId, expect: "warn", comment: "a person should be asked", context: PAYING },
        ...{ createdAt: answer.json.createdAt, createdBy: `principal:${harness.ours.admin.principalId}` },
      },
    ]);
    const { json: audit } = await harness.request("GET", "/v1/audit?action=auditor.create_case&limit=1");
    expect(audit.items[0].params).toEqual({ caseId: answer.json.id, judgementId, expect: "warn" });
  });

  it("is made once of a judgement; the same request with its key gets it again", async () => {
    const judgementId = await judge();
    const body = { judgementId, expect: "pass" };
    const headers = { "idempotency-key": "a-case" };
    const [first, again] = [await make(body, { headers }), await make(body, { headers })];
    expect([first.status, again.status, again.json]).toEqual([201, 201, first.json]);
    expect(codeOf(await make(body))).toEqual({ status: 409, code: "resource.conflict" });
    expect(codeOf(await make({ ...body, expect: "warn" }, { headers })).code).toBe("idempotency.mismatch");
  });

  it("is for administrators, of a judgement with a context", async () => {
    const judgementId = await judge();
    for (const as of [harness.ours.viewer, harness.ours.operator, harness.ours.approver])
      expect(codeOf(await make({ judgementId, expect: "pass" }, { as }))).toEqual({
        status: 403,
        code: "auth.forbidden",
      });
    const missing = await make({ judgementId: randomUUID(), expect: "pass" });
    expect(codeOf(missing)).toEqual({ status: 404, code: "resource.not_found" });
    const empty = await make({ judgementId: await judge({ context: null }), expect: "pass" });
    expect(codeOf(empty)).toEqual({ status: 409, code: "resource.conflict" });
  });

  it.each([
    [{ expect: "pass" }, "/judgementId"],
    [{ judgementId: "7", expect: "pass" }, "/judgementId"],
    [{ judgementId: randomUUID(), expect: "allow" }, "/expect"],
    [{ judgementId: randomUUID(), expect: "pass", comment: "x".repeat(501) }, "/comment"],
    [{ judgementId: randomUUID(), expect: "pass", context: {} }, "/context"],
  ])("is not made of %j", async (body, path) => {
    const { status, json } = await make(body);
    expect([status, json.code, json.faults[0].path]).toEqual([400, "request.invalid", path]);
  });

  it("is deleted by administrators, and recorded; its judgement stays, and can be made a case again", async () => {
    const judgementId = await judge();
    const { id } = (await make({ judgementId, expect: "pass" })).json;
    expect(codeOf(await remove(id, harness.ours.operator))).toEqual({ status: 403, code: "auth.forbidden" });
    expect((await remove(id)).status).toBe(200);
    expect(codeOf(await remove(id))).toEqual({ status: 404, code: "resource.not_found" });
    const { json: audit } = await harness.request("GET", "/v1/audit?action=auditor.delete_case&limit=1");
    expect(audit.items[0].params).toEqual({ caseId: id, judgementId, expect: "pass" });
    expect((await make({ judgementId, expect: "block" })).status).toBe(201);
  });

  it("outlives its judgement", async () => {
    const judgementId = await judge();
    const { id } = (await make({ judgementId, expect: "pass" })).json;
    await harness.database.system((tx) => tx.execute(`delete from auditor_judgements where id = '${judgementId}'`));
    const { items } = (await harness.request("GET", "/v1/auditor/cases?limit=200")).json;
    expect(items.find((one: AuditCase) => one.id === id)).toMatchObject({ judgementId, context: PAYING });
  });
});

describe("cases", () => {
  it("are paged, newest first, and exported as lines that the corpus command judges", async () => {
    const { tenantId } = harness.ours.admin;
    for (let n = 0; n < 3; n += 1) await make({ judgementId: await judge(), expect: "block" });
    const listed: AuditCase[] = [];
    for (let cursor = ""; ; ) {
      const path = `/v1/auditor/cases?limit=2${cursor && `&cursor=${cursor}`}`;
      const { items, nextCursor } = (await harness.request("GET", path, { as: harness.ours.viewer })).json;
      expect(items.length).toBeLessThanOrEqual(2);
      listed.push(...items);
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    const ids = listed.map(({ id }) => id);
    expect(ids.toSorted().toReversed()).toEqual(ids);
    const { headers, text } = await harness.request("GET", "/v1/auditor/cases.jsonl", { as: harness.ours.viewer });
    expect(headers.get("content-type")).toContain("application/jsonl");
    const lines = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map((line) => AuditCase.parse(line))).toEqual(listed.toReversed());
    const verdicts = await corpusVerdicts(text);
    expect(verdicts).toEqual(lines.map(({ id }) => ({ id, verdict: "block" })));

    const theirs = await harness.request("GET", "/v1/auditor/cases.jsonl", { as: harness.theirs.admin });
    expect([theirs.status, theirs.text]).toEqual([200, ""]);
    expect(tenantId).not.toBe(harness.theirs.admin.tenantId);
  });

  it("end at a number that can still be replayed", async () => {
    const { tenantId } = harness.theirs.admin;
    const { id } = await harness.openSession(harness.theirs.operator);
    const judgement = newJudgement({ sessionId: id });
    await harness.database.tenant(tenantId, (tx) => insertJudgement(tx, { ...judgement, tenantId }));
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    await admin.query(
      `insert into auditor_cases (id, tenant_id, expect, comment, context, created_by)
       select gen_random_uuid(), $1, 'pass', '', '{}', 'x' from generate_series(1, $2::int)`,
      [tenantId, AUDIT_CASES_MAX],
    );
    const full = await make({ judgementId: judgement.id, expect: "pass" }, { as: harness.theirs.admin });
    expect(codeOf(full)).toEqual({ status: 409, code: "resource.conflict" });
    await admin.query("delete from auditor_cases where tenant_id = $1", [tenantId]);
    await admin.end();
  });
});
