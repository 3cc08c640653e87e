import { existsSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { bootstrapAdmin, migrate } from "@deskfleet/store";
import { entryPoint, type FleetProcess, lastLines, startFleetProcess } from "./child.ts";
import { buildConsole } from "./console.ts";
import { ensureDatabase } from "./database.ts";
import { findEngine } from "./engine.ts";
import { claimFleet, recordChildren, releaseFleet } from "./fleet-record.ts";
import { buildImage } from "./image.ts";
import { removeLeftoverDesktops } from "./leftover-desktops.ts";
import { shortHash, stateFolder, writePrivate } from "./paths.ts";
import { startPostgres } from "./postgres.ts";
import { startRedis } from "./redis.ts";
import { fleetSecrets } from "./secrets.ts";
import { step as runStep, SetupError } from "./step.ts";

export interface Fleet {
  readonly url: string;
  readonly adminKey: string;
  readonly databaseUrl: string;
  /** Resolves when a process of the fleet ends that nobody stopped, with a text that holds its last log lines. */
  readonly crashed: Promise<string>;
  /** Worker first (it drains), then the API, then the services that this command started. Idempotent. */
  stop(): Promise<void>;
}

export interface FleetOptions {
  /** The API's port; 0: any free one. */
  readonly port: number;
  /** Starts a private Redis for the queue; `REDIS_URL` does the same with a given one. */
  readonly isRedisWanted: boolean;
  /** Aborting ends the set-up after the step that runs, and stops what was started. */
  readonly signal: AbortSignal;
}

/** Sets up whatever is missing on this machine and starts the whole fleet: Postgres, API and one worker. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  await claimFleet();
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (let next = stops.pop(); next; next = stops.pop()) await next();
    releaseFleet();
  };
  try {
    return await start(options, stops, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(options: FleetOptions, stops: (() => Promise<void>)[], stop: Fleet["stop"]): Promise<Fleet> {
  const step: typeof runStep = (title, work) => {
    options.signal.throwIfAborted();
    return runStep(title, work);
  };
  const dockerHost = await step("Container engine", findEngine);
  const image = await step("Desktop image", (report) => buildImage(dockerHost, report));
  await step("Console", buildConsole);
  const databaseUrl = await database(stops);
  const redisUrl = await redis(options, stops);
  const adminKey = await step("Tables and administrator", async (report) => {
    await migrate(databaseUrl);
    const key = await administratorKey(databaseUrl);
    report.done(`key in ${adminKeyPath()}`);
    return key;
  });
  const { secret, fleetId } = fleetSecrets();
  const env = { ...process.env, DATABASE_URL: databaseUrl, DESKFLEET_SECRET: secret, DESKFLEET_FLEET_ID: fleetId };
  const processes: FleetProcess[] = [];
  const launch = async (app: "api" | "worker", appEnv: NodeJS.ProcessEnv) => {
    const started = await step(`Process ${app}`, async (report) => {
      const child = await startFleetProcess(app, app, { ...env, ...appEnv });
      report.done(`pid ${child.pid}, ${child.url}, log ${child.log}`);
      return child;
    });
    processes.push(started);
    recordChildren(processes.map(({ pid }, index) => ({ pid, entry: entryPoint(index === 0 ? "api" : "worker") })));
    return started;
  };
  const api = await launch("api", { DESKFLEET_API_PORT: String(options.port) });
  stops.push(api.stop);
  stops.push(async () => {
    const count = await removeLeftoverDesktops(fleetId, dockerHost);
    if (count > 0) process.stderr.write(`  removed ${count} desktops that the worker left\n`);
  });
  const worker = await launch("worker", {
    DOCKER_HOST: dockerHost,
    DESKFLEET_IMAGE: image,
    DESKFLEET_WORKER_ID: process.env.DESKFLEET_WORKER_ID ?? `${hostname()}-1`,
    ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
  });
  stops.push(worker.stop);
  options.signal.throwIfAborted();
  const crashed = Promise.race(
    processes.map(
      async ({ ended, log, logStart }) => `${await ended}; the end of ${log}:\n${lastLines(log, logStart)}`,
    ),
  );
  return { url: api.url, adminKey, databaseUrl, crashed, stop };
}

async function database(stops: (() => Promise<void>)[]): Promise<string> {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const postgres = await runStep("PostgreSQL", (report) =>
    startPostgres({ name: "postgres", isThrowaway: false }, report),
  );
  stops.push(postgres.stop);
  await ensureDatabase(postgres.url, "deskfleet");
  return postgres.databaseUrl("deskfleet");
}

/** undefined: the queue runs on Postgres. */
async function redis(options: FleetOptions, stops: (() => Promise<void>)[]): Promise<string | undefined> {
  if (process.env.REDIS_URL || !options.isRedisWanted) return process.env.REDIS_URL;
  const started = await runStep("Redis", (report) => startRedis("redis", report));
  stops.push(started.stop);
  return started.url;
}

/** The database keeps only the key's hash: the key itself is shown once, when it is made, and kept in `.state`. */
async function administratorKey(databaseUrl: string): Promise<string> {
  const path = adminKeyPath();
  const { key } = await bootstrapAdmin(databaseUrl);
  if (key) writePrivate(path, key);
  const kept = process.env.DESKFLEET_ADMIN_KEY ?? (existsSync(path) ? readFileSync(path, "utf8").trim() : undefined);
  if (kept) return kept;
  throw new SetupError(
    "this database has an administrator already, and its key is not in this checkout's .state",
    "give the key in DESKFLEET_ADMIN_KEY, or use another database",
  );
}

/** A database that was given has a key of its own: it is not the embedded one's. */
function adminKeyPath(): string {
  const given = process.env.DATABASE_URL;
  return join(stateFolder(), given ? `admin-key-${shortHash(given)}` : "admin-key");
}
