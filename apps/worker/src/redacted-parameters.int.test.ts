import { randomUUID } from "node:crypto";
import { type JsonObject, type Principal, RPC_ERRORS, TOOLS } from "@deskfleet/contracts";
import { createFakeDriver, type FakeDriver, RpcFailure } from "@deskfleet/desktop";
import {
  AuditWriter,
  createKey,
  createTenant,
  type Database,
  insertSession,
  openDatabase,
  putPolicy,
} from "@deskfleet/store";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { createAnchorEngine } from "./anchors/anchor-engine.ts";
import { shippedAuditor } from "./auditor/auditor-services.ts";
import { createLogger } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import { perform } from "./perform.ts";
import { EventSink } from "./sessions/event-sink.ts";
import type { LiveSession, Services } from "./sessions/live-session.ts";
import { SessionHost } from "./sessions/session-host.ts";
import { storeRecords } from "./sessions/store-records.ts";

/**
 * Redacted parameters are kept out of every sink by the pipeline: a canary goes through each tool that has some, on every
 * way that an action can end, and is then looked for in all tables and in the log.
 */
const CANARY = "canary-5f2c81d09b";
const SECRET = "ab".repeat(32);

/** A call for each tool that redacts something. */
const CALLS: Readonly<Record<string, JsonObject>> = {
  computer_keyboard_type: { text: CANARY },
  computer_clipboard_paste: { text: CANARY },
  computer_file_write: { path: "/workspace/a.txt", content: CANARY },
  computer_process_start: { argv: ["echo"], env: { TOKEN: CANARY } },
  set_value: { element: { role: "text entry area" }, value: CANARY },
  type_text: { text: CANARY },
  computer_run_steps: { steps: [{ tool: "computer_keyboard_type", params: { text: CANARY } }] },
};

let fresh: TestDatabase;
let database: Database;
let audit: AuditWriter;
let driver: FakeDriver;
let services: Services;
let host: SessionHost;
let principal: Principal;
const log: string[] = [];

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url, applicationName: "test", secret: SECRET });
  principal = await database.system(async (tx) => {
    const tenantId = await createTenant(tx, "test");
    const { id } = await createKey(tx, { tenantId, name: "operator", role: "operator" });
    return { id, tenantId, role: "operator", name: "operator" };
  });
  const { tenantId } = principal;
  const document = { grantable: ["computer_use", "screen", "write"], processes: { programs: ["echo"] } };
  await database.tenant(tenantId, (tx) => putPolicy(tx, { tenantId, document, comment: "", createdBy: "system" }));
  audit = new AuditWriter({ url: fresh.url, secret: SECRET });
  driver = createFakeDriver();
  const logger = createLogger("debug", { write: (line: string) => void log.push(line) });
  const records = storeRecords(database);
  services = {
    ...{ workerId: "worker-1", records, audit, log: logger, newId: randomUUID, now: Date.now },
    metrics: createMetrics(),
    anchors: createAnchorEngine(logger),
    auditor: shippedAuditor(),
    events: new EventSink(records, logger),
  };
  const claim = (kind: Parameters<FakeDriver["start"]>[0], signal: AbortSignal) => driver.start(kind, signal);
  host = new SessionHost({
    services,
    source: {
      claim: (kind, signal) =>
        claim(
          { ...kind, workerId: "worker-1", fleetId: "test", expiresAt: new Date(8.64e15), startTimeoutMs: 5_000 },
          signal,
        ),
      release: (desktop) => driver.destroy(desktop.id),
    },
    choice: { images: new Map([["default", "deskfleet/desktop:test"]]), display: "xvnc" },
    slots: 8,
  });
});
afterAll(async () => {
  await host.closeAll();
  await services.events.flush();
  await audit.close();
  await database.close();
  await fresh.drop();
});

async function open(grants: string[]): Promise<LiveSession> {
  const { tenantId, id: principalId } = principal;
  const desktop = { image: "default", display: "1280x800", isolation: "container" } as const;
  const { id: sessionId, fencingToken } = await database.tenant(tenantId, (tx) =>
    insertSession(tx, { tenantId, principalId, desktop, grants, idleTimeoutSeconds: 900 }),
  );
  return host.open({ sessionId, tenantId, principal, desktop, grants, fencingToken });
}

/** Every row of every table, as text. */
async function everythingStored(): Promise<string> {
  const client = new pg.Client({ connectionString: fresh.url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`SELECT to_jsonb(t)::text AS text FROM ${name} AS t`);
      texts.push(...rows.map(({ text }) => text));
    }
    return texts.join("\n");
  } finally {
    await client.end();
  }
}

it("there is a call for every tool that redacts parameters", () => {
  const redacting = [...TOOLS.values()].filter(({ redactedParameters }) => redactedParameters.length > 0);
  expect(Object.keys(CALLS).sort()).toEqual(redacting.map(({ id }) => id).sort());
});

it("the canary is in no table and in no line of the log, however the action ended", async () => {
  const endings = new Set<string>();
  const act = async (session: LiveSession, tool: string, params: JsonObject) => {
    try {
      endings.add((await perform(session, { tool, params, principal })).outcome);
    } catch (error) {
      // What the caller gets is not looked at here: it is its own value. But a message may not repeat it either.
      expect(String(error)).not.toContain(CANARY);
      endings.add((error as { code: string }).code);
    }
  };
  const all = Object.entries(CALLS);
  const [whole, without, failing] = [
    await open(["computer_use", "screen", "write"]),
    await open(["computer_use"]),
    await open(["computer_use", "write"]),
  ];
  for (const session of [whole, without, failing])
    driver.machine(session.desktop.id).openWindow("Notes", "editor", ["editor"]);
  for (const [method] of all)
    driver.machine(failing.desktop.id).overrides.set(method, () => {
      throw new RpcFailure(RPC_ERRORS.CONFLICT, `it failed with ${CANARY}`, { reason: CANARY, text: CANARY });
    });
  for (const session of [whole, without, failing]) for (const [tool, params] of all) await act(session, tool, params);
  for (const [tool, params] of all) await act(whole, tool, { ...params, surprise: CANARY });
  await act(whole, "computer_file_write", { path: "/etc/passwd", content: CANARY });
  whole.become("stopped");
  for (const [tool, params] of all) await act(whole, tool, params);
  expect([...endings]).toEqual(
    expect.arrayContaining(["done", "ask", "action.failed", "request.invalid", "policy.denied", "session.stopped"]),
  );

  await host.closeAll();
  await services.events.flush();
  const stored = await everythingStored();
  const isIn = (text: string) => text.includes(CANARY) || text.includes(Buffer.from(CANARY).toString("hex"));
  expect([stored.includes("computer_clipboard_paste"), stored.includes('"redacted": true')]).toEqual([true, true]);
  expect([isIn(stored), isIn(log.join("\n"))]).toEqual([false, false]);
});
