import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import type { TestWorkerOptions } from "./testing-worker.ts";

export interface WorkerProcess {
  readonly child: ChildProcess;
  /** What it wrote, line by line. */
  readonly lines: string[];
  /** SIGKILL, and waits until it is gone. */
  kill(): Promise<void>;
  /** SIGTERM, and waits; the exit code. */
  end(): Promise<number | null>;
}

const MAIN = resolve(import.meta.dirname, "testing-worker-main.ts");

/** Starts testing-worker-main.ts and waits until it is ready. */
export async function spawnTestWorker(options: Omit<TestWorkerOptions, "log">): Promise<WorkerProcess> {
  const child = spawn(process.execPath, ["--conditions=source", "--import", "tsx", MAIN], {
    env: { ...process.env, WORKER_OPTIONS: JSON.stringify(options), DESKFLEET_LOG_LEVEL: "warn" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const gone = once(child, "exit");
  await new Promise<void>((ready, reject) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", (line) => {
      lines.push(line);
      if (line.includes('"ready"')) ready();
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the worker ended with ${code}: ${lines.join("\n")}`)));
  });
  return {
    child,
    lines,
    kill: async () => {
      child.kill("SIGKILL");
      await gone;
    },
    end: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      await gone;
      return child.exitCode;
    },
  };
}
