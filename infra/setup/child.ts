import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT, stateFolder } from "./paths.ts";
import { endProcess } from "./processes.ts";
import { SetupError } from "./step.ts";

const READY_TIMEOUT_MS = 60_000;
/** A worker gives running attempts this long to end or to be handed back; after it comes SIGKILL. */
const STOP_GRACE_MS = 60_000;

/** A process of the fleet. It logs to a file, not to a pipe of ours: it does not die with a launcher that was killed. */
export interface FleetProcess {
  readonly name: string;
  readonly pid: number;
  /** Where it serves, from its ready line. */
  readonly url: string;
  readonly log: string;
  /** Bytes that the log held before this process. */
  readonly logStart: number;
  /** Resolves when it has ended, for whatever reason, with what to tell the person. */
  readonly ended: Promise<string>;
  /** SIGTERM, wait, SIGKILL after the grace. Idempotent. */
  stop(): Promise<void>;
}

/** Starts `apps/<app>/src/main.ts` in its own process group and resolves at its line `{"msg":"ready","url":…}`. */
export async function startFleetProcess(
  app: "api" | "worker",
  name: string,
  env: NodeJS.ProcessEnv,
): Promise<FleetProcess> {
  const log = join(stateFolder("logs"), `${name}.log`);
  const file = openSync(log, "a", 0o600);
  const logStart = statSync(log).size;
  const child = spawn(process.execPath, ["--conditions=source", "--import", "tsx", entryPoint(app)], {
    cwd: ROOT,
    env,
    stdio: ["ignore", file, file],
    // Its own group: Ctrl-C in the terminal reaches the launcher alone, which then stops things in order.
    detached: true,
  });
  closeSync(file);
  const ended = whenEnded(child, name);
  const url = await readyUrl(child, name, log, logStart);
  const pid = child.pid ?? 0;
  return {
    name,
    pid,
    url,
    log,
    logStart,
    ended,
    stop: async () => {
      if (await endProcess(pid, STOP_GRACE_MS)) process.stderr.write(`  ${name} had to be killed, see ${log}\n`);
    },
  };
}

export function entryPoint(app: "api" | "worker"): string {
  return `apps/${app}/src/main.ts`;
}

/** The last lines of a log, for a message. */
export function lastLines(log: string, from = 0, count = 15): string {
  const lines = readFileSync(log).subarray(from).toString("utf8").trimEnd().split("\n");
  return lines.slice(-count).join("\n");
}

function whenEnded(child: ChildProcess, name: string): Promise<string> {
  return new Promise((resolvePromise) => {
    child.once("error", (error) => resolvePromise(`${name} could not be started: ${error.message}`));
    child.once("exit", (code, signal) => resolvePromise(`${name} ended with ${signal ?? `exit code ${code}`}`));
  });
}

async function readyUrl(child: ChildProcess, name: string, log: string, from: number): Promise<string> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < deadline && child.exitCode === null && child.signalCode === null) {
    for (const line of readFileSync(log).subarray(from).toString("utf8").split("\n")) {
      const url = urlOfReadyLine(line);
      if (url) return url;
    }
    await sleep(100);
  }
  if (child.pid) await endProcess(child.pid, 5_000);
  throw new SetupError(`${name} did not become ready:\n${lastLines(log, from)}`, `see ${log}`);
}

/** Logs hold other text too (a crash's stack); only a whole JSON line counts. */
export function urlOfReadyLine(line: string): string | null {
  if (!line.startsWith("{") || !line.endsWith("}")) return null;
  try {
    const { msg, url } = JSON.parse(line) as { msg?: unknown; url?: unknown };
    return msg === "ready" && typeof url === "string" ? url : null;
  } catch {
    return null;
  }
}
