import { AuditProof, type Evaluation, type Verdict } from "@deskfleet/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { auditEvent } from "../../audit-event.ts";
import { codeOf, type Harness, startHarness } from "../../testing/harness.ts";

let database: TestDatabase;
let harness: Harness;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
  // Two records of our tenant's own chain, and one of another tenant.
  for (const as of [harness.ours.admin, harness.ours.admin, harness.theirs.admin])
    expect((await harness.request("POST", "/v1/stop", { as, json: { scope: "tenant" } })).status).toBe(202);
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

async function exported(query = ""): Promise<{ type: string | null; lines: Record<string, unknown>[] }> {
  const headers = { authorization: `Bearer ${harness.ours.viewer.key}` };
  const answer = await fetch(`${harness.url}/v1/audit/export${query}`, { headers });
  const text = await answer.text();
  expect(text === "" || text.endsWith("\n")).toBe(true);
  return {
    type: answer.headers.get("content-type"),
    lines: text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line)),
  };
}

it("400 for a filter that is none, in the list and the export alike", async () => {
  for (const path of ["/v1/audit?result=maybe", "/v1/audit/export?result=maybe", "/v1/audit/export?from=yesterday"])
    expect(codeOf(await harness.request("GET", path))).toEqual({ status: 400, code: "request.invalid" });
});

it("the export is a JSON line for each record, oldest first, with all that a reviewer asks for, of this tenant only", async () => {
  const { type, lines } = await exported();
  expect(type).toBe("application/jsonl; charset=utf-8");
  expect(lines.map(({ tenantId }) => tenantId)).toEqual(Array(2).fill(harness.ours.admin.tenantId));
  for (const name of ["timestamp", "action", "actor", "params", "result", "reason", "duration", "frame"])
    expect(lines[0]).toHaveProperty(name);
  expect(lines[1]?.previousHash).toBe(lines[0]?.hash);
  const times = lines.map(({ timestamp }) => String(timestamp));
  expect(times).toEqual([...times].sort());
  expect((await exported("?action=nothing.happened")).lines).toEqual([]);
});

it("the list has the same records, newest first, over pages", async () => {
  const { lines } = await exported();
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { json } = await harness.request("GET", `/v1/audit?limit=1${cursor && `&cursor=${cursor}`}`);
    seen.unshift(...json.items.map(({ id }: { id: string }) => id));
    cursor = json.nextCursor;
  }
  expect(seen).toEqual(lines.map(({ id }) => id));
});

it("verify proves every chain of the tenant, and one by its name", async () => {
  const { json } = await harness.request("GET", "/v1/audit/verify");
  expect(json).toMatchObject({ isIntact: true, items: [{ isIntact: true, fault: null, openIntents: 0 }] });
  const [first] = json.items;
  const one = await harness.request("GET", `/v1/audit/verify?chain=${encodeURIComponent(first.chain)}`);
  expect(AuditProof.parse(one.json)).toEqual(first);
});

it("finds by who did it and by what the gates decided, in the list and the export alike", async () => {
  const { admin, operator } = harness.ours;
  const decisive: Verdict = {
    gate: "path",
    outcome: "deny",
    code: "path.outside",
    reason: "outside",
    layer: "default",
  };
  const evaluation: Evaluation = { outcome: "deny", decisive, verdicts: [decisive], risk: "R0_READ" };
  const principal = { id: operator.principalId, tenantId: operator.tenantId, role: operator.role, name: "operator" };
  const record = auditEvent(principal, { action: "computer_file_read", params: {} });
  await harness.api.services.audit.append({ ...record, evaluation, result: "denied" });
  const found = async (query: string) => {
    const { json } = await harness.request("GET", `/v1/audit?${query}`);
    const listed = json.items.map(({ action }: { action: string }) => action);
    expect((await exported(`?${query}`)).lines.map(({ action }) => action).toReversed()).toEqual(listed);
    return listed;
  };
  expect(await found("verdict=deny")).toEqual(["computer_file_read"]);
  expect(await found("verdict=ask")).toEqual([]);
  expect(await found(`actor=principal:${operator.principalId}`)).toEqual(["computer_file_read"]);
  expect(await found(`actor=principal:${admin.principalId}`)).toEqual(["tenant.stop", "tenant.stop"]);
  expect(codeOf(await harness.request("GET", "/v1/audit?verdict=maybe"))).toEqual({
    status: 400,
    code: "request.invalid",
  });
});
