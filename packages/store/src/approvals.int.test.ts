import type { Evaluation } from "@deskfleet/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTenant, type StoreFixture, storeFixture, type TestTenant } from "../../../test/support/store-fixture.ts";
import { answerApproval, markExecuted } from "./answer-approval.ts";
import { expireApprovals, findApproval, insertApproval, listApprovals } from "./approvals.ts";
import { createConsoleSession, endConsoleSession, findConsoleSession } from "./console-sessions.ts";
import { insertGrant, listGrants, revokeGrant } from "./grants.ts";
import { createKey, findPrincipalByKey, revokeKey } from "./keys.ts";
import { insertSession, updateSession } from "./sessions.ts";
import { createTicket, redeemTicket } from "./tickets.ts";

let store: StoreFixture;
let tenant: TestTenant;
let sessionId: string;
beforeAll(async () => {
  store = await storeFixture();
  tenant = await makeTenant(store.database, "approving");
  sessionId = await newSession();
});
afterAll(() => store.close());

const inTenant: StoreFixture["database"]["system"] = (work) => store.database.tenant(tenant.tenantId, work);
const newSession = async (): Promise<string> => {
  const { tenantId, principalId } = tenant;
  const desktop = { image: "default", display: "1280x800", isolation: "container" as const };
  return (
    await inTenant((tx) => insertSession(tx, { tenantId, principalId, desktop, grants: [], idleTimeoutSeconds: 60 }))
  ).id;
};
const evaluation: Evaluation = {
  outcome: "ask",
  risk: "R3_EXTERNAL",
  verdicts: [],
  decisive: {
    gate: "action_type",
    outcome: "ask",
    code: "action.external",
    reason: "leaves the desktop",
    layer: "default",
  },
};
const ask = async (ttlSeconds = 60, ofSession = sessionId): Promise<string> => {
  const approval = {
    tenantId: tenant.tenantId,
    sessionId: ofSession,
    taskId: null,
    tool: "click",
    params: { x: 1 },
    digest: "d",
    frozen: { frameId: "f1" },
    evaluation,
    codeSha256: "c0de",
    requestedBy: "principal:1",
    ttlSeconds,
  };
  return (await inTenant((tx) => insertApproval(tx, approval))).id;
};
const answer = (
  id: string,
  changes: { answer?: "once" | "no"; answeredBy?: string; codeSha256?: string; fourEyes?: boolean } = {},
) =>
  inTenant((tx) => answerApproval(tx, { id, answer: "once", answeredBy: "principal:2", fourEyes: true, ...changes }));

describe("approvals", () => {
  it("count one of 20 answers given at once", async () => {
    const id = await ask();
    const settled = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => answer(id, { answeredBy: `principal:${n + 2}` })),
    );
    const lost = settled.flatMap((each) => (each.status === "rejected" ? [each.reason.code] : []));
    expect(lost).toEqual(Array.from({ length: 19 }, () => "approval.used"));
  });

  it("are executed by one of 100 callers", async () => {
    const id = await ask();
    await answer(id);
    const executed = await Promise.all(Array.from({ length: 100 }, () => inTenant((tx) => markExecuted(tx, id))));
    expect(executed.filter(Boolean)).toHaveLength(1);
    expect(await inTenant((tx) => findApproval(tx, id))).toMatchObject({
      state: "executed",
      answer: "once",
      answeredBy: "principal:2",
      frozen: { frameId: "f1" },
    });
  });

  it.each([
    ["nobody answered", async () => ask()],
    [
      "a person said no",
      async () => {
        const id = await ask();
        await answer(id, { answer: "no" });
        return id;
      },
    ],
    [
      "it ran out",
      async () => {
        const id = await ask();
        await answer(id);
        await runOut(id);
        return id;
      },
    ],
    ["it is unknown", async () => "01890000-0000-7000-8000-000000000000"],
  ])("are not executed when %s", async (_why, make) => {
    const id = await make();
    expect(await inTenant((tx) => markExecuted(tx, id))).toBe(false);
  });

  it.each([
    ["by the requester, where four eyes are wanted", { answeredBy: "principal:1" }, "auth.forbidden"],
    ["with a wrong code", { codeSha256: "f00d" }, "request.invalid"],
  ])("refuse an answer %s", async (_why, changes, code) => {
    const id = await ask();
    await expect(answer(id, changes)).rejects.toMatchObject({ code });
    expect(await inTenant((tx) => findApproval(tx, id))).toMatchObject({ state: "pending" });
  });

  it("accept the requester and the right code where the policy allows it", async () => {
    expect(await answer(await ask(), { answeredBy: "principal:1", codeSha256: "c0de", fourEyes: false })).toMatchObject(
      { state: "approved" },
    );
  });

  it("expire without an answer, and cannot be answered then", async () => {
    const [swept, late] = [await ask(), await ask()];
    await runOut(swept);
    const expired = await store.database.system((tx) => expireApprovals(tx));
    expect(expired.map(({ id }) => id)).toContain(swept);
    await runOut(late);
    await expect(answer(swept)).rejects.toMatchObject({ code: "approval.expired" });
    await expect(answer(late)).rejects.toMatchObject({ code: "approval.expired" });
    const pending = await inTenant((tx) => listApprovals(tx, { state: "expired" }, { limit: 50 }));
    expect(pending.items.map(({ id }) => id)).toContain(swept);
  });

  it("expire with their session, pending or answered: nothing is left to execute", async () => {
    const other = await newSession();
    const [pending, approved, elsewhere] = [await ask(60, other), await ask(60, other), await ask()];
    await answer(approved);
    await inTenant((tx) => updateSession(tx, other, { state: "ended", endReason: "closed" }));
    const expired = (await store.database.system((tx) => expireApprovals(tx))).map(({ id }) => id);
    expect(expired).toEqual(expect.arrayContaining([pending, approved]));
    expect(expired).not.toContain(elsewhere);
  });

  const runOut = (id: string) =>
    store.admin.query("update approvals set expires_at = now() - interval '1 s' where id = $1", [id]);
});

describe("tickets", () => {
  const issue = (id = sessionId, ttlSeconds = 30) =>
    inTenant((tx) => createTicket(tx, { sessionId: id, principalId: tenant.principalId, mode: "view", ttlSeconds }));
  const redeem = (ticket: string) => store.database.system((tx) => redeemTicket(tx, ticket));

  it("are redeemed by one of 50 callers", async () => {
    const { ticket } = await issue();
    const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(ticket)));
    expect(answers.filter((each) => each !== null)).toEqual([
      {
        tenantId: tenant.tenantId,
        sessionId,
        mode: "view",
        principal: { id: tenant.principalId, tenantId: tenant.tenantId, role: "operator", name: "operator" },
      },
    ]);
  });

  it("are worth nothing when expired, invented, or when the principal's key was revoked", async () => {
    expect(await redeem((await issue(sessionId, -1)).ticket)).toBeNull();
    expect(await redeem("x".repeat(43))).toBeNull();
    const { id: principalId } = await inTenant((tx) =>
      createKey(tx, { tenantId: tenant.tenantId, name: "k", role: "viewer" }),
    );
    const { ticket } = await inTenant((tx) =>
      createTicket(tx, { sessionId, principalId, mode: "view", ttlSeconds: 30 }),
    );
    await inTenant((tx) => revokeKey(tx, principalId));
    expect(await redeem(ticket)).toBeNull();
  });

  it("are not issued for a session that has ended", async () => {
    const id = await newSession();
    await inTenant((tx) => updateSession(tx, id, { state: "ended", endReason: "closed" }));
    await expect(issue(id)).rejects.toMatchObject({ code: "session.ended" });
  });
});

describe("keys and log-ins", () => {
  it("find their principal until they are revoked, and are stored as digests only", async () => {
    const { id, key } = await inTenant((tx) => createKey(tx, { tenantId: tenant.tenantId, name: "ci", role: "admin" }));
    expect(key).toMatch(/^dk_[0-9A-Za-z]{32}$/);
    const find = () => store.database.system((tx) => findPrincipalByKey(tx, key));
    expect(await find()).toEqual({ id, tenantId: tenant.tenantId, role: "admin", name: "ci" });
    const { rows } = await store.admin.query("select k::text as text from keys k");
    expect(rows.filter(({ text }) => text.includes(key.slice(3)))).toEqual([]);
    await inTenant((tx) => revokeKey(tx, id));
    expect(await find()).toBeNull();
    await expect(inTenant((tx) => revokeKey(tx, "01890000-0000-7000-8000-000000000000"))).rejects.toMatchObject({
      code: "resource.not_found",
    });
  });

  it.each(["", "dk_", "dk_' or 1=1 --", `dk_${"a".repeat(32)}`])("no principal for %j", async (key) => {
    expect(await store.database.system((tx) => findPrincipalByKey(tx, key))).toBeNull();
  });

  it("a log-in may be restricted to a session, ends at log-out and with its time", async () => {
    const principal = {
      id: tenant.principalId,
      tenantId: tenant.tenantId,
      role: "operator" as const,
      name: "operator",
    };
    const find = (token: string) => store.database.system((tx) => findConsoleSession(tx, token));
    const login = (ttlSeconds: number) =>
      inTenant((tx) => createConsoleSession(tx, { principal, ttlSeconds, sessionId, mode: "view" }));
    const { token } = await login(60);
    expect(await find(token)).toMatchObject({ principal, sessionId, mode: "view" });
    await inTenant((tx) => endConsoleSession(tx, token));
    expect(await find(token)).toBeNull();
    expect(await find((await login(-1)).token)).toBeNull();
  });
});

it("grants hold for their principal, session and time, and a once grant is used up by one of 20", async () => {
  const base = {
    tenantId: tenant.tenantId,
    principalId: tenant.principalId,
    grant: "write",
    sessionId: null,
    layer: "tenant" as const,
    givenBy: "system",
    expiresAt: null,
  };
  const other = await newSession();
  const make = (changes: object) => inTenant((tx) => insertGrant(tx, { ...base, scope: "tenant", ...changes }));
  const forAll = await make({ principalId: null });
  const once = await make({ scope: "once", sessionId });
  await make({ scope: "session", sessionId: other });
  await make({ expiresAt: "2026-01-01T00:00:00Z" });
  await make({ principalId: "01890000-0000-7000-8000-000000000000" });
  const held = () => inTenant((tx) => listGrants(tx, tenant.principalId, sessionId));
  expect(await held()).toEqual([forAll, once]);
  const used = await Promise.all(Array.from({ length: 20 }, () => inTenant((tx) => revokeGrant(tx, once.id))));
  expect(used.filter(Boolean)).toHaveLength(1);
  expect(await held()).toEqual([forAll]);
});

it("a session that has ended does not change again", async () => {
  const id = await newSession();
  expect(await inTenant((tx) => updateSession(tx, id, { state: "ended", endReason: "closed" }))).toMatchObject({
    state: "ended",
    endReason: "closed",
  });
  expect(await inTenant((tx) => updateSession(tx, id, { state: "active" }))).toBeNull();
  await expect(store.admin.query("update sessions set end_reason = 'x' where id = $1", [id])).rejects.toMatchObject({
    code: "DF002",
  });
});
