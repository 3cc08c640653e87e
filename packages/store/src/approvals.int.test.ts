import type { Evaluation } from "@deskfleet/contracts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeTenant, type StoreFixture, storeFixture, type TestTenant } from "../../../test/support/store-fixture.ts";
import { answerApproval, markExecuted, replaceCode, wrongCodeError } from "./answer-approval.ts";
import { findApproval, insertApproval, listApprovals } from "./approvals.ts";
import { createConsoleSession, endConsoleSession, findConsoleSession } from "./console-sessions.ts";
import { eventsAfter } from "./events.ts";
import { expireApproval, expireApprovals } from "./expire-approvals.ts";
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
const ask = async (ttlSeconds = 60, ofSession = sessionId, changes: object = {}): Promise<string> => {
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
    ...changes,
  };
  return (await inTenant((tx) => insertApproval(tx, approval))).id;
};
const answer = (id: string, changes: Partial<Parameters<typeof answerApproval>[1]> = {}) =>
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
    ["by the requester, where four eyes are wanted", { answeredBy: "principal:1" }, {}, "auth.forbidden"],
    [
      "by the requester, where four eyes were wanted then",
      { answeredBy: "principal:1", fourEyes: false },
      { frozen: { isFourEyes: true } },
      "auth.forbidden",
    ],
    ["without the code, where policy needs it now", { isCodeRequired: true }, {}, "request.invalid"],
    ["without the code, where policy needed it then", {}, { isCodeRequired: true }, "request.invalid"],
  ])("refuse an answer %s", async (_why, changes, made, code) => {
    const id = await ask(60, sessionId, made);
    await expect(answer(id, changes)).rejects.toMatchObject({ code });
    expect(await inTenant((tx) => findApproval(tx, id))).toMatchObject({ state: "pending" });
  });

  it("accept the requester and the right code where the policy allows it", async () => {
    expect(await answer(await ask(), { answeredBy: "principal:1", codeSha256: "c0de", fourEyes: false })).toMatchObject(
      { state: "approved" },
    );
  });

  it("take five wrong codes, also at the same time, and none after that: not even the right one", async () => {
    const id = await ask();
    const guesses = await Promise.all(Array.from({ length: 5 }, () => answer(id, { codeSha256: "f00d" })));
    expect(guesses.map((guess) => "triesLeft" in guess && guess.triesLeft).sort()).toEqual([0, 1, 2, 3, 4]);
    expect(wrongCodeError({ triesLeft: 3 })).toMatchObject({ code: "request.invalid", data: { triesLeft: 3 } });
    expect(await inTenant((tx) => findApproval(tx, id))).toMatchObject({
      state: "expired",
      expiredBecause: "wrong_codes",
    });
    for (const codeSha256 of ["c0de", "f00d"])
      await expect(answer(id, { codeSha256 })).rejects.toMatchObject({
        code: "approval.expired",
        data: { because: "wrong_codes" },
      });
    expect(await inTenant((tx) => markExecuted(tx, id))).toBe(false);
  });

  it("an approval without a code takes none that somebody made up", async () => {
    const id = await ask(60, sessionId, { codeSha256: null });
    expect(await answer(id, { codeSha256: "" })).toEqual({ triesLeft: 4 });
  });

  it("another code is for the requester alone; the first is worth nothing then, and tries stay counted", async () => {
    const id = await ask();
    await answer(id, { codeSha256: "f00d" });
    const replace = (requestedBy: string) => inTenant((tx) => replaceCode(tx, { id, requestedBy, codeSha256: "new" }));
    await expect(replace("principal:2")).rejects.toMatchObject({ code: "resource.not_found" });
    await replace("principal:1");
    expect(await answer(id, { codeSha256: "c0de" })).toEqual({ triesLeft: 3 });
    expect(await answer(id, { codeSha256: "new" })).toMatchObject({ state: "approved" });
    await expect(replace("principal:1")).rejects.toMatchObject({ code: "approval.used" });
    const late = await ask(-1);
    await expect(
      inTenant((tx) => replaceCode(tx, { id: late, requestedBy: "principal:1", codeSha256: "new" })),
    ).rejects.toMatchObject({ code: "approval.expired" });
  });

  it("four eyes are two people: not a key that the requester made, nor one that made its key, over any number of keys", async () => {
    const make = (createdBy?: string) =>
      inTenant(async (tx) => {
        const key = { tenantId: tenant.tenantId, name: "k", role: "approver" as const };
        return (await createKey(tx, { ...key, ...(createdBy === undefined ? {} : { createdBy }) })).id;
      });
    const admin = await make();
    const middle = await make(admin);
    const [robot, sibling, stranger] = [await make(middle), await make(middle), await make()];
    const mayAnswer = async (requester: string, approver: string) => {
      const id = await ask(60, sessionId, { requestedBy: `principal:${requester}` });
      const given = answer(id, { answeredBy: `principal:${approver}` });
      return given.then(
        () => true,
        ({ code }) => code !== "auth.forbidden",
      );
    };
    expect(await mayAnswer(robot, robot)).toBe(false);
    expect(await mayAnswer(robot, middle)).toBe(false);
    expect(await mayAnswer(robot, admin)).toBe(false);
    expect(await mayAnswer(admin, robot)).toBe(false);
    expect(await mayAnswer(robot, sibling)).toBe(true);
    expect(await mayAnswer(robot, stranger)).toBe(true);
    const id = await ask(60, sessionId, { requestedBy: `principal:${robot}` });
    expect(await answer(id, { answer: "no", answeredBy: `principal:${robot}` })).toMatchObject({ state: "denied" });
  });

  it.each([
    ["its digest", "digest = 'other'"],
    ["its parameters", `params = '{"x":2}'`],
    ["its tool", "tool = 'other'"],
    ["what was seen", "frozen = '{}'"],
    ["who asked", "requested_by = 'principal:2'"],
    ["its time, to a later one", "expires_at = expires_at + interval '1 s'"],
    ["what an answer gives", `offers = '[{"grant":"write","isKeepable":true}]'`],
    ["that it needs a code", "is_code_required = true"],
    ["to executed, without an answer", "state = 'executed'"],
  ])("are frozen, for the owner of the table too: %s does not change", async (_what, change) => {
    const id = await ask();
    await expect(store.admin.query(`update approvals set ${change} where id = $1`, [id])).rejects.toMatchObject({
      code: "DF002",
    });
  });

  it("that have ended stay so, and an answer stays the one that was given", async () => {
    const id = await ask();
    await answer(id);
    const set = (change: string) => store.admin.query(`update approvals set ${change} where id = $1`, [id]);
    await expect(set("answer = 'always'")).rejects.toMatchObject({ code: "DF002" });
    await expect(set("state = 'pending'")).rejects.toMatchObject({ code: "DF002" });
    await inTenant((tx) => markExecuted(tx, id));
    await expect(set("state = 'approved'")).rejects.toMatchObject({ code: "DF002" });
    expect(await inTenant((tx) => expireApproval(tx, id, "not_held"))).toBe(false);
  });

  it("of equal actions are records of their own: an answer to one says nothing about the other", async () => {
    const [one, other] = [await ask(), await ask()];
    await answer(one);
    expect(one).not.toBe(other);
    expect(await inTenant((tx) => markExecuted(tx, other))).toBe(false);
    expect(await inTenant((tx) => markExecuted(tx, one))).toBe(true);
  });

  it("tell of themselves: asked, answered, or expired and why", async () => {
    const [yes, late, lost] = [await ask(), await ask(), await ask()];
    await answer(yes);
    await runOut(late);
    await store.database.system((tx) => expireApprovals(tx));
    await inTenant((tx) => expireApproval(tx, lost, "not_held"));
    // What is older than somebody's open transaction is told later.
    const told = await vi.waitFor(
      async () => {
        const all = await inTenant((tx) => eventsAfter(tx, { afterId: null, limit: 1_000, sessionId }));
        expect(all.some(({ type, data }) => type === "approval.expired" && data.approvalId === lost)).toBe(true);
        return all;
      },
      { timeout: 20_000, interval: 100 },
    );
    const of = (id: string) => told.filter(({ data }) => data.approvalId === id).map(({ type, data }) => [type, data]);
    expect(of(yes)).toMatchObject([
      ["approval.requested", { tool: "click" }],
      ["approval.answered", { state: "approved", answer: "once" }],
    ]);
    expect(of(late)).toMatchObject([
      ["approval.requested", {}],
      ["approval.expired", { because: "time" }],
    ]);
    expect(of(lost)).toMatchObject([
      ["approval.requested", {}],
      ["approval.expired", { because: "not_held" }],
    ]);
  });

  it("are listed by state, session, tool and requester", async () => {
    const other = await newSession();
    const id = await ask(60, other, { tool: "type", requestedBy: "principal:7" });
    const idsOf = async (filters: object) =>
      (await inTenant((tx) => listApprovals(tx, filters, { limit: 200 }))).items.map((one) => one.id);
    for (const filters of [{ sessionId: other }, { tool: "type" }, { requestedBy: "principal:7" }])
      expect(await idsOf(filters)).toEqual([id]);
    expect(await idsOf({ sessionId: other, tool: "click" })).toEqual([]);
    expect(await idsOf({ state: "pending" })).toContain(id);
    expect(await idsOf({ state: "executed", sessionId: other })).toEqual([]);
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
    const swept = await store.database.system((tx) => expireApprovals(tx));
    const expired = swept.map(({ id }) => id);
    expect(expired).toEqual(expect.arrayContaining([pending, approved]));
    expect(expired).not.toContain(elsewhere);
    const ofOther = swept.filter((one) => one.sessionId === other);
    expect(ofOther.map(({ expiredBecause }) => expiredBecause)).toEqual(["session_ended", "session_ended"]);
    await expect(answer(pending)).rejects.toMatchObject({ data: { because: "session_ended" } });
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
