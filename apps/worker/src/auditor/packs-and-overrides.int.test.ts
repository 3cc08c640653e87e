import { createHmac } from "node:crypto";
import {
  INTERNAL_TOKEN_TTL_SECONDS,
  InternalAsk,
  type Principal,
  Problem,
  type RulePackDocument,
} from "@deskfleet/contracts";
import { createFakeDriver } from "@deskfleet/desktop";
import {
  answerApproval,
  createKey,
  createTenant,
  type Database,
  findJudgement,
  insertSession,
  listJudgements,
  openDatabase,
  putPack,
  putPolicy,
  setActivePack,
} from "@deskfleet/store";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { readConfig } from "../config.ts";
import { createLogger } from "../log.ts";
import { type RunningWorker, startWorker } from "../start-worker.ts";

/** Two workers of one fleet, a session of the same tenant in each, with a goal that the tenant's own rule knows. */
const SECRET = "ab".repeat(32);
const IDS = ["worker-a", "worker-b"] as const;
const GOAL = "Water the plants in the greenhouse";
let fresh: TestDatabase;
let database: Database;
let workers: RunningWorker[];
let operator: Principal;
let sessions: string[];

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, applicationName: "test", secret: SECRET });
  operator = await database.system(async (tx) => {
    const tenantId = await createTenant(tx, "test");
    const { id } = await createKey(tx, { tenantId, name: "operator", role: "operator" });
    const document = {
      ...{ grantable: ["*"], rate: { actionsPerSecond: 1_000 } },
      auditor: { mode: "enforce" as const },
    };
    await putPolicy(tx, { tenantId, document, comment: "", createdBy: "system" });
    return { id, tenantId, role: "operator", name: "operator" };
  });
  workers = await Promise.all(
    IDS.map((id) => {
      const environment = {
        DATABASE_URL: fresh.url,
        DESKFLEET_SECRET: SECRET,
        DESKFLEET_IMAGE: "deskfleet/desktop:test",
      };
      const config = readConfig({ ...environment, DESKFLEET_WORKER_ID: id, DESKFLEET_SLOTS: "2", DESKFLEET_WARM: "0" });
      return startWorker(config, createLogger("silent"), createFakeDriver());
    }),
  );
  sessions = await Promise.all(IDS.map((_id, n) => startSession(n)));
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  await database.close();
  await fresh.drop();
});

async function call(worker: number, path: string, body: unknown): Promise<Response> {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(Date.now() / 1_000) + INTERNAL_TOKEN_TTL_SECONDS;
  const claims = { aud: IDS[worker], method: "POST", path, exp, principal: operator };
  const content = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  const signature = createHmac("sha256", Buffer.from(SECRET, "hex")).update(content).digest("base64url");
  const headers = { authorization: `Bearer ${content}.${signature}`, "content-type": "application/json" };
  return fetch(workers[worker]!.url + path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function startSession(worker: number): Promise<string> {
  const { tenantId, id: principalId } = operator;
  const session = {
    ...{ tenantId, principalId, goal: GOAL, trustedDomains: ["plants.example.com"], idleTimeoutSeconds: 900 },
    desktop: { image: "default", display: "1280x800", isolation: "container" } as const,
    grants: ["computer_use", "screen", "write"],
  };
  const { id } = await database.tenant(tenantId, (tx) => insertSession(tx, session));
  expect((await call(worker, "/internal/sessions", { sessionId: id, request: {} })).status).toBe(204);
  return id;
}

/** What each worker's session answers to the same click: `ok`, or the code of the verdict that denied it. */
async function answers(): Promise<string[]> {
  return Promise.all(
    sessions.map(async (id, n) => {
      const params = { x: 1, y: 1 };
      const response = await call(n, `/internal/sessions/${id}/actions`, { tool: "computer_mouse_click", params });
      if (response.status === 200) return "ok";
      return String(Problem.parse(await response.json()).data?.code);
    }),
  );
}
const both = (answer: string) => [answer, answer];
/** From the commit on, by signal: a fraction of a second, more on a busy machine. */
const soon = { timeout: 5_000, interval: 20 };

const rule = (id: string, changes: Partial<RulePackDocument["rules"][number]> = {}) => ({
  ...{ id, version: 1, severity: "block" as const, actions: ["click" as const], meanings: "any" as const, when: [] },
  ...{ words: { goal: ["Water the plants"] }, reason: "nobody waters plants by clicking" },
  ...{ matches: [{ goal: GOAL }], notMatches: [{ goal: "Read the plan" }] },
  ...changes,
});
async function put(...rules: RulePackDocument["rules"]): Promise<number> {
  const { tenantId } = operator;
  const pack = { tenantId, name: "acme", document: { rules }, createdBy: "system" };
  return (await database.tenant(tenantId, (tx) => putPack(tx, pack))).version;
}
const activate = (version: number | null) =>
  database.tenant(operator.tenantId, (tx) => setActivePack(tx, { tenantId: operator.tenantId, name: "acme", version }));

it("a pack is in force in running sessions of every worker at once, and so are its next version and its end", async () => {
  expect(await answers()).toEqual(both("ok"));
  const [first, second] = [await put(rule("acme.water")), await put(rule("acme.plants"))];
  expect(await answers()).toEqual(both("ok"));
  await activate(first);
  await expect.poll(answers, soon).toEqual(both("auditor.acme.water"));
  await activate(second);
  await expect.poll(answers, soon).toEqual(both("auditor.acme.plants"));
  await activate(null);
  await expect.poll(answers, soon).toEqual(both("ok"));
});

it("a stored pack whose examples do not hold any more changes nothing; the tenant's next version does", async () => {
  await activate(await put(rule("acme.water", { notMatches: [{ goal: GOAL }] })));
  await activate(await put(rule("acme.last")));
  await expect.poll(answers, soon).toEqual(both("auditor.acme.last"));
  await activate(await put(rule("acme.water", { notMatches: [{ goal: GOAL }] })));
  await expect.poll(answers, soon).toEqual(both("ok"));
});

it("what was judged by it is kept with the goal and the domains of its session", async () => {
  await activate(await put(rule("acme.kept")));
  await expect.poll(answers, soon).toEqual(both("auditor.acme.kept"));
  const { tenantId } = operator;
  const judged = () =>
    database.tenant(tenantId, (tx) => listJudgements(tx, { rule: "acme.kept", verdict: "block" }, { limit: 1 }));
  await expect.poll(async () => (await judged()).items.length, { timeout: 10_000 }).toBe(1);
  const [found] = (await judged()).items;
  const judgement = await database.tenant(tenantId, (tx) => findJudgement(tx, found!.id));
  expect(judgement).toMatchObject({
    ...{
      tool: "computer_mouse_click",
      mode: "enforce",
      isEnforced: true,
      rulesVersion: expect.stringContaining("acme@"),
    },
    context: { goal: GOAL, trustedDomains: ["plants.example.com"] },
  });
});

it("an action that a person approves although it was warned about overrides its judgement", async () => {
  const asking = rule("acme.ask", { severity: "warn", isAnswerable: true });
  await activate(await put(asking));
  const { tenantId } = operator;
  const tool = { tool: "computer_mouse_click", params: { x: 1, y: 1 } };
  const act = () => call(0, `/internal/sessions/${sessions[0]}/actions`, tool);
  await expect.poll(async () => (await act()).status, soon).toBe(202);
  const { approval } = InternalAsk.parse(await (await act()).json());
  const judgement = async () => {
    const { items } = await database.tenant(tenantId, (tx) => listJudgements(tx, { rule: "acme.ask" }, { limit: 50 }));
    return items.find(({ approvalId }) => approvalId === approval.id);
  };
  await expect.poll(judgement, { timeout: 10_000 }).toMatchObject({ verdict: "warn", overriddenBy: null });
  const answeredBy = "principal:00000000-0000-7000-8000-00000000000a";
  await database.tenant(tenantId, (tx) =>
    answerApproval(tx, { id: approval.id, answer: "once", answeredBy, fourEyes: false }),
  );
  expect((await judgement())?.overriddenBy).toBeNull();
  expect((await call(0, `/internal/approvals/${approval.id}/execute`, {})).status).toBe(200);
  await expect.poll(judgement, { timeout: 10_000 }).toMatchObject({ overriddenBy: answeredBy });
});
