import { randomUUID } from "node:crypto";
import { AuditPack, PackTrial, RULE_PACK_EXAMPLES_MAX, type Signal } from "@deskfleet/contracts";
import { shippedCases } from "@deskfleet/gates";
import { insertCase, insertJudgement, listenSignals } from "@deskfleet/store";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { newJudgement, PAYING } from "../../../../../test/support/store-fixture.ts";
import { type Caller, codeOf, type Harness, startHarness } from "../../testing/harness.ts";

let database: TestDatabase;
let harness: Harness;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});
/** Each test has packs of its own. */
let name: string;
beforeEach(() => {
  name = `p${randomUUID().slice(0, 8)}`;
});

const RELEASE = {
  ...{ id: "acme.release", version: 1, severity: "block", actions: ["click"], meanings: "any", when: ["goal.reads"] },
  ...{ words: { target: ["Roll out"] }, reason: "a roll-out that nobody asked for" },
  matches: [{ target: "button: Roll out", goal: "Read the plan" }],
  notMatches: [{ target: "button: Roll", goal: "Read the plan" }],
};
/** Alarms wherever somebody clicks in order to read. */
const WIDE = {
  ...{ id: "acme.wide", version: 1, severity: "warn", actions: ["click"], meanings: "any", when: ["goal.reads"] },
  ...{ reason: "a click", matches: [{ target: "button: A" }], notMatches: [{ action: "type", target: "entry: A" }] },
};
const put = (rules: unknown, options: { as?: Caller; to?: string } = {}) => {
  const { to = name, ...as } = options;
  return harness.request("PUT", `/v1/auditor/packs/${to}`, { json: { rules }, ...as });
};
const activate = (json: unknown, options: { as?: Caller; of?: string } = {}) => {
  const { of = name, ...as } = options;
  return harness.request("POST", `/v1/auditor/packs/${of}/activate`, { json, ...as });
};
const deactivate = (of = name, as = harness.ours.admin) =>
  harness.request("POST", `/v1/auditor/packs/${of}/deactivate`, { as });
const get = (query = "", as = harness.ours.viewer) =>
  harness.request("GET", `/v1/auditor/packs/${name}${query}`, { as });
const activeNames = async () =>
  (await harness.request("GET", "/v1/auditor/packs?active=true")).json.items.map((pack: AuditPack) => pack.name);
const recorded = async (action: string) =>
  (await harness.request("GET", `/v1/audit?action=${action}&limit=1`)).json.items[0]?.params;

describe("a rule pack", () => {
  it("is stored as its next version, not in force, read and listed without its document", async () => {
    expect((await put([RELEASE])).status).toBe(200);
    const second = await put([{ ...RELEASE, version: 2 }]);
    const createdBy = `principal:${harness.ours.admin.principalId}`;
    const document = { rules: [{ ...RELEASE, version: 2 }] };
    const { createdAt } = second.json;
    expect(AuditPack.parse(second.json)).toEqual({ name, version: 2, document, isActive: false, createdAt, createdBy });
    expect((await get()).json).toEqual(second.json);
    expect((await get("?version=1")).json.document.rules).toEqual([RELEASE]);
    const { json: list } = await harness.request("GET", `/v1/auditor/packs?name=${name}&limit=1`);
    expect(list.items).toEqual([{ ...second.json, document: null }]);
    const { json: next } = await harness.request("GET", `/v1/auditor/packs?name=${name}&cursor=${list.nextCursor}`);
    expect([next.items.map((pack: AuditPack) => pack.version), next.nextCursor]).toEqual([[1], null]);
    expect(await recorded("auditor.put_pack")).toEqual({ pack: name, version: 2, rules: 1 });
    expect(codeOf(await get("?version=3"))).toEqual({ status: 404, code: "resource.not_found" });
  });

  it.each<[string, unknown, string]>([
    ["without rules", [], "/rules"],
    ["with an example that does not match", [RELEASE, { ...RELEASE, id: "b", matches: [{}] }], "/rules/1/matches/0"],
    ["with one that matches", [{ ...RELEASE, notMatches: [{}, RELEASE.matches[0]] }], "/rules/0/notMatches/1"],
    ["without examples", [{ ...RELEASE, notMatches: [] }], "/rules/0/notMatches"],
    ["with an unknown fact", [{ ...RELEASE, when: ["moon.full"] }], "/rules/0"],
    ["with an unknown meaning", [{ ...RELEASE, meanings: ["explode"] }], "/rules/0"],
    ["without a condition", [{ ...RELEASE, when: [], words: undefined }], "/rules/0"],
    ["with an id of another form", [{ ...RELEASE, id: "Acme" }], "/rules/0"],
    ["with an id twice", [RELEASE, RELEASE], "/rules/1/id"],
    ["with a field that is none", [{ ...RELEASE, effect: "deny" }], "/rules/0/effect"],
    ["with an unknown action", [{ ...RELEASE, actions: ["jump"] }], "/rules/0/actions/0"],
    ["of a severity that lets pass", [{ ...RELEASE, severity: "pass" }], "/rules/0/severity"],
  ])("%s is refused, and the fault says where", async (_name, rules, path) => {
    const { status, json } = await put(rules);
    expect([status, json.code, json.faults.map((fault: { path: string }) => fault.path)]).toEqual([
      ...[400, "request.invalid"],
      [path],
    ]);
    expect((await get()).status).toBe(404);
  });

  it("with more examples than can be judged is refused", async () => {
    const many = Array.from({ length: 50 }, () => RELEASE.matches[0]);
    const rules = Array.from({ length: RULE_PACK_EXAMPLES_MAX / 50 }, (_none, index) => ({
      ...{ ...RELEASE, id: `acme.r${index}`, matches: many },
    }));
    const { status, json } = await put(rules);
    expect([status, json.faults[0].message]).toEqual([400, "more than 1000 examples in the pack"]);
  });

  it.each(["Upper", "a b", "-a", "a--b", "deskfleet", "x".repeat(51)])("is not named %s", async (to) => {
    const { status, json } = await put([RELEASE], { to: encodeURIComponent(to) });
    expect([status, json.faults[0].path]).toEqual([400, "/name"]);
  });

  it("is for administrators to store, activate and deactivate", async () => {
    await put([RELEASE]);
    for (const as of [harness.ours.viewer, harness.ours.operator, harness.ours.approver]) {
      const refused = [
        await put([RELEASE], { as }),
        await activate({ version: 1 }, { as }),
        await deactivate(name, as),
      ];
      expect(refused.map(codeOf)).toEqual(refused.map(() => ({ status: 403, code: "auth.forbidden" })));
    }
    expect((await get()).json).toMatchObject({ version: 1, isActive: false });
  });

  it("of another tenant has the same name and nothing else in common", async () => {
    await put([RELEASE]);
    expect((await put([{ ...RELEASE, version: 9 }], { as: harness.theirs.admin })).json.version).toBe(1);
    await activate({ version: 1 }, { as: harness.theirs.admin });
    expect((await get()).json).toMatchObject({ isActive: false, document: { rules: [{ version: 1 }] } });
  });
});

describe("activating", () => {
  it("shows what the pack would change; a trial changes nothing", async () => {
    await put([RELEASE]);
    const { status, json } = await activate({ version: 1, isTrial: true });
    const { before, after, isActivated } = PackTrial.parse(json);
    expect([status, isActivated, after]).toEqual([200, false, before]);
    expect(before.cases).toBeGreaterThanOrEqual(shippedCases().length);
    expect(before.highRisk).toBeGreaterThan(300);
    expect((await get()).json.isActive).toBe(false);
    expect(await activeNames()).not.toContain(name);
  });

  it("puts one version in force, says so to workers, and is recorded with both scores", async () => {
    const signals: Signal[] = [];
    const listening = await listenSignals({
      url: database.url,
      onSignal: (signal) => signals.push(signal),
      onReconnect: () => undefined,
    });
    await put([RELEASE]);
    await put([{ ...RELEASE, version: 2 }]);
    expect((await activate({ version: 1 })).json.isActivated).toBe(true);
    expect((await activate({ version: 2 })).json.isActivated).toBe(true);
    expect([(await get("?version=1")).json.isActive, (await get("?version=2")).json.isActive]).toEqual([false, true]);
    const params = await recorded("auditor.activate_pack");
    expect(params).toEqual({ pack: name, version: 2, isForced: false, before: params.before, after: params.after });
    expect(params.after.highRisk).toBeGreaterThan(300);

    const gone = await deactivate();
    expect([gone.status, gone.json.version, gone.json.isActive]).toEqual([200, 2, false]);
    expect(await activeNames()).not.toContain(name);
    expect(await recorded("auditor.deactivate_pack")).toEqual({ pack: name, version: 2 });
    expect(codeOf(await deactivate())).toEqual({ status: 409, code: "resource.conflict" });
    const { tenantId } = harness.ours.admin;
    await expect
      .poll(() => signals.filter(({ kind }) => kind === "auditor.changed"), { timeout: 10_000 })
      .toEqual(Array.from({ length: 3 }, () => ({ kind: "auditor.changed", tenantId })));
    await listening.close();
  });

  it("a pack with more false alarms is refused unless forced", async () => {
    await put([WIDE]);
    const refused = await activate({ version: 1 });
    expect(codeOf(refused)).toEqual({ status: 409, code: "resource.conflict" });
    const { before, after } = refused.json.data;
    expect(after.falseAlarms).toBeGreaterThan(before.falseAlarms + 50);
    expect(await activeNames()).not.toContain(name);
    expect((await activate({ version: 1, isForced: true })).json.isActivated).toBe(true);
    expect(await recorded("auditor.activate_pack")).toMatchObject({ pack: name, isForced: true });
    expect((await deactivate()).status).toBe(200);
  });

  it("a version that stops less than the one in force is refused unless forced, by the tenant's own cases", async () => {
    const { tenantId } = harness.theirs.admin;
    const as = harness.theirs.admin;
    const { id: sessionId } = await harness.openSession(harness.theirs.operator);
    // The shipped rules have nothing against it.
    const context = {
      ...{ ...PAYING, target: { role: "link", text: "Opening hours of the Zwolle office" } },
      ...{ goal: "Find the opening hours", page: { ...PAYING.page, text: "Opening hours, directions" } },
    };
    const judgement = newJudgement({ sessionId, verdict: "pass", evidence: [], context });
    await harness.database.tenant(tenantId, async (tx) => {
      await insertJudgement(tx, { ...judgement, tenantId });
      await insertCase(tx, { tenantId, judgementId: judgement.id, expect: "block", comment: "", createdBy: "x" });
    });
    const offices = {
      ...{ ...RELEASE, id: "acme.offices", words: { target: ["Zwolle office"] } },
      matches: [{ target: "link: Zwolle office", goal: "Find the opening hours" }],
    };
    await put([offices], { as });
    await put([RELEASE], { as });
    const first = PackTrial.parse((await activate({ version: 1 }, { as })).json);
    expect(first.after.stopped).toBe(first.before.stopped + 1);
    const second = await activate({ version: 2 }, { as });
    expect(codeOf(second)).toEqual({ status: 409, code: "resource.conflict" });
    expect(second.json.data.after.stopped).toBe(second.json.data.before.stopped - 1);
    expect((await activate({ version: 2, isForced: true }, { as })).status).toBe(200);
  });

  it("needs a version that there is, and a body that says which", async () => {
    await put([RELEASE]);
    expect(codeOf(await activate({ version: 7 }))).toEqual({ status: 404, code: "resource.not_found" });
    expect(codeOf(await activate({ version: 1 }, { of: "nothing" }))).toEqual({
      status: 404,
      code: "resource.not_found",
    });
    expect(codeOf(await deactivate("nothing"))).toEqual({ status: 404, code: "resource.not_found" });
    const faults = async (body: unknown) =>
      (await activate(body)).json.faults.map(({ path }: { path: string }) => path);
    expect(await faults({})).toEqual(["/version"]);
    expect(await faults({ version: 0 })).toEqual(["/version"]);
    expect(await faults({ version: 1, isForced: "yes" })).toEqual(["/isForced"]);
  });

  it("of two packs at the same time leaves both in force or refuses one, and never loses one that was answered", async () => {
    const other = `${name}x`;
    await Promise.all([put([RELEASE]), put([{ ...RELEASE, id: "acme.other" }], { to: other })]);
    const answers = await Promise.all([activate({ version: 1 }), activate({ version: 1 }, { of: other })]);
    const done = [name, other].filter((_none, index) => answers[index]!.status === 200);
    expect(done.length).toBeGreaterThan(0);
    const inForce = (await activeNames()).filter((each: string) => each === name || each === other);
    expect(inForce.toSorted()).toEqual(done.toSorted());
  });
});
