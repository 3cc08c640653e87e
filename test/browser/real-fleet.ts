import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { bootstrapAdmin } from "@deskfleet/store";
import { freshDatabase } from "../support/database.ts";

/** An API and a worker as processes of their own, with real desktops, on a database of this test alone. */
export interface RealFleet {
  readonly url: string;
  readonly key: string;
  /** Bearer call; answers the parsed JSON. @throws Error for anything but a success */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails when it is not there
  call(method: string, path: string, body?: unknown): Promise<any>;
  /** Kills the API without warning and starts it again on the same port. */
  restartApi(): Promise<void>;
  close(): Promise<void>;
}

const ROOT = resolve(import.meta.dirname, "../..");
const READY_MS = 60_000;

export async function startRealFleet(): Promise<RealFleet> {
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
  const [api, worker] = await Promise.all([
    launch("api", { ...shared, DESKFLEET_API_PORT: "0" }),
    launch("worker", workerEnvironment),
  ]);
  await untilWarm(api.url, key ?? "");
  const processes = { api: api.child, worker: worker.child };
  const { url } = api;
  return {
    url,
    key: key ?? "",
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
    restartApi: async () => {
      await end(processes.api, "SIGKILL");
      processes.api = (await launch("api", { ...shared, DESKFLEET_API_PORT: new URL(url).port })).child;
    },
    close: async () => {
      await Promise.all([end(processes.api, "SIGTERM"), end(processes.worker, "SIGTERM")]);
      await database.drop();
    },
  };
}

/** Until the worker has a desktop that waits: a test that starts a session then measures no cold start. */
async function untilWarm(url: string, key: string): Promise<void> {
  const deadline = performance.now() + READY_MS;
  for (;;) {
    const response = await fetch(`${url}/v1/capacity`, { headers: { authorization: `Bearer ${key}` } });
    const { warm } = (await response.json()) as { warm: number };
    if (warm > 0) return;
    if (performance.now() > deadline) throw new Error("the worker had no warm desktop in time");
    await sleep(250);
  }
}

async function launch(app: "api" | "worker", env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; url: string }> {
  const entry = join(ROOT, "apps", app, "src/main.ts");
  const child = spawn(process.execPath, ["--conditions=source", "--import", "tsx", entry], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolveUrl, reject) => {
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
  return { child, url };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}
