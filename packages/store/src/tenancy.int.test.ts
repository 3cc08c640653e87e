import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  makeTenant,
  newAuditRecord,
  newJudgement,
  newTask,
  type StoreFixture,
  storeFixture,
  type TestTenant,
} from "../../../test/support/store-fixture.ts";
import { insertApproval } from "./approvals.ts";
import { insertArtifact } from "./artifacts.ts";
import { AuditWriter } from "./audit/audit-writer.ts";
import { insertCase } from "./auditor/cases.ts";
import { insertJudgement } from "./auditor/judgements.ts";
import { takeModelCall } from "./auditor/model-calls.ts";
import { putPack } from "./auditor/packs.ts";
import { beginAttempt } from "./begin-attempt.ts";
import { createConsoleSession } from "./console-sessions.ts";
import { insertGrant } from "./grants.ts";
import { withIdempotency } from "./idempotency.ts";
import { insertBatch } from "./insert-batch.ts";
import { insertTask } from "./insert-task.ts";
import { recordStep } from "./leases.ts";
import { findPolicy, putPolicy } from "./policies.ts";
import { insertProject } from "./projects.ts";
import { insertSessionFrame } from "./session-frames.ts";
import { insertSession } from "./sessions.ts";
import { createTicket, redeemTicket } from "./tickets.ts";

let store: StoreFixture;
let mine: TestTenant;
let theirs: TestTenant;

beforeAll(async () => {
  store = await storeFixture();
  mine = await makeTenant(store.database, "mine");
  theirs = await makeTenant(store.database, "theirs");
  await fillEveryTable(mine);
  await fillEveryTable(theirs);
});
afterAll(() => store.close());

/** One row at least in every table that has a tenant. */
async function fillEveryTable(tenant: TestTenant): Promise<void> {
  const { tenantId, principalId } = tenant;
  const principal = { id: principalId, tenantId, role: "operator" as const, name: "operator" };
  await store.admin.query(
    "insert into webhooks (id, tenant_id, url, types) values (gen_random_uuid(), $1, 'https://example.com/', '[]')",
    [tenantId],
  );
  await store.database.tenant(tenantId, async (tx) => {
    await createConsoleSession(tx, { principal, ttlSeconds: 60 });
    const { id: taskId } = await insertTask(tx, newTask(tenant));
    const begun = await beginAttempt(tx, { taskId, workerId: "w1", leaseMs: 60_000 });
    await recordStep(tx, { attemptId: begun!.attempt.id, token: begun!.fencingToken, step: "save", saved: {} });
    await insertBatch(tx, {
      ...newTask(tenant),
      workflow: tenant.workflow,
      reference: "b",
      rows: [{ a: 1 }],
      concurrency: 1,
    });
    const desktop = begun!.workflow.desktop;
    const { id: sessionId } = await insertSession(tx, {
      tenantId,
      principalId,
      desktop,
      grants: [],
      idleTimeoutSeconds: 60,
    });
    await createTicket(tx, { sessionId, principalId, mode: "view", ttlSeconds: 60 });
    await insertApproval(tx, {
      tenantId,
      sessionId,
      taskId,
      tool: "click",
      params: {},
      digest: "d",
      frozen: {},
      codeSha256: null,
      evaluation: {
        outcome: "ask",
        risk: "R2_LOCAL_STATE",
        verdicts: [],
        decisive: { gate: "consent", outcome: "ask", code: "c", reason: "r", layer: "default" },
      },
      requestedBy: `principal:${principalId}`,
      ttlSeconds: 60,
    });
    await insertGrant(tx, {
      tenantId,
      principalId,
      grant: "write",
      scope: "tenant",
      sessionId: null,
      layer: "tenant",
      givenBy: "system",
      expiresAt: null,
    });
    await putPolicy(tx, { tenantId, document: {}, comment: "", createdBy: "system" });
    await insertProject(tx, { tenantId, name: "orders", createdBy: principalId });
    await insertArtifact(tx, {
      tenantId,
      taskId,
      sessionId,
      kind: "frame",
      name: "f.png",
      contentType: "image/png",
      content: Buffer.from("x"),
    });
    await insertSessionFrame(tx, {
      ...{ tenantId, sessionId, at: new Date().toISOString(), cause: "action", actionId: null, status: "kept" },
      ...{ width: 1, height: 1, sha256: "0".repeat(64), masked: [], content: Buffer.from("x") },
    });
    const judgement = newJudgement({ sessionId });
    await insertJudgement(tx, { ...judgement, tenantId });
    const createdBy = `principal:${principalId}`;
    await insertCase(tx, { tenantId, judgementId: judgement.id, expect: "block", comment: "", createdBy });
    await putPack(tx, { tenantId, name: "orders", document: { rules: [] }, createdBy });
    await takeModelCall(tx, { tenantId, callsPerHour: 1 });
  });
  await withIdempotency(store.database, { tenantId, key: "k", route: "r", bodySha256: "h" }, async () => 1);
  const writer = new AuditWriter(store);
  await writer.append(newAuditRecord(tenantId, `chain-of-${tenantId}`));
  await writer.close();
}

async function tenantTables(): Promise<{ name: string; isEnabled: boolean; isForced: boolean }[]> {
  const { rows } = await store.admin.query(`
    select c.relname as name, c.relrowsecurity as "isEnabled", c.relforcerowsecurity as "isForced" from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and (c.relname = 'tenants' or exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id'))
    order by 1`);
  return rows;
}

async function query(role: "tenant" | "system", sql: string, tenantId = mine.tenantId) {
  const client = await store.admin.connect();
  try {
    await client.query(
      `begin; set local role deskfleet_${role}; set local app.tenant = '${role === "tenant" ? tenantId : ""}'`,
    );
    return await client.query(sql);
  } finally {
    await client.query("rollback");
    client.release();
  }
}

describe("row-level security", () => {
  it("is enabled and forced on every table with a tenant", async () => {
    const tables = await tenantTables();
    expect(tables.length).toBeGreaterThanOrEqual(20);
    expect(tables.filter(({ isEnabled, isForced }) => !isEnabled || !isForced)).toEqual([]);
  });

  it("shows in every table rows to their tenant only, however they are asked for", async () => {
    for (const { name } of await tenantTables()) {
      const column = name === "tenants" ? "id" : "tenant_id";
      const all = await query("system", `select 1 from ${name} where ${column} = '${theirs.tenantId}'`);
      const other = await query("tenant", `select 1 from ${name} where ${column} = '${theirs.tenantId}'`);
      const own = await query("tenant", `select 1 from ${name} where ${column} = '${mine.tenantId}'`);
      expect([name, all.rowCount! > 0, other.rowCount, own.rowCount! > 0]).toEqual([name, true, 0, true]);
    }
  });

  it("shows nothing when no tenant is set", async () => {
    for (const { name } of await tenantTables()) {
      const client = await store.admin.connect();
      try {
        await client.query("begin; set local role deskfleet_tenant");
        const { rowCount } = await client.query(
          `select 1 from ${name} where ${name === "policies" ? "tenant_id is not null" : "true"}`,
        );
        expect([name, rowCount]).toEqual([name, 0]);
      } finally {
        await client.query("rollback");
        client.release();
      }
    }
  });

  it("lets no tenant change or delete a row of another", async () => {
    for (const { name } of await tenantTables()) {
      const column = name === "tenants" ? "id" : "tenant_id";
      for (const statement of [
        `update ${name} set ${column} = ${column} where ${column} = '${theirs.tenantId}'`,
        `delete from ${name} where ${column} = '${theirs.tenantId}'`,
      ]) {
        const touched = await query("tenant", statement).then(
          ({ rowCount }) => rowCount,
          (error: { code: string }) => error.code,
        );
        expect([statement, [0, "42501"].includes(touched as never)]).toEqual([statement, true]);
      }
    }
  });

  it.each([
    ["a task", () => store.database.tenant(mine.tenantId, (tx) => insertTask(tx, newTask(theirs)))],
    [
      "a policy",
      () =>
        store.database.tenant(mine.tenantId, (tx) =>
          putPolicy(tx, { tenantId: theirs.tenantId, document: {}, comment: "", createdBy: "x" }),
        ),
    ],
    [
      "the fleet's policy",
      () =>
        store.database.tenant(mine.tenantId, (tx) =>
          putPolicy(tx, { tenantId: null, document: {}, comment: "", createdBy: "x" }),
        ),
    ],
  ])("refuses %s that is written for somebody else", async (_what, write) => {
    await expect(write()).rejects.toMatchObject({
      code: "internal",
      message: "internal: unexpected error of the store",
    });
  });

  it("refuses a reference to another tenant's workflow, which a plain foreign key would accept", async () => {
    const task = newTask(mine, { workflow: theirs.workflow });
    await expect(store.database.tenant(mine.tenantId, (tx) => insertTask(tx, task))).rejects.toMatchObject({
      code: "resource.not_found",
    });
  });

  it("lets every tenant read the fleet's policy", async () => {
    const document = { limits: { concurrentTasks: 7 } };
    await store.database.system((tx) => putPolicy(tx, { tenantId: null, document, comment: "", createdBy: "system" }));
    const fleet = await store.database.tenant(mine.tenantId, (tx) => findPolicy(tx, { tenantId: null }));
    expect([fleet?.layer, fleet?.document]).toEqual(["fleet", document]);
  });

  it("gives the roles no more than they need", async () => {
    const { rows } = await store.admin.query(`
      select grantee, table_name, privilege_type from information_schema.role_table_grants
      where grantee in ('deskfleet_tenant', 'deskfleet_system') and table_schema = 'public' and privilege_type in ('DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER')
      order by 1, 2`);
    expect(rows.map((row) => `${row.grantee} ${row.privilege_type} ${row.table_name}`)).toEqual([
      "deskfleet_system DELETE artifacts",
      "deskfleet_system DELETE auditor_judgements",
      "deskfleet_system DELETE auditor_model_calls",
      "deskfleet_system DELETE console_sessions",
      "deskfleet_system DELETE events",
      "deskfleet_system DELETE idempotency_keys",
      "deskfleet_system DELETE session_frames",
      "deskfleet_system DELETE tickets",
      "deskfleet_system DELETE webhook_deliveries",
      "deskfleet_system DELETE workers",
      // Its own regression cases, which hold what a screen showed.
      "deskfleet_tenant DELETE auditor_cases",
    ]);
    const { rows: judged } = await store.admin.query(`
      select table_name, column_name from information_schema.role_column_grants
      where grantee in ('deskfleet_tenant', 'deskfleet_system') and privilege_type = 'UPDATE'
        and table_name in ('auditor_judgements', 'auditor_cases', 'auditor_packs') order by 1, 2`);
    expect(judged.map((row) => `${row.table_name} ${row.column_name}`)).toEqual([
      ...["auditor_judgements overridden_by", "auditor_judgements report_comment", "auditor_judgements report_kind"],
      ...["auditor_judgements reported_at", "auditor_judgements reported_by", "auditor_packs is_active"],
    ]);
    const { rows: audit } = await store.admin.query(`
      select grantee, privilege_type from information_schema.role_table_grants
      where table_name = 'audit_records' and grantee in ('deskfleet_tenant', 'deskfleet_system') and table_schema = 'public' order by 1, 2`);
    expect(audit.map((row) => `${row.grantee} ${row.privilege_type}`)).toEqual([
      "deskfleet_system INSERT",
      "deskfleet_system SELECT",
      "deskfleet_tenant SELECT",
    ]);
  });

  it("answers a foreign session's ticket like a missing one", async () => {
    const { rows } = await store.admin.query("select id from sessions where tenant_id = $1", [theirs.tenantId]);
    const ticket = { sessionId: rows[0].id, principalId: mine.principalId, mode: "view" as const, ttlSeconds: 60 };
    await expect(store.database.tenant(mine.tenantId, (tx) => createTicket(tx, ticket))).rejects.toMatchObject({
      code: "resource.not_found",
    });
    expect(await store.database.system((tx) => redeemTicket(tx, "unknown"))).toBeNull();
  });
});
