import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Batch, PolicyVersion, StoredWorkflow } from "@deskfleet/contracts";
import { bootstrapAdmin, migrate } from "@deskfleet/store";
import pg from "pg";
import { type ApiClient, apiClient } from "../../infra/demo/api-client.ts";
import { type FleetProcess, startFleetProcess } from "../../infra/setup/child.ts";
import { freePort } from "../../infra/setup/free-port.ts";
import { removeLeftoverDesktops } from "../../infra/setup/leftover-desktops.ts";
import { ROOT } from "../../infra/setup/paths.ts";
import { endProcess } from "../../infra/setup/processes.ts";
import { runProgram } from "../../infra/setup/run-command.ts";

/** A fleet of real processes and real desktops, for tests that break it: API, workers by name, the demo's workflow. */
export interface ChaosFleet {
  readonly api: ApiClient;
  readonly secret: string;
  startWorker(name: string): Promise<FleetProcess>;
  /** SIGKILL at a moment when an action's intent is committed and its outcome is not. */
  killInAction(name: string): Promise<void>;
  /** SIGKILL, and a new process on the same port. */
  restartApi(): Promise<void>;
  /** Containers of the fleet, or of one worker: their ids. */
  containers(worker?: string): Promise<string[]>;
  removeContainer(id: string): Promise<void>;
  /** The demo's orders as a batch. */
  submitOrders(concurrency: number): Promise<Batch>;
  /** Past every policy. A lost connection is retried: the database may be restarting. */
  query<T extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

const DEMO = join(ROOT, "infra/demo");
const GRANTS = ["computer_use", "screen", "write", "app(order-desk)"];
/** By then a statement that was sent has been committed. */
const IN_FLIGHT_MS = 300;
const OPEN_INTENTS = `select 1 from audit_records i join attempts a on a.id = i.attempt_id
  where a.worker_id = $1 and i.kind = 'intent' and not exists (select from audit_records o where o.intent_id = i.id)`;

export async function startChaosFleet(options: {
  databaseUrl: string;
  redisUrl?: string | undefined;
}): Promise<ChaosFleet> {
  const { databaseUrl, redisUrl } = options;
  const fleetId = `chaos-${randomBytes(4).toString("hex")}`;
  const secret = randomBytes(32).toString("hex");
  const dockerHost = process.env.DOCKER_HOST ?? "unix:///var/run/docker.sock";
  const port = await freePort();
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...{ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl ?? "", DESKFLEET_SECRET: secret, DESKFLEET_FLEET_ID: fleetId },
    ...{ DESKFLEET_API_PORT: String(port), DOCKER_HOST: dockerHost, DESKFLEET_SLOTS: "2", DESKFLEET_WARM: "0" },
  };
  await migrate(databaseUrl);
  const { key } = await bootstrapAdmin(databaseUrl);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on("error", () => undefined);
  const workers = new Map<string, FleetProcess>();
  let apiProcess = await startFleetProcess("api", fleetId, env);
  const api = apiClient(`http://127.0.0.1:${port}`, key ?? "");

  async function query<T extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<T[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return (await pool.query<T>(sql, values)).rows;
      } catch (error) {
        if (attempt === 40) throw error;
        await sleep(250);
      }
    }
  }
  async function containers(worker?: string): Promise<string[]> {
    const filters = [`label=deskfleet.fleet=${fleetId}`, ...(worker ? [`label=deskfleet.worker=${worker}`] : [])];
    const argv = ["docker", "ps", "-aq", ...filters.flatMap((filter) => ["--filter", filter])] as const;
    const { stdout } = await runProgram(argv, { env });
    return stdout.split("\n").filter((id) => id !== "");
  }

  return {
    api,
    secret,
    query,
    containers,
    startWorker: async (name) => {
      const started = await startFleetProcess("worker", `${fleetId}-${name}`, { ...env, DESKFLEET_WORKER_ID: name });
      workers.set(name, started);
      return started;
    },
    killInAction: async (name) => {
      const { pid } = workers.get(name) as FleetProcess;
      const isActing = async () => (await query(OPEN_INTENTS, [name])).length > 0;
      for (;;) {
        process.kill(pid, "SIGSTOP");
        // Twice: the outcome may have been on its way to Postgres when the worker stopped.
        if ((await isActing()) && (await sleep(IN_FLIGHT_MS, true)) && (await isActing())) break;
        process.kill(pid, "SIGCONT");
        await sleep(5);
      }
      await endProcess(pid, 5_000, "SIGKILL");
    },
    restartApi: async () => {
      await endProcess(apiProcess.pid, 5_000, "SIGKILL");
      apiProcess = await startFleetProcess("api", fleetId, env);
    },
    removeContainer: async (id) => void (await runProgram(["docker", "rm", "-f", id], { env })),
    submitOrders: async (concurrency) => {
      const document = { grantable: GRANTS };
      await api.send("PUT", "/v1/policies/tenant", { document, comment: "" }, PolicyVersion);
      const text = readFileSync(join(DEMO, "enter-order.yaml"), "utf8");
      await api.sendText("/v1/workflows", text, "application/yaml", StoredWorkflow);
      const csv = readFileSync(join(DEMO, "orders.csv"), "utf8");
      const batch = { reference: "chaos", workflow: "enter-order@1", csv, concurrency };
      return api.send("POST", "/v1/batches", batch, Batch);
    },
    close: async () => {
      await Promise.all([...workers.values()].map((worker) => worker.stop()));
      await apiProcess.stop();
      await pool.end();
      await removeLeftoverDesktops(fleetId, dockerHost);
    },
  };
}
