import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Whether a process with this id exists (a zombie counts as gone). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return !/^State:\s+[ZX]/m.test(readProc(pid, "status"));
}

/**
 * Whether the process still is the one we mean. A pid from a file may belong to somebody else after a reboot, so it is
 * compared with a part of its command line before anything is signalled.
 */
export function isAliveAs(pid: number, commandLinePart: string): boolean {
  return isAlive(pid) && readProc(pid, "cmdline").replaceAll("\0", " ").includes(commandLinePart);
}

/** Waits until the process is gone. @returns false after `timeoutMs`. */
export async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false;
    await sleep(50);
  }
  return true;
}

/** SIGTERM (or `signal`), then SIGKILL after the grace. An already ended process is fine. @returns whether SIGKILL was needed. */
export async function endProcess(pid: number, graceMs: number, signal: NodeJS.Signals = "SIGTERM"): Promise<boolean> {
  if (!isAlive(pid)) return false;
  sendSignal(pid, signal);
  if (await waitUntilGone(pid, graceMs)) return false;
  sendSignal(pid, "SIGKILL");
  await waitUntilGone(pid, 5_000);
  return true;
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Linux' word about the process; empty where it is gone or there is no /proc. */
function readProc(pid: number, name: "status" | "cmdline"): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}
