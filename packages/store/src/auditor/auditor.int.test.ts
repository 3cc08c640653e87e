import { FleetError } from "@deskfleet/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  makeTenant,
  newJudgement,
  type StoreFixture,
  storeFixture,
  type TestTenant,
} from "../../../../test/support/store-fixture.ts";
import { newId } from "../ids.ts";
import { insertSession } from "../sessions.ts";
import { findJudgement, insertJudgement, overrideJudgement, reportJudgement } from "./judgements.ts";
import { addModelTokens, takeModelCall } from "./model-calls.ts";
import { activePacks, putPack, setActivePack } from "./packs.ts";

let store: StoreFixture;
let tenant: TestTenant;
let sessionId: string;
beforeAll(async () => {
  store = await storeFixture();
  tenant = await makeTenant(store.database, "mine");
  sessionId = await openSession(tenant);
});
afterAll(() => store.close());

async function openSession({ tenantId, principalId }: TestTenant): Promise<string> {
  const desktop = { image: "default", display: "1280x800", isolation: "container" } as const;
  const session = { tenantId, principalId, desktop, grants: [], idleTimeoutSeconds: 60 };
  return (await store.database.tenant(tenantId, (tx) => insertSession(tx, session))).id;
}
const mine = <T>(work: Parameters<typeof store.database.tenant<T>>[1]) => store.database.tenant(tenant.tenantId, work);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof FleetError ? error.code : String(error)),
  );

describe("a judgement", () => {
  it("is overridden by the first answer to the ask that it led to, and only that one", async () => {
    const [approvalId, other] = [newId(), newId()];
    const asked = newJudgement({ sessionId, verdict: "warn", approvalId });
    const besides = newJudgement({ sessionId, verdict: "warn", approvalId: other });
    await mine(async (tx) => {
      for (const one of [asked, besides]) await insertJudgement(tx, { ...one, tenantId: tenant.tenantId });
      for (const by of ["principal:a", "principal:b"]) await overrideJudgement(tx, { approvalId, by });
      await overrideJudgement(tx, { approvalId: newId(), by: "principal:a" });
    });
    const overriddenBy = async (id: string) => (await mine((tx) => findJudgement(tx, id)))?.overriddenBy;
    expect([await overriddenBy(asked.id), await overriddenBy(besides.id)]).toEqual(["principal:a", null]);
  });

  it("of another tenant is neither found nor reported nor overridden", async () => {
    const theirs = await makeTenant(store.database, "theirs");
    const approvalId = newId();
    const judgement = newJudgement({ sessionId: await openSession(theirs), approvalId });
    await store.database.tenant(theirs.tenantId, (tx) =>
      insertJudgement(tx, { ...judgement, tenantId: theirs.tenantId }),
    );
    expect(await mine((tx) => findJudgement(tx, judgement.id))).toBeNull();
    const report = { id: judgement.id, kind: "fine", by: "x", comment: "" } as const;
    expect(await codeOf(mine((tx) => reportJudgement(tx, report)))).toBe("resource.not_found");
    await mine((tx) => overrideJudgement(tx, { approvalId, by: "x" }));
    const left = await store.database.tenant(theirs.tenantId, (tx) => findJudgement(tx, judgement.id));
    expect([left?.overriddenBy, left?.report]).toEqual([null, null]);
  });

  it("of another tenant's session, or of none, cannot be written", async () => {
    const theirs = await makeTenant(store.database, "others");
    for (const session of [await openSession(theirs), newId()]) {
      const judgement = { ...newJudgement({ sessionId: session }), tenantId: tenant.tenantId };
      expect(await codeOf(mine((tx) => insertJudgement(tx, judgement)))).toBe("resource.not_found");
    }
  });

  it.each([
    "update auditor_judgements set verdict = 'pass'",
    "update auditor_judgements set context = null",
    "delete from auditor_judgements",
    "update auditor_packs set document = '{}'",
    "delete from auditor_packs",
    "update auditor_cases set expect = 'pass'",
  ])("and what is said in packs and cases stays as it was written: %s", async (statement) => {
    const failure: unknown = await mine((tx) => tx.execute(statement)).catch((error: unknown) => error);
    const message = failure instanceof FleetError ? String((failure.cause as Error).cause) : "it was done";
    expect(message).toMatch(/permission denied/);
  });
});

describe("calls of the model", () => {
  it("are let through up to the number of an hour, however many ask at once", async () => {
    const { tenantId } = await makeTenant(store.database, "callers");
    const take = (callsPerHour: number) =>
      store.database.tenant(tenantId, (tx) => takeModelCall(tx, { tenantId, callsPerHour }));
    expect(await take(0)).toBe(false);
    const taken = await Promise.all(Array.from({ length: 16 }, () => take(5)));
    expect(taken.filter(Boolean)).toHaveLength(5);
    expect([await take(5), await take(6), await take(6)]).toEqual([false, true, false]);
    await store.admin.query("update auditor_model_calls set hour = hour - interval '1 hour' where tenant_id = $1", [
      tenantId,
    ]);
    expect(await take(1)).toBe(true);
  });

  it("cost what their answers say, by hour", async () => {
    const { tenantId } = await makeTenant(store.database, "payers");
    await store.database.tenant(tenantId, async (tx) => {
      await addModelTokens(tx, { tenantId, tokensIn: 900, tokensOut: 40 });
      await takeModelCall(tx, { tenantId, callsPerHour: 9 });
      await addModelTokens(tx, { tenantId, tokensIn: 100, tokensOut: 2 });
    });
    const { rows } = await store.admin.query(
      "select calls, tokens_in::int, tokens_out::int from auditor_model_calls where tenant_id = $1",
      [tenantId],
    );
    expect(rows).toEqual([{ calls: 1, tokens_in: 1_000, tokens_out: 42 }]);
  });
});

describe("rule packs", () => {
  it("have one version in force at most, in the order of their names, and next versions whoever stores them", async () => {
    const { tenantId } = tenant;
    const put = (name: string) =>
      mine((tx) => putPack(tx, { tenantId, name, document: { rules: [] }, createdBy: "system" }));
    const versions = await Promise.all(["b", "b", "b", "b-1", "a"].map(put));
    expect(
      versions
        .filter(({ name }) => name === "b")
        .map(({ version }) => version)
        .toSorted(),
    ).toEqual([1, 2, 3]);
    for (const [name, version] of [
      ["b", 1],
      ["b", 3],
      ["b-1", 1],
      ["a", 1],
    ] as const)
      await mine((tx) => setActivePack(tx, { tenantId, name, version }));
    const active = async () => (await mine(activePacks)).map(({ name, version }) => `${name}@${version}`);
    expect(await active()).toEqual(["a@1", "b@3", "b-1@1"]);
    expect(await codeOf(mine((tx) => setActivePack(tx, { tenantId, name: "b", version: 4 })))).toBe(
      "resource.not_found",
    );
    await mine((tx) => setActivePack(tx, { tenantId, name: "b-1", version: null }));
    expect(await active()).toEqual(["a@1", "b@3"]);
  });
});
