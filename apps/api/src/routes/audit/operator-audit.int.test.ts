import { randomUUID } from "node:crypto";
import { AuditProof } from "@deskfleet/contracts";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { type Caller, codeOf, type Harness, startHarness } from "../../testing/harness.ts";

/** The fleet's operator reads the audit of every tenant, and each look stands in the operator's own chain. */
let database: TestDatabase;
let harness: Harness;
let admin: pg.Client;
let theirs: string;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
  admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  theirs = harness.theirs.admin.tenantId;
  for (const as of [harness.ours.admin, harness.theirs.admin])
    expect((await harness.request("POST", "/v1/stop", { as, json: { scope: "tenant" } })).status).toBe(202);
});
afterAll(async () => {
  await admin.end();
  await harness.close();
  await database.drop();
});

const PATHS = ["/v1/audit", "/v1/audit/verify", "/v1/audit/export"];
const get = (path: string, as: Caller) => harness.request("GET", path, { as });
const looks = async () => (await get("/v1/audit?action=audit.read", harness.operator)).json.items;

describe("another tenant's audit", () => {
  let before: unknown[];
  beforeEach(async () => {
    before = await looks();
  });

  it("403 for everybody but the operator's administrators, whether or not there is such a tenant", async () => {
    const { ours } = harness;
    for (const path of PATHS)
      for (const as of [ours.viewer, ours.operator, ours.approver, ours.admin])
        for (const tenantId of [theirs, randomUUID(), ours.admin.tenantId])
          expect(codeOf(await get(`${path}?tenantId=${tenantId}`, as)), path).toEqual({
            status: 403,
            code: "auth.forbidden",
          });
    expect((await get("/v1/audit?action=audit.read", ours.admin)).json.items).toEqual([]);
    expect(await looks()).toEqual(before);
  });

  it("403 for other roles of the operator's own tenant", async () => {
    const made = await harness.request("POST", "/v1/keys", {
      as: harness.operator,
      json: { name: "approver", role: "approver" },
    });
    const approver: Caller = { ...harness.operator, role: "approver", key: made.json.key };
    for (const path of [...PATHS.map((path) => `${path}?tenantId=${theirs}`), "/v1/tenants"])
      expect(codeOf(await get(path, approver))).toEqual({ status: 403, code: "auth.forbidden" });
  });

  it("404 for a tenant that there is not, 400 for what is no id; no look is recorded", async () => {
    for (const path of PATHS) {
      const missing = await get(`${path}?tenantId=${randomUUID()}`, harness.operator);
      expect(codeOf(missing)).toEqual({ status: 404, code: "resource.not_found" });
      const wrong = await get(`${path}?tenantId=theirs`, harness.operator);
      expect(codeOf(wrong)).toEqual({ status: 400, code: "request.invalid" });
    }
    expect(await looks()).toEqual(before);
  });

  it("is listed for the operator with its filters, as the tenant sees it; the look is in the operator's own chain", async () => {
    const own = (await get("/v1/audit?action=tenant.stop", harness.theirs.admin)).json;
    const page = await get(`/v1/audit?tenantId=${theirs}&action=tenant.stop&limit=1`, harness.operator);
    expect([page.status, page.json]).toEqual([200, own]);
    expect(page.json.items[0].tenantId).toBe(theirs);
    const [look] = await looks();
    expect(look).toMatchObject({
      ...{ chain: `tenant:${harness.operator.tenantId}`, tenantId: harness.operator.tenantId, kind: "event" },
      ...{ actor: `principal:${harness.operator.principalId}`, result: "ok" },
      params: { tenantId: theirs, read: "list", action: "tenant.stop" },
    });
    expect((await get("/v1/audit?action=audit.read", harness.theirs.admin)).json.items).toEqual([]);
  });

  it("is verified and exported likewise", async () => {
    const own = (await get("/v1/audit/verify", harness.theirs.admin)).json;
    const all = await get(`/v1/audit/verify?tenantId=${theirs}`, harness.operator);
    expect(all.json).toEqual(own);
    const chain = `tenant:${theirs}`;
    const one = await get(`/v1/audit/verify?tenantId=${theirs}&chain=${chain}`, harness.operator);
    expect(AuditProof.parse(one.json)).toMatchObject({ chain, isIntact: true, records: own.items[0].records });
    // Without the tenant it is the caller's own, as ever.
    expect((await get(`/v1/audit/verify?chain=${chain}`, harness.operator)).json.records).toBe(0);
    const lines = await get(`/v1/audit/export?tenantId=${theirs}`, harness.operator);
    expect(lines.text).toBe((await get("/v1/audit/export", harness.theirs.admin)).text);
    expect((await looks()).slice(0, 3).map(({ params }: { params: unknown }) => params)).toEqual([
      { tenantId: theirs, read: "export" },
      { tenantId: theirs, read: "verify", chain },
      { tenantId: theirs, read: "verify" },
    ]);
  });

  it("the operator's own leaves no look", async () => {
    for (const path of PATHS)
      expect((await get(`${path}?tenantId=${harness.operator.tenantId}`, harness.operator)).status).toBe(200);
    expect(await looks()).toEqual(before);
  });

  it("nothing is answered when the look cannot be recorded", async () => {
    await admin.query("revoke insert on audit_records from deskfleet_system");
    try {
      const refused = await Promise.all(PATHS.map((path) => get(`${path}?tenantId=${theirs}`, harness.operator)));
      expect(refused.map(codeOf)).toEqual(PATHS.map(() => ({ status: 503, code: "audit.unavailable" })));
    } finally {
      await admin.query("grant insert on audit_records to deskfleet_system");
    }
  });
});

describe("GET /v1/tenants", () => {
  it("403 for an administrator of another tenant", async () => {
    expect(codeOf(await get("/v1/tenants", harness.ours.admin))).toEqual({ status: 403, code: "auth.forbidden" });
  });

  it("has all of them for the operator, by name", async () => {
    const { items } = (await get("/v1/tenants", harness.operator)).json;
    expect(items).toContainEqual({ id: theirs, name: "theirs" });
    const names = items.map(({ name }: { name: string }) => name);
    expect(names).toEqual(names.toSorted());
    expect(items).toHaveLength(3);
  });
});
