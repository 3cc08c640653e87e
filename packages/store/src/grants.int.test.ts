import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeTenant, type StoreFixture, storeFixture, type TestTenant } from "../../../test/support/store-fixture.ts";
import { findGrants, heldGrants, insertGrant, type NewGrant } from "./grants.ts";
import { newId } from "./ids.ts";
import { insertProject } from "./projects.ts";
import { revokeGrant, revokeGrants, useUpGrant } from "./revoke-grants.ts";
import { insertSession } from "./sessions.ts";
import { listenSignals } from "./signals.ts";

let store: StoreFixture;
let tenant: TestTenant;
let sessionId: string;
let projectId: string;
beforeAll(async () => {
  store = await storeFixture();
});
afterAll(() => store.close());
beforeEach(async () => {
  tenant = await makeTenant(store.database, newId());
  projectId = await newProject();
  sessionId = await newSession(projectId);
});

const inTenant: StoreFixture["database"]["system"] = (work) => store.database.tenant(tenant.tenantId, work);
const newProject = async (): Promise<string> => {
  const { tenantId, principalId } = tenant;
  const input = { tenantId, name: `p-${newId().slice(-12)}`, createdBy: principalId };
  return (await inTenant((tx) => insertProject(tx, input))).id;
};
async function newSession(ofProject: string | null = null): Promise<string> {
  const desktop = { image: "default", display: "1280x800", isolation: "container" as const };
  const { tenantId, principalId } = tenant;
  const input = { tenantId, principalId, projectId: ofProject, desktop, grants: [], idleTimeoutSeconds: 60 };
  return (await inTenant((tx) => insertSession(tx, input))).id;
}
const give = (changes: Partial<NewGrant> = {}) =>
  inTenant((tx) =>
    insertGrant(tx, {
      ...{ tenantId: tenant.tenantId, principalId: tenant.principalId, grant: "write", scope: "tenant" as const },
      ...{ sessionId: null, layer: "tenant" as const, givenBy: "system", expiresAt: null },
      ...changes,
    }),
  );
const held = async (ofSession: string | null = sessionId) =>
  (await inTenant((tx) => heldGrants(tx, tenant.principalId, ofSession))).map(({ id }) => id);

describe("consents hold", () => {
  it("for their principal, session, project and time, and for nothing else", async () => {
    const forAll = await give({ principalId: null });
    const once = await give({ scope: "once", sessionId });
    const ofProject = await give({ scope: "project", projectId });
    await give({ scope: "session", sessionId: await newSession() });
    await give({ scope: "project", projectId: await newProject() });
    await give({ expiresAt: "2026-01-01T00:00:00Z" });
    await give({ principalId: newId() });
    expect(await held()).toEqual([forAll.id, once.id, ofProject.id]);
    expect(await held(await newSession())).toEqual([forAll.id]);
    expect(await held(null)).toEqual([forAll.id]);
  });

  it("once: for one of twenty, and not past their time", async () => {
    const once = await give({ scope: "once", sessionId });
    const used = await Promise.all(Array.from({ length: 20 }, () => inTenant((tx) => useUpGrant(tx, once.id))));
    expect(used.filter(Boolean)).toHaveLength(1);
    expect(await held()).toEqual([]);
    const late = await give({ scope: "once", sessionId, expiresAt: "2026-01-01T00:00:00Z" });
    expect(await inTenant((tx) => useUpGrant(tx, late.id))).toBe(false);
  });

  it("longer than once are not used up", async () => {
    const kept = await give({ scope: "session", sessionId });
    expect(await inTenant((tx) => useUpGrant(tx, kept.id))).toBe(false);
    expect(await held()).toEqual([kept.id]);
  });

  it.each([
    ["a session for a scope that has none", { scope: "tenant", sessionId: "mine" }],
    ["no session for a scope that needs one", { scope: "session" }],
    ["no project for a scope that needs one", { scope: "project" }],
  ] as const)("are refused with %s", async (_name, changes) => {
    const sessionOf = "sessionId" in changes ? { sessionId } : {};
    await expect(give({ ...changes, ...sessionOf })).rejects.toMatchObject({ code: "internal" });
  });

  it("another tenant's session or project is none of ours", async () => {
    const theirs = await makeTenant(store.database, newId());
    const input = {
      ...{ tenantId: theirs.tenantId, principalId: theirs.principalId, grant: "write", layer: "tenant" as const },
      ...{ givenBy: "system", expiresAt: null },
    };
    const give = (scoped: Pick<NewGrant, "scope" | "sessionId" | "projectId">) =>
      store.database.tenant(theirs.tenantId, (tx) => insertGrant(tx, { ...input, ...scoped }));
    await expect(give({ scope: "session", sessionId })).rejects.toThrow();
    await expect(give({ scope: "project", sessionId: null, projectId })).rejects.toThrow();
  });
});

describe("consents are taken away", () => {
  it("one by one, by one of twenty, and the record says who gave and who took", async () => {
    const { id } = await give();
    const results = await Promise.all(
      Array.from({ length: 20 }, () => inTenant((tx) => revokeGrant(tx, id, "principal:9"))),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
    const { items } = await inTenant((tx) => findGrants(tx, { state: "revoked" }, { limit: 10 }));
    expect(items).toMatchObject([{ id, givenBy: "system", revokedBy: "principal:9" }]);
    expect(Date.parse(items[0]?.revokedAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
  });

  it("all of a principal, of a session, or of both; nobody else's and nothing twice", async () => {
    const [own, ofSession] = [await give(), await give({ scope: "session", sessionId })];
    const others = await give({ principalId: newId(), scope: "session", sessionId });
    const all = async (of: Parameters<typeof revokeGrants>[1]) =>
      (await inTenant((tx) => revokeGrants(tx, of, "principal:9"))).map(({ id }) => id).sort();
    expect(await all({})).toEqual([]);
    expect(await all({ principalId: tenant.principalId, sessionId })).toEqual([ofSession.id]);
    expect(await all({ principalId: tenant.principalId })).toEqual([own.id]);
    expect(await all({ sessionId })).toEqual([others.id]);
    expect(await all({ sessionId })).toEqual([]);
  });

  it("once, and nothing else about them ever changes, for the owner of the table too", async () => {
    const { id } = await give();
    const set = (change: string) => store.admin.query(`update grants set ${change} where id = $1`, [id]);
    for (const change of ["\"grant\" = 'screen'", "principal_id = null", "expires_at = now()", "scope = 'tenant'"])
      await expect(set(change)).rejects.toMatchObject({ code: "DF002" });
    await inTenant((tx) => revokeGrant(tx, id, "principal:9"));
    for (const change of ["revoked_at = null", "revoked_at = now()", "revoked_by = null"])
      await expect(set(change)).rejects.toMatchObject({ code: "DF002" });
  });

  it("and workers hear of each giving and taking", async () => {
    const heard: string[] = [];
    const listener = await listenSignals({
      url: store.url,
      onSignal: (signal) =>
        "tenantId" in signal && signal.kind === "policy.changed" && heard.push(signal.tenantId ?? ""),
      onReconnect: () => undefined,
    });
    const { id } = await give();
    await inTenant((tx) => revokeGrant(tx, id, "principal:9"));
    await inTenant((tx) => revokeGrant(tx, id, "principal:9"));
    await expect.poll(() => heard).toEqual([tenant.tenantId, tenant.tenantId]);
    await listener.close();
  });
});

it("are found by holder, session, project, scope, name and state", async () => {
  const ofSession = await give({ scope: "session", sessionId, grant: "command(git push *)" });
  const ofProject = await give({ scope: "project", projectId });
  const late = await give({ expiresAt: "2026-01-01T00:00:00Z" });
  const others = await give({ principalId: newId() });
  const ids = async (filters: Parameters<typeof findGrants>[1]) =>
    (await inTenant((tx) => findGrants(tx, filters, { limit: 50 }))).items.map(({ id }) => id);
  expect(await ids({})).toEqual([others.id, late.id, ofProject.id, ofSession.id]);
  expect(await ids({ principalId: tenant.principalId, state: "in_force" })).toEqual([ofProject.id, ofSession.id]);
  expect(await ids({ sessionId })).toEqual([ofSession.id]);
  expect(await ids({ projectId })).toEqual([ofProject.id]);
  expect(await ids({ scope: "project" })).toEqual([ofProject.id]);
  expect(await ids({ grant: "command(git push *)" })).toEqual([ofSession.id]);
  expect(await ids({ state: "expired" })).toEqual([late.id]);
  expect(await ids({ state: "revoked" })).toEqual([]);
  const page = await inTenant((tx) => findGrants(tx, {}, { limit: 3 }));
  expect(page.nextCursor).not.toBeNull();
});
