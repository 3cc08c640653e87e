import { bootstrapAdmin } from "@deskfleet/store";
import { type FleetProcess, startFleetProcess } from "../../infra/setup/child.ts";
import { freshDatabase } from "../support/database.ts";

/** What a test needs to call the fleet that all tests of this folder share. */
export interface FleetAccess {
  readonly url: string;
  readonly key: string;
  /** Label of its desktops. */
  readonly fleetId: string;
  /** As its administrator: what it keeps, all of it. */
  readonly databaseUrl: string;
  /** Files that its processes log to, and the byte where they began. */
  readonly logs: readonly { readonly path: string; readonly start: number }[];
}

/** Every program may be driven: what asks and what denies is tested elsewhere. */
export const POLICY = {
  grants: ["computer_use", "screen", "write", "titles", "app(*)"],
  rules: [{ effect: "allow", match: "app(*)" }],
  rate: { actionsPerSecond: 1_000, failuresInRow: 100 },
};

/** API and worker as processes of their own on desktops with every toolkit, on a database of their own. */
export async function startFleet(image: string): Promise<{ access: FleetAccess; close(): Promise<void> }> {
  const database = await freshDatabase();
  const key = (await bootstrapAdmin(database.url)).key ?? "";
  const fleetId = `apps-${process.pid}`;
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    REDIS_URL: "",
    DESKFLEET_IMAGE: image,
    DESKFLEET_SECRET: "7a".repeat(32),
    DESKFLEET_FLEET_ID: fleetId,
    // All that they ever say: a test reads it for what must not be said.
    DESKFLEET_LOG_LEVEL: "debug",
    DESKFLEET_API_PORT: "0",
    DESKFLEET_API_REQUESTS_PER_MINUTE: "10000000",
    DESKFLEET_WORKER_ID: `apps-worker-${process.pid}`,
    DESKFLEET_SLOTS: "2",
    DESKFLEET_WARM: "1",
  };
  const processes: FleetProcess[] = [];
  const close = async () => {
    for (const child of processes.toReversed()) await child.stop();
    await database.drop();
  };
  try {
    for (const app of ["api", "worker"] as const) processes.push(await startFleetProcess(app, `apps-${app}`, env));
    const logs = processes.map(({ log, logStart }) => ({ path: log, start: logStart }));
    const access = { url: processes[0]?.url ?? "", key, fleetId, databaseUrl: database.url, logs };
    await call(access, "PUT", "/v1/policies/tenant", { document: POLICY, comment: "tests of real applications" });
    return { access, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Bearer call; answers the parsed JSON. @throws Error with the answer's text unless it is a success with a result */
export async function call(
  { url, key }: FleetAccess,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new CallError(response.status, body, text);
  const answer = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
  // A person is asked. No test here has one.
  if ("approval" in answer) throw new CallError(response.status, body, text);
  return answer;
}

export class CallError extends Error {
  override readonly name = "CallError";
  readonly status: number;
  /** What the answer says to people; the whole answer where it says nothing. */
  readonly detail: string;
  constructor(status: number, asked: unknown, text: string) {
    super(`${JSON.stringify(asked)?.slice(0, 500)} was answered ${status}: ${text.slice(0, 2_000)}`);
    this.status = status;
    const answer = text.startsWith("{") ? (JSON.parse(text) as { detail?: string }) : {};
    this.detail = answer.detail ?? text;
  }
}
