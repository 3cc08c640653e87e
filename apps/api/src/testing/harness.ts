import type { Role } from "@deskfleet/contracts";
import {
  bootstrapAdmin,
  createKey,
  createTenant,
  type Database,
  insertSession,
  type SessionRecord,
  updateSession,
  upsertWorker,
} from "@deskfleet/store";
import pino from "pino";
import { readConfig } from "../config.ts";
import { type RunningApi, startApi } from "../start-api.ts";
import { FakeWorker } from "./fake-worker.ts";

const SECRET = "5e".repeat(32);

/** One caller. */
export interface Caller {
  readonly tenantId: string;
  readonly principalId: string;
  readonly role: Role;
  readonly key: string;
}
export type Tenant = Record<Role, Caller>;

/** A real API process's parts on a real Postgres, with a worker that is not one. */
export interface Harness {
  readonly api: RunningApi;
  readonly url: string;
  readonly database: Database;
  readonly worker: FakeWorker;
  /** The fleet's operator, and two ordinary tenants. */
  readonly operator: Caller;
  readonly ours: Tenant;
  readonly theirs: Tenant;
  /** Lines that were logged. */
  readonly log: string[];
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** The fake worker reports; a fleet forgets one that did not for 15 seconds. */
  reportWorker(): Promise<void>;
  /** A live session of the caller on the fake worker. */
  openSession(caller: Caller): Promise<SessionRecord>;
  close(): Promise<void>;
}
export interface RequestOptions {
  readonly as?: Caller | null;
  readonly json?: unknown;
  readonly body?: RequestInit["body"];
  readonly headers?: Record<string, string>;
}
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed when the answer is JSON; null otherwise. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails when it is not there
  readonly json: any;
}

export async function startHarness(databaseUrl: string, environment: Record<string, string> = {}): Promise<Harness> {
  const { tenantId } = await bootstrapAdmin(databaseUrl);
  const log: string[] = [];
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DESKFLEET_SECRET: SECRET,
    DESKFLEET_API_PORT: "0",
    DESKFLEET_LOG_LEVEL: "debug",
    ...environment,
  });
  const api = await startApi(config, pino({ level: config.logLevel }, { write: (line) => log.push(line) }));
  const { database } = api.services;
  const worker = new FakeWorker({ id: "worker-1", secret: SECRET });
  const workerUrl = await worker.start();
  const report = {
    id: worker.id,
    url: workerUrl,
    slots: 4,
    used: 0,
    warm: 2,
    images: [{ name: "default", apps: null }],
    runtimes: ["runc"],
    confinement: null,
  };
  const reportWorker = async () => {
    await database.system((tx) => upsertWorker(tx, report));
  };
  await reportWorker();
  const callers = { ours: await makeTenant(database, "ours"), theirs: await makeTenant(database, "theirs") };
  const admin = await database.system((tx) => createKey(tx, { tenantId, name: "operator", role: "admin" }));

  return {
    ...callers,
    api,
    url: api.url,
    database,
    worker,
    operator: { tenantId, principalId: admin.id, role: "admin", key: admin.key },
    log,
    reportWorker,
    request: (method, path, options = {}) => send(api.url + path, method, { as: callers.ours.admin, ...options }),
    openSession: async (caller) => {
      const desktop = { image: "default", display: "1280x800", isolation: "container" } as const;
      const { tenantId, principalId } = caller;
      return database.tenant(tenantId, async (tx) => {
        const { id } = await insertSession(tx, { tenantId, principalId, desktop, grants: [], idleTimeoutSeconds: 900 });
        return (await updateSession(tx, id, { state: "active", workerId: worker.id })) as SessionRecord;
      });
    },
    close: async () => {
      await api.close();
      await worker.close();
    },
  };
}

async function makeTenant(database: Database, name: string): Promise<Tenant> {
  return database.system(async (tx) => {
    const tenantId = await createTenant(tx, name);
    const make = async (role: Role): Promise<Caller> => {
      const { id, key } = await createKey(tx, { tenantId, name: `${name} ${role}`, role });
      return { tenantId, principalId: id, role, key };
    };
    return {
      viewer: await make("viewer"),
      operator: await make("operator"),
      approver: await make("approver"),
      admin: await make("admin"),
    };
  });
}

async function send(url: string, method: string, options: RequestOptions): Promise<Answer> {
  const { as, json, body, headers } = options;
  const response = await fetch(url, {
    method,
    headers: {
      ...(as ? { authorization: `Bearer ${as.key}` } : {}),
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(json === undefined ? (body === undefined ? {} : { body }) : { body: JSON.stringify(json) }),
    redirect: "manual",
  });
  const text = await response.text();
  const isJson = /\bjson\b/.test(response.headers.get("content-type") ?? "") && text !== "";
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null };
}

/** What a problem answer is compared by. */
export const codeOf = (answer: Answer) => ({ status: answer.status, code: answer.json?.code });

export const WORKFLOW = {
  name: "enter-order",
  version: 1,
  inputs: {
    type: "object",
    required: ["customer", "quantity"],
    properties: { customer: { type: "string", minLength: 1 }, quantity: { type: "integer", minimum: 1 } },
    additionalProperties: false,
  },
  steps: [{ do: "computer_screen_size" }],
};
