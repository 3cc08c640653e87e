import {
  createTenant,
  insertArtifact,
  insertCase,
  insertJudgement,
  insertSession,
  insertSessionFrame,
  putPolicy,
} from "@deskfleet/store";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newJudgement, PAYING } from "../../../../test/support/store-fixture.ts";
import { forgetRecordings } from "./forget-recordings.ts";
import { type TestFleet, testFleet } from "./testing-fleet.ts";
import { startTestWorker, type TestWorker } from "./testing-worker.ts";

let fleet: TestFleet;
const workers: TestWorker[] = [];
beforeEach(async () => {
  fleet = await testFleet();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.close();
  await fleet.close();
});

/** A tenant whose recordings are kept for so many days; null: its policy says nothing of it. */
async function makeTenant(name: string, recording: object | null): Promise<{ tenantId: string; sessionId: string }> {
  return fleet.database.system(async (tx) => {
    const tenantId = await createTenant(tx, name);
    const document = recording === null ? {} : { recording };
    await putPolicy(tx, { tenantId, document, comment: "", createdBy: "system" });
    const desktop = { image: "default", display: "1280x800", isolation: "container" } as const;
    const owner = { tenantId, principalId: fleet.principalId };
    const { id } = await insertSession(tx, { ...owner, desktop, grants: [], idleTimeoutSeconds: 900 });
    return { tenantId, sessionId: id };
  });
}
const putFleetPolicy = (document: object) =>
  fleet.database.system((tx) => putPolicy(tx, { tenantId: null, document, comment: "", createdBy: "system" }));

/** A recorded frame, one that a task kept, and a file of that age, each named by it. */
async function keep({ tenantId, sessionId }: { tenantId: string; sessionId: string }, age: string): Promise<void> {
  const content = Buffer.alloc(40);
  const names = await fleet.database.tenant(tenantId, async (tx) => {
    const { id } = await insertSessionFrame(tx, {
      ...{ tenantId, sessionId, at: new Date().toISOString(), cause: "start", actionId: null },
      ...{ status: "kept", width: 2, height: 2, sha256: age, masked: [], content },
    });
    const file = { tenantId, taskId: null, sessionId, name: age, contentType: "image/png", content };
    const [frame, other] = [
      await insertArtifact(tx, { ...file, kind: "frame" }),
      await insertArtifact(tx, { ...file, kind: "file" }),
    ];
    return [id, frame.id, other.id];
  });
  for (const table of ["session_frames", "artifacts"])
    await fleet.query(`update ${table} set created_at = now() - $1::interval where id = any($2)`, [age, names]);
}

const LEFT = `select 'recorded' as kind, sha256 as age, created_at from session_frames where tenant_id = $1
  union all select kind, name, created_at from artifacts where tenant_id = $1 order by kind, created_at`;
async function left({ tenantId }: { tenantId: string }): Promise<string[]> {
  const rows = await fleet.query<{ kind: string; age: string }>(LEFT, [tenantId]);
  return rows.map(({ kind, age }) => `${kind} ${age}`);
}
const warnings: unknown[] = [];
const ignore = () => undefined;
const log = { debug: ignore, info: ignore, error: ignore, warn: (details: object) => void warnings.push(details) };
const run = (isLeading = () => true) => forgetRecordings({ database: fleet.database, log, isLeading });

describe("nothing is removed", () => {
  beforeEach(() => warnings.splice(0));

  it("of a tenant whose policy cannot be read; another tenant's goes", async () => {
    const broken = await makeTenant("broken", { retentionDays: 0 });
    const fine = await makeTenant("fine", { retentionDays: 7 });
    for (const tenant of [broken, fine]) await keep(tenant, "400 days");
    await run();
    expect(await left(broken)).toEqual(["file 400 days", "frame 400 days", "recorded 400 days"]);
    expect(await left(fine)).toEqual(["file 400 days"]);
    expect(warnings).toEqual([{ tenantId: broken.tenantId, err: expect.objectContaining({ code: "policy.invalid" }) }]);
  });

  it("of anybody while the fleet's policy cannot be read", async () => {
    const tenant = await makeTenant("a", { retentionDays: 1 });
    await keep(tenant, "400 days");
    await putFleetPolicy({ recording: { retentionDays: "a week" } });
    await run();
    expect(await left(tenant)).toHaveLength(3);
  });

  it("by a worker that does not lead any more", async () => {
    const tenant = await makeTenant("a", { retentionDays: 1 });
    await keep(tenant, "400 days");
    await run(() => false);
    expect(await left(tenant)).toHaveLength(3);
  });
});

describe("what is removed", () => {
  it("is each tenant's own, by its own days; files and what is young stay", async () => {
    const week = await makeTenant("a week", { retentionDays: 7 });
    const day = await makeTenant("a day", { retentionDays: 1 });
    const silent = await makeTenant("thirty days", null);
    for (const tenant of [week, day, silent])
      for (const age of ["31 days", "29 days", "8 days", "6 days", "25 hours", "23 hours"]) await keep(tenant, age);
    await run();
    const frames = async (tenant: typeof week) => (await left(tenant)).filter((name) => !name.startsWith("file"));
    const both = (...ages: string[]) => ["frame", "recorded"].flatMap((kind) => ages.map((age) => `${kind} ${age}`));
    expect(await frames(week)).toEqual(both("6 days", "25 hours", "23 hours"));
    expect(await frames(day)).toEqual(both("23 hours"));
    expect(await frames(silent)).toEqual(both("29 days", "8 days", "6 days", "25 hours", "23 hours"));
    for (const tenant of [week, day, silent])
      expect((await left(tenant)).length - (await frames(tenant)).length).toBe(6);
  });

  it("is what the fleet's policy says where that keeps less", async () => {
    const tenant = await makeTenant("a week", { retentionDays: 7 });
    await putFleetPolicy({ recording: { retentionDays: 2 } });
    for (const age of ["3 days", "1 day"]) await keep(tenant, age);
    await run();
    expect(await left(tenant)).toEqual(["file 3 days", "file 1 day", "frame 1 day", "recorded 1 day"]);
  });

  it("are the auditor's judgements, too, in more than one chunk; cases made of them stay, with their contexts", async () => {
    const [week, silent] = [await makeTenant("a week", { retentionDays: 7 }), await makeTenant("thirty days", null)];
    for (const { tenantId, sessionId } of [week, silent]) {
      await fleet.database.tenant(tenantId, async (tx) => {
        const [old, young] = [newJudgement({ sessionId }), newJudgement({ sessionId })];
        for (const one of [old, young]) await insertJudgement(tx, { ...one, tenantId });
        await insertCase(tx, { tenantId, judgementId: old.id, expect: "block", comment: "", createdBy: "system" });
        return old.id;
      });
      const judged = [tenantId, sessionId];
      await fleet.query(
        `update auditor_judgements set at = now() - interval '8 days' where id in (select judgement_id from auditor_cases where tenant_id = $1)`,
        [tenantId],
      );
      await fleet.query(
        `insert into auditor_judgements (id, tenant_id, session_id, at, tool, mode, is_enforced, verdict, evidence, rules_version, is_from_cache)
         select gen_random_uuid(), $1, $2, now() - interval '9 days', 'click', 'shadow', false, 'pass', '[]', 'x', false from generate_series(1, 250)`,
        judged,
      );
    }
    await run();
    const count = async ({ tenantId }: { tenantId: string }) =>
      (
        await fleet.query<{ n: number }>("select count(*)::int as n from auditor_judgements where tenant_id = $1", [
          tenantId,
        ])
      )[0]!.n;
    expect([await count(week), await count(silent)]).toEqual([1, 252]);
    const contexts = await fleet.query("select context from auditor_cases where tenant_id = $1", [week.tenantId]);
    expect(contexts).toEqual([{ context: PAYING }]);
  });

  it("is more than one chunk", async () => {
    const tenant = await makeTenant("a", { retentionDays: 7 });
    await keep(tenant, "8 days");
    await fleet.query(
      `insert into session_frames (id, tenant_id, session_id, at, cause, status, width, height, sha256, masked, content_bytes, created_at)
       select gen_random_uuid(), $1, $2, now(), 'action', 'hash', 2, 2, 'hash', '[]', 0, now() - interval '9 days' from generate_series(1, 450)`,
      [tenant.tenantId, tenant.sessionId],
    );
    await run();
    expect(await left(tenant)).toEqual(["file 8 days"]);
  });
});

it("the worker that leads does it, at first and again", async () => {
  const tenant = await makeTenant("a", { retentionDays: 7 });
  const untilLeft = (expected: readonly string[]) =>
    vi.waitFor(async () => expect(await left(tenant)).toEqual(expected), { timeout: 20_000 });
  await keep(tenant, "8 days");
  await keep(tenant, "6 days");
  const worker = await startTestWorker({ databaseUrl: fleet.url, workerId: "one", slots: 1, times: { forgetMs: 100 } });
  workers.push(worker);
  const young = ["frame 6 days", "recorded 6 days"];
  await untilLeft(["file 8 days", "file 6 days", ...young]);
  await keep(tenant, "9 days");
  await untilLeft(["file 9 days", "file 8 days", "file 6 days", ...young]);
});
