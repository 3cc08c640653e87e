import { randomUUID } from "node:crypto";
import { insertProject } from "@deskfleet/store";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { type Caller, codeOf, type Harness, startHarness } from "../../testing/harness.ts";

let database: TestDatabase;
let harness: Harness;
let holder: Caller;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
  holder = harness.ours.operator;
  const grantable = ["computer_use", "write", "titles", "app(*)", "command(*)", "domain(*)"];
  await put({ grantable });
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

const put = (document: unknown) => harness.request("PUT", "/v1/policies/tenant", { json: { document } });
const give = (changes: object = {}, as = harness.ours.approver) =>
  harness.request("POST", "/v1/grants", {
    as,
    json: { grant: "write", scope: "tenant", principalId: holder.principalId, ...changes },
  });
const given = async (changes: object = {}): Promise<string> => (await give(changes)).json.id;
const revoke = (id: string, as: Caller) => harness.request("DELETE", `/v1/grants/${id}`, { as });
const ids = async (query: string, as = harness.ours.approver): Promise<string[]> =>
  (await harness.request("GET", `/v1/grants?${query}`, { as })).json.items.map(({ id }: { id: string }) => id);

describe("POST /v1/grants", () => {
  it.each([
    ["an interpreter", { grant: "command(python3 *)" }, "/grant"],
    ["a wrapper", { grant: "command(sudo *)" }, "/grant"],
    ["every command", { grant: "command(*)" }, "/grant"],
    ["a public suffix", { grant: "domain(*.co.uk)" }, "/grant"],
    ["every application", { grant: "app(*)" }, "/grant"],
    ["what is no consent", { grant: "everything" }, "/grant"],
    ["a session without its id", { scope: "session" }, "/sessionId"],
    ["once without a session", { scope: "once" }, "/sessionId"],
    ["a project without its id", { scope: "project" }, "/projectId"],
    ["a session for the tenant", { sessionId: randomUUID() }, "/sessionId"],
    ["a time that is over", { expiresAt: "2026-01-01T00:00:00Z" }, "/expiresAt"],
    ["titles for once", { grant: "titles", scope: "once", sessionId: randomUUID() }, "/scope"],
    ["everybody", { principalId: null }, "/principalId"],
    ["an unknown member", { layer: "fleet" }, "/layer"],
  ])("400 for %s", async (_name, changes, path) => {
    const refused = await give(changes);
    expect(codeOf(refused)).toEqual({ status: 400, code: "request.invalid" });
    expect(refused.json.faults.map((fault: { path: string }) => fault.path)).toEqual([path]);
  });

  it("403 for what policy lets nobody hold, and below approver", async () => {
    const refused = await give({ grant: "screen" });
    expect([codeOf(refused), refused.json.data]).toEqual([
      { status: 403, code: "policy.denied" },
      { gate: "consent", code: "grant.not_grantable", layer: "tenant" },
    ]);
    expect((await give({}, holder)).status).toBe(403);
  });

  it("404 for another tenant's principal, session or project, and for a session that is not there", async () => {
    const theirs = await harness.openSession(harness.theirs.operator);
    const { tenantId, principalId } = harness.theirs.admin;
    const project = await harness.database.tenant(tenantId, (tx) =>
      insertProject(tx, { tenantId, name: "theirs", createdBy: principalId }),
    );
    for (const changes of [
      { principalId },
      { scope: "session", sessionId: theirs.id },
      { scope: "session", sessionId: randomUUID() },
      { scope: "project", projectId: project.id },
    ])
      expect(codeOf(await give(changes)), JSON.stringify(changes)).toEqual({ status: 404, code: "resource.not_found" });
  });

  it("403 for oneself, or by the key that one made, where policy wants four eyes", async () => {
    const { approver, admin } = harness.ours;
    expect((await give({ principalId: approver.principalId })).status).toBe(201);
    await put({ grantable: ["write"], approvals: { fourEyes: true } });
    const made = (await harness.request("POST", "/v1/keys", { json: { name: "robot", role: "operator" } })).json;
    expect((await give({ principalId: approver.principalId })).status).toBe(403);
    expect((await give({ principalId: made.id }, admin)).status).toBe(403);
    expect((await give({ principalId: made.id }, approver)).status).toBe(201);
    await put({ grantable: ["write", "command(*)"] });
  });

  it("403 for what one of the holder's own layers keeps from its sessions, and for four eyes that it wants", async () => {
    const { operator, approver } = harness.ours;
    const own = (as: Caller, document: object) =>
      harness.request("PUT", "/v1/policies/user", { as, json: { document } });
    await own(operator, { grantable: ["screen"] });
    const refused = await give({ principalId: operator.principalId });
    expect([codeOf(refused).code, refused.json.data.layer]).toEqual(["policy.denied", "user"]);
    await own(operator, {});
    await own(approver, { approvals: { fourEyes: true } });
    expect(codeOf(await give({ principalId: approver.principalId })).code).toBe("auth.forbidden");
    await own(approver, {});
    expect((await give({ principalId: approver.principalId })).status).toBe(201);
  });

  it("201 with its provenance, and a record of it", async () => {
    const session = await harness.openSession(holder);
    const expiresAt = "2099-01-01T00:00:00.000Z";
    const answer = await give({ grant: "command(git push *)", scope: "session", sessionId: session.id, expiresAt });
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      ...{ id: expect.any(String), grant: "command(git push *)", scope: "session", layer: "tenant", expiresAt },
      ...{ principalId: holder.principalId, sessionId: session.id, projectId: null, approvalId: null },
      givenBy: `principal:${harness.ours.approver.principalId}`,
      createdAt: expect.any(String),
      revokedAt: null,
      revokedBy: null,
    });
    const { items } = (await harness.request("GET", "/v1/audit?action=grant.give")).json;
    expect(items[0]).toMatchObject({
      actor: `principal:${harness.ours.approver.principalId}`,
      params: { grantId: answer.json.id, grant: "command(git push *)", scope: "session", sessionId: session.id },
    });
  });
});

describe("GET /v1/grants", () => {
  it("one's own; another's and everybody's as approver only", async () => {
    const id = await given();
    expect(await ids("", holder)).toContain(id);
    expect(await ids(`principalId=${holder.principalId}`)).toContain(id);
    expect(await ids("everybody=true&grant=write")).toContain(id);
    expect(await ids("")).not.toContain(id);
    const { viewer } = harness.ours;
    for (const query of [`principalId=${holder.principalId}`, "everybody=true"])
      expect((await harness.request("GET", `/v1/grants?${query}`, { as: viewer })).status).toBe(403);
    expect(await ids("everybody=true&state=all", harness.theirs.admin)).toEqual([]);
  });

  it("by session, scope, name and state; what was taken away says who took it", async () => {
    const session = await harness.openSession(holder);
    const id = await given({ scope: "once", sessionId: session.id });
    const of = (query: string) => ids(`everybody=true&sessionId=${session.id}&${query}`);
    expect([await of("scope=once"), await of("scope=session"), await of("grant=write"), await of("grant=x")]).toEqual([
      [id],
      [],
      [id],
      [],
    ]);
    await revoke(id, harness.ours.admin);
    expect([await of(""), await of("state=expired"), await of("state=revoked"), await of("state=all")]).toEqual([
      [],
      [],
      [id],
      [id],
    ]);
    const [grant] = (await harness.request("GET", `/v1/grants?everybody=true&state=all&sessionId=${session.id}`)).json
      .items;
    expect(grant.revokedBy).toBe(`principal:${harness.ours.admin.principalId}`);
  });
});

describe("revoking", () => {
  it("one's own needs no role, another's an approver; it happens once and is recorded", async () => {
    const [own, others] = [await given(), await given()];
    expect((await revoke(own, harness.ours.viewer)).status).toBe(403);
    expect((await revoke(own, holder)).status).toBe(204);
    expect((await revoke(others, harness.ours.approver)).status).toBe(204);
    for (const as of [holder, harness.ours.approver]) expect((await revoke(own, as)).status).toBe(404);
    const { items } = (await harness.request("GET", "/v1/audit?action=grant.revoke")).json;
    const recorded = items.map(({ params }: { params: { grantId: string } }) => params.grantId);
    expect(recorded).toEqual(expect.arrayContaining([own, others]));
  });

  it("another tenant's is not there", async () => {
    const id = await given();
    expect(codeOf(await revoke(id, harness.theirs.admin))).toEqual({ status: 404, code: "resource.not_found" });
    expect(await ids("", holder)).toContain(id);
  });

  it("all of a principal or of a session at once, as an administrator", async () => {
    const session = await harness.openSession(holder);
    const ofSession = await given({ scope: "session", sessionId: session.id });
    const kept = await given();
    const all = (json: unknown, as = harness.ours.admin) => harness.request("POST", "/v1/grants/revoke", { as, json });
    expect((await all({ sessionId: session.id }, harness.ours.approver)).status).toBe(403);
    expect(codeOf(await all({}))).toEqual({ status: 400, code: "request.invalid" });
    expect((await all({ principalId: holder.principalId }, harness.theirs.admin)).json).toEqual({ revoked: 0 });
    expect((await all({ sessionId: session.id })).json).toEqual({ revoked: 1 });
    const left = await ids("", holder);
    expect([left.includes(kept), left.includes(ofSession)]).toEqual([true, false]);
    expect((await all({ principalId: holder.principalId })).json.revoked).toBeGreaterThan(0);
    expect(await ids("", holder)).toEqual([]);
    const { items } = (await harness.request("GET", "/v1/audit?action=grant.revoke_all")).json;
    expect(items[0].params).toMatchObject({
      principalId: holder.principalId,
      grantIds: expect.arrayContaining([kept]),
    });
  });
});
