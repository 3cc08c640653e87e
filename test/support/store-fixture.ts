import type { AuditContext, NewAuditRecord, WorkflowDocument } from "@deskfleet/contracts";
import {
  createKey,
  createTenant,
  type Database,
  insertWorkflow,
  type NewJudgement,
  type NewTask,
  newId,
  openDatabase,
} from "@deskfleet/store";
import pg from "pg";
import { freshDatabase } from "./database.ts";

/** A migrated database of one test file. `admin` is a superuser: it sees and breaks everything, as an attacker with the server would. */
export interface StoreFixture {
  readonly url: string;
  readonly secret: string;
  readonly database: Database;
  readonly admin: pg.Pool;
  close(): Promise<void>;
}

export async function storeFixture(options: { max?: number } = {}): Promise<StoreFixture> {
  const fresh = await freshDatabase();
  const secret = "5e".repeat(32);
  const database = openDatabase({ url: fresh.url, applicationName: "store-test", max: options.max ?? 20, secret });
  const admin = new pg.Pool({ connectionString: fresh.url, max: 4 });
  // Dropping the database may end a connection that is just closing.
  admin.on("error", () => undefined);
  return {
    url: fresh.url,
    secret,
    database,
    admin,
    close: async () => {
      await database.close();
      await admin.end();
      await fresh.drop();
    },
  };
}

export interface TestTenant {
  readonly tenantId: string;
  readonly principalId: string;
  readonly key: string;
  readonly workflow: { readonly id: string; readonly name: string; readonly version: number };
}

const DOCUMENT: WorkflowDocument = {
  name: "enter-order",
  version: 1,
  inputs: { type: "object" },
  desktop: { image: "default", display: "1280x800", isolation: "container" },
  grants: [],
  steps: [{ do: "computer_screen_size", with: {} }],
  output: {},
};

/** A tenant with a key and a stored workflow. */
export async function makeTenant(database: Database, name: string): Promise<TestTenant> {
  return database.system(async (tx) => {
    const tenantId = await createTenant(tx, name);
    const { id: principalId, key } = await createKey(tx, { tenantId, name: "operator", role: "operator" });
    const { id } = await insertWorkflow(tx, { tenantId, document: DOCUMENT, createdBy: `principal:${principalId}` });
    return { tenantId, principalId, key, workflow: { id, name: DOCUMENT.name, version: DOCUMENT.version } };
  });
}

export function newTask(tenant: TestTenant, changes: Partial<NewTask> = {}): NewTask {
  return {
    tenantId: tenant.tenantId,
    createdBy: tenant.principalId,
    workflow: tenant.workflow,
    inputs: { customer: "Łódź 東京" },
    priority: 50,
    timeoutMs: 600_000,
    maxAttempts: 3,
    ...changes,
  };
}

export function newAuditRecord(tenantId: string, chain: string, changes: Partial<NewAuditRecord> = {}): NewAuditRecord {
  return {
    id: newId(),
    tenantId,
    chain,
    kind: "intent",
    at: new Date().toISOString(),
    sessionId: null,
    taskId: null,
    attemptId: null,
    actor: "system",
    action: "computer_mouse_click",
    params: { x: 10, y: 20, button: "left" },
    evaluation: null,
    intentId: null,
    result: null,
    reason: null,
    durationMs: null,
    frame: null,
    ...changes,
  };
}

/** A click on a button that pays, which the shipped rules stop when nobody asked for it. */
export const PAYING: AuditContext = {
  ...{ action: "click", target: { role: "button", text: "Pay now" }, targetAtExecution: null },
  place: { url: "https://shop.example.com/cart", linkTarget: null, formAction: null },
  page: { text: "Your cart. Total: 80 EUR", hidden: [], fields: [] },
  ...{ goal: "Read the prices", trustedDomains: ["shop.example.com"] },
  content: {
    ...{ kinds: [], autofilled: [], amount: null, fromSteps: [] },
    ...{ source: null, isForeign: false, text: "" },
  },
  ...{ sees: [], effect: null, command: null, path: null, confirmation: null, atSeconds: null, recent: [] },
  ledger: {
    ...{ step: 0, failuresInRow: 0, data: [], pages: {}, directives: [], done: [] },
    ...{ files: {}, copied: [], lookups: {}, confirmations: {} },
  },
};

export function newJudgement(changes: Partial<NewJudgement> & Pick<NewJudgement, "sessionId">): NewJudgement {
  return {
    id: newId(),
    ...{ taskId: null, actionId: null, tool: "click", mode: "shadow", isEnforced: false, verdict: "block" },
    evidence: [
      { rule: "consequence.unasked", version: 1, severity: "block", reason: "it pays, which nobody asked for" },
      { rule: "step.unexplained", version: 1, severity: "warn", reason: "it is not part of the goal" },
    ],
    ...{ rulesVersion: "deskfleet@1", model: null, isFromCache: false, approvalId: null, context: PAYING },
    ...changes,
  };
}
