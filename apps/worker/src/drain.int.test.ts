import { createHmac } from "node:crypto";
import { INTERNAL_TOKEN_TTL_SECONDS, type Principal, Problem } from "@deskfleet/contracts";
import { createFakeDriver } from "@deskfleet/desktop";
import {
  createKey,
  createTenant,
  type Database,
  findWorker,
  insertSession,
  openDatabase,
  putPolicy,
  setWorkerDraining,
} from "@deskfleet/store";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { readConfig } from "./config.ts";
import { createLogger } from "./log.ts";
import { type RunningWorker, startWorker } from "./start-worker.ts";

const SECRET = "ab".repeat(32);
const WORKER = "worker-drain";
const PATIENCE = { timeout: 30_000, interval: 100 };
let fresh: TestDatabase;
let database: Database;
let operator: Principal;
let worker: RunningWorker | null = null;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, applicationName: "test", secret: SECRET });
  operator = await database.system(async (tx) => {
    const tenantId = await createTenant(tx, "test");
    const document = { grantable: ["computer_use", "write"] };
    await putPolicy(tx, { tenantId, document, comment: "", createdBy: "system" });
    const { id } = await createKey(tx, { tenantId, name: "operator", role: "operator" });
    return { id, tenantId, role: "operator", name: "operator" };
  });
});
afterEach(async () => {
  await worker?.close();
  worker = null;
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

async function start(): Promise<void> {
  const config = readConfig({
    DATABASE_URL: fresh.url,
    DESKFLEET_SECRET: SECRET,
    DESKFLEET_WORKER_ID: WORKER,
    DESKFLEET_IMAGE: "deskfleet/desktop:test",
    DESKFLEET_SLOTS: "3",
    DESKFLEET_WARM: "1",
  });
  worker = await startWorker(config, createLogger("error"), createFakeDriver());
}
async function call(path: string, body: unknown): Promise<Response> {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(Date.now() / 1_000) + INTERNAL_TOKEN_TTL_SECONDS;
  const claims = { aud: WORKER, method: "POST", path, exp, principal: operator };
  const content = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  const signature = createHmac("sha256", Buffer.from(SECRET, "hex")).update(content).digest("base64url");
  const headers = { authorization: `Bearer ${content}.${signature}`, "content-type": "application/json" };
  return fetch(`${worker?.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}
/** A new session's id and what the worker said: `open`, or the problem's code. */
async function open(): Promise<{ id: string; said: string }> {
  const desktop = { image: "default", display: "1280x800", isolation: "container" } as const;
  const { tenantId, id: principalId } = operator;
  const grants = ["computer_use", "write"];
  const row = await database.tenant(tenantId, (tx) =>
    insertSession(tx, { tenantId, principalId, desktop, grants, idleTimeoutSeconds: 900 }),
  );
  const response = await call("/internal/sessions", { sessionId: row.id, request: {} });
  return { id: row.id, said: response.ok ? "open" : Problem.parse(await response.json()).code };
}
const drain = (isDraining: boolean) => database.system((tx) => setWorkerDraining(tx, WORKER, isDraining));
const close = (id: string) => call(`/internal/sessions/${id}/close`, {});
const click = (id: string) =>
  call(`/internal/sessions/${id}/actions`, { tool: "computer_mouse_click", params: { x: 1, y: 1 } });
async function becomes(said: string): Promise<void> {
  await vi.waitFor(async () => {
    const tried = await open();
    if (tried.said === "open") await close(tried.id);
    expect(tried.said).toBe(said);
  }, PATIENCE);
}

describe("a worker that an operator drains", () => {
  it("refuses new sessions within three seconds, goes on with what lives, and opens again after the resume", async () => {
    await start();
    const living = await open();
    expect(living.said).toBe("open");
    await drain(true);
    const startedMs = performance.now();
    await becomes("capacity.exhausted");
    // Reports come every two seconds; the rest is for a machine with more to do.
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    expect((await click(living.id)).status).toBe(200);
    await drain(false);
    await becomes("open");
    expect((await click(living.id)).status).toBe(200);
  });

  it("is drained from its first moment when it comes back", async () => {
    await start();
    await drain(true);
    await worker?.close();
    expect(await database.system((tx) => findWorker(tx, WORKER))).toMatchObject({ isDraining: true, used: 0 });
    await start();
    expect((await open()).said).toBe("capacity.exhausted");
    await drain(false);
    await becomes("open");
  });
});

it("a worker's report names the applications of its image once a desktop was up", async () => {
  await start();
  await vi.waitFor(async () => {
    const known = await database.system((tx) => findWorker(tx, WORKER));
    const orderDesk = { id: "order-desk", name: "Order desk", class: "business" };
    expect(known?.images).toEqual([{ name: "default", apps: expect.arrayContaining([orderDesk]) }]);
  }, PATIENCE);
});
