import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stateFolder } from "./paths.ts";
import { isAlive } from "./processes.ts";

/** Runs `work` while no other process of this checkout runs one under the same name; a dead holder's lock is taken over. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const path = join(stateFolder(name), "lock");
  while (!take(path)) await sleep(100);
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function take(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const holder = Number(readHolder(path));
  if (holder > 0 && holder !== process.pid && !isAlive(holder)) rmSync(path, { force: true });
  return false;
}

/** Empty for the moment between another process' creation and writing of it, or after its removal. */
function readHolder(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
