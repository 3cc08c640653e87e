import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { bootstrapAdmin, createKey, createTenant, openDatabase } from "@deskfleet/store";
import { buildConsole } from "../../infra/setup/console.ts";
import { freshDatabase } from "../support/database.ts";

/** An API and a worker as processes of their own, with real desktops, on a database of this test alone. */
export interface RealFleet {
  readonly url: string;
  readonly key: string;
  /** Bearer call; answers the parsed JSON. @throws Error for anything but a success */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails when it is not there
  call(method: string, path: string, body?: unknown): Promise<any>;
  /** Another tenant in the same fleet. @returns its administrator's key */
  addTenant(name: string): Promise<string>;
  /** Kills the API without warning and starts it again on the same port. */
  restartApi(): Promise<void>;
  close(): Promise<void>;
}

const ROOT = resolve(import.meta.dirname, "../..");
const READY_MS = 60_000;

export async function startRealFleet(): Promise<RealFleet> {
  await buildConsole();
  const database = await freshDatabase();
  const { key } = await bootstrapAdmin(database.url);
  const shared = {
    ...process.env,
    DATABASE_URL: database.url,
    DESKFLEET_SECRET: "6b".repeat(32),
    DESKFLEET_FLEET_ID: `browser-test-${process.pid}`,
    DESKFLEET_LOG_LEVEL: "warn",
    REDIS_URL: "",
  };
  const workerEnvironment = {
    ...shared,
    DESKFLEET_WORKER_ID: `browser-${process.pid}`,
    DESKFLEET_SLOTS: "4",
    DESKFLEET_WARM: "1",
  };
  const children: ChildProcess[] = [];
  const close = async () => {
    await Promise.all(children.map((child) => end(child, "SIGTERM")));
    await database.drop();
  };
  const launchKept = async (app: "api" | "worker", environment: NodeJS.ProcessEnv) => {
    const child = spawnApp(app, environment);
    children.push(child);
    return { child, url: await readyUrl(app, child) };
  };
  try {
    const [api] = await Promise.all([
      launchKept("api", { ...shared, DESKFLEET_API_PORT: "0" }),
      launchKept("worker", workerEnvironment),
    ]);
    await untilWarm(api.url, key ?? "");
    return fleetOf({
      api,
      key: key ?? "",
      databaseUrl: database.url,
      close,
      restart: (port) => launchKept("api", { ...shared, DESKFLEET_API_PORT: port }),
    });
  } catch (error) {
    await close();
    throw error;
  }
}

type Launched = { child: ChildProcess; url: string };
interface Parts {
  readonly api: Launched;
  readonly key: string;
  readonly databaseUrl: string;
  readonly close: () => Promise<void>;
  readonly restart: (port: string) => Promise<Launched>;
}

function fleetOf({ api, key, databaseUrl, close, restart }: Parts): RealFleet {
  let current = api.child;
  const { url } = api;
  return {
    url,
    key,
    call: async (method, path, body) => {
      const response = await fetch(url + path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
      return text === "" ? {} : JSON.parse(text);
    },
    addTenant: async (name) => {
      const database = openDatabase({ url: databaseUrl, applicationName: "browser-test", max: 1, secret: "" });
      try {
        return await database.system(async (tx) => {
          const tenantId = await createTenant(tx, name);
          return (await createKey(tx, { tenantId, name, role: "admin" })).key;
        });
      } finally {
        await database.close();
      }
    },
    restartApi: async () => {
      await end(current, "SIGKILL");
      current = (await restart(new URL(url).port)).child;
    },
    close,
  };
}

/** Until the worker has a desktop that waits: a test that starts a session then measures no cold start. */
async function untilWarm(url: string, key: string): Promise<void> {
  const deadline = performance.now() + READY_MS;
  for (;;) {
    const response = await fetch(`${url}/v1/capacity`, { headers: { authorization: `Bearer ${key}` } });
    const { warm } = (await response.json()) as { warm: number };
    if (warm > 0) return;
    if (performance.now() > deadline)
      throw new Error(`no warm desktop in time: is the image ${process.env.DESKFLEET_IMAGE} built?`);
    await sleep(250);
  }
}

function spawnApp(app: "api" | "worker", env: NodeJS.ProcessEnv): ChildProcess {
  const entry = join(ROOT, "apps", app, "src/main.ts");
  return spawn(process.execPath, ["--conditions=source", "--import", "tsx", entry], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function readyUrl(app: string, child: ChildProcess): Promise<string> {
  return new Promise<string>((resolveUrl, reject) => {
    const lines: string[] = [];
    const timer = setTimeout(() => reject(new Error(`${app} was not ready in time:\n${lines.join("\n")}`)), READY_MS);
    createInterface({ input: child.stdout! }).on("line", (line) => {
      lines.push(line);
      const message = line.startsWith("{") ? JSON.parse(line) : {};
      if (message.msg !== "ready") return;
      clearTimeout(timer);
      resolveUrl(message.url);
    });
    child.once("exit", (code) => reject(new Error(`${app} ended with ${code}:\n${lines.join("\n")}`)));
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}
