import { createHmac } from "node:crypto";
import { INTERNAL_TOKEN_TTL_SECONDS, type PolicyDocument, type Principal, Problem } from "@deskfleet/contracts";
import { createFakeDriver } from "@deskfleet/desktop";
import {
  actFor,
  createKey,
  createTenant,
  type Database,
  insertProject,
  insertSession,
  openDatabase,
  type PolicyOwner,
  putPolicy,
} from "@deskfleet/store";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { readConfig } from "../config.ts";
import { createLogger } from "../log.ts";
import { type RunningWorker, startWorker } from "../start-worker.ts";

/** Two workers of one fleet, a session of the same principal and project in each. */
const SECRET = "ab".repeat(32);
const IDS = ["worker-a", "worker-b"] as const;
let fresh: TestDatabase;
let database: Database;
let workers: RunningWorker[];
let operator: Principal;
let projectId: string;
let otherId: string;
let sessions: string[];

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, applicationName: "test", secret: SECRET });
  operator = await database.system(async (tx) => {
    const tenantId = await createTenant(tx, "test");
    const { id } = await createKey(tx, { tenantId, name: "operator", role: "operator" });
    return { id, tenantId, role: "operator", name: "operator" };
  });
  const { tenantId, id: createdBy } = operator;
  [projectId, otherId] = (await database.tenant(tenantId, async (tx) => [
    (await insertProject(tx, { tenantId, name: "orders", createdBy })).id,
    (await insertProject(tx, { tenantId, name: "other", createdBy })).id,
  ])) as [string, string];
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
  await put({}, TENANT);
  sessions = await Promise.all(IDS.map((_id, n) => startSession(n)));
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  await database.close();
  await fresh.drop();
});

type Owner = Omit<PolicyOwner, "tenantId">;
const LAYERS: Record<string, () => Owner> = {
  user: () => ({ principalId: operator.id }),
  project: () => ({ projectId }),
  local: () => ({ principalId: operator.id, projectId }),
  tenant: () => ({}),
};

async function put(owner: Owner, document: PolicyDocument): Promise<void> {
  const { tenantId, id } = operator;
  await database.tenant(tenantId, async (tx) => {
    await actFor(tx, id);
    await putPolicy(tx, { tenantId, ...owner, document, comment: "", createdBy: `principal:${id}` });
  });
}

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
  const desktop = { image: "default", display: "1280x800", isolation: "container" } as const;
  const { tenantId, id: principalId } = operator;
  const grants = ["computer_use", "screen", "write"];
  const { id } = await database.tenant(tenantId, (tx) =>
    insertSession(tx, { tenantId, principalId, projectId, desktop, grants, idleTimeoutSeconds: 900 }),
  );
  expect((await call(worker, "/internal/sessions", { sessionId: id, request: {} })).status).toBe(204);
  return id;
}

/** What each worker's session answers to the same click: `ok`, or who denied it. */
async function answers(): Promise<string[]> {
  return Promise.all(
    sessions.map(async (id, n) => {
      const response = await call(n, `/internal/sessions/${id}/actions`, {
        tool: "computer_mouse_click",
        params: { x: 1, y: 1 },
      });
      if (response.ok) return "ok";
      const { code, data } = Problem.parse(await response.json());
      return `${code} ${data?.layer}`;
    }),
  );
}
/** Room for questions asked again and again. */
const TENANT: PolicyDocument = { grantable: ["*"], rate: { actionsPerSecond: 1_000 } };
const OFF = { features: { computer_mouse_click: false } };
/** From the commit on, in every worker. */
const soon = { timeout: 1_000, interval: 20 };

beforeEach(() => expect.poll(answers, soon).toEqual(["ok", "ok"]));

it.each(Object.keys(LAYERS))(
  "a change of the layer %s is in force in every worker within a second, in running sessions",
  async (layer) => {
    const owner = LAYERS[layer]!();
    const document = layer === "tenant" ? TENANT : {};
    await put(owner, { ...document, ...OFF });
    await expect.poll(answers, soon).toEqual([`policy.denied ${layer}`, `policy.denied ${layer}`]);
    await put(owner, document);
    await expect.poll(answers, soon).toEqual(["ok", "ok"]);
  },
);

it("a change of the fleet's is in force in every worker within a second, and so is its lock", async () => {
  const fleet = (document: PolicyDocument) =>
    database.system((tx) => putPolicy(tx, { tenantId: null, document, comment: "", createdBy: "system" }));
  await put({ principalId: operator.id }, OFF);
  await expect.poll(answers, soon).toEqual(["policy.denied user", "policy.denied user"]);
  await fleet({ locks: ["features"] });
  await expect.poll(answers, soon).toEqual(["ok", "ok"]);
  await fleet({ locks: ["features"], ...OFF });
  await expect.poll(answers, soon).toEqual(["policy.denied fleet", "policy.denied fleet"]);
  await fleet({});
  await put({ principalId: operator.id }, {});
});

it("what another project or another principal has is nobody else's", async () => {
  await put({ projectId: otherId }, OFF);
  await put({ projectId: otherId, principalId: operator.id }, OFF);
  const { tenantId } = operator;
  const { id } = await database.tenant(tenantId, (tx) => createKey(tx, { tenantId, name: "other", role: "operator" }));
  await database.tenant(tenantId, async (tx) => {
    await actFor(tx, id);
    await putPolicy(tx, { tenantId, principalId: id, document: OFF, comment: "", createdBy: `principal:${id}` });
  });
  // The signals arrive in order: once the one of this change has, those before it have.
  await put({ projectId }, OFF);
  await expect.poll(answers, soon).toEqual(["policy.denied project", "policy.denied project"]);
  await put({ projectId }, {});
  await expect.poll(answers, soon).toEqual(["ok", "ok"]);
});

it.each(Object.keys(LAYERS))(
  "a document of the layer %s that cannot be read closes the session to every action",
  async (layer) => {
    const owner = LAYERS[layer]!();
    await put(owner, { ruels: [{ effect: "deny", match: "tool(*)" }] } as unknown as PolicyDocument);
    await expect.poll(answers, soon).toEqual(["policy.denied fleet", "policy.denied fleet"]);
    await put(owner, layer === "tenant" ? TENANT : {});
    await expect.poll(answers, { timeout: 3_000, interval: 20 }).toEqual(["ok", "ok"]);
  },
);
