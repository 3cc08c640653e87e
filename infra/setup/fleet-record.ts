import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { stateFolder, writePrivate } from "./paths.ts";
import { endProcess, isAlive, isAliveAs } from "./processes.ts";
import { SetupError } from "./step.ts";

/** Who runs this checkout's fleet: one launcher at a time. Kept in `.state/fleet.json` while it runs. */
interface FleetRecord {
  readonly launcher: number;
  readonly children: readonly { readonly pid: number; readonly entry: string }[];
}

const LEFTOVER_GRACE_MS = 20_000;

/**
 * Makes this process the fleet's launcher. Processes that a killed launcher left behind are ended first; each is
 * recognised by its command line, because its pid may belong to somebody else by now.
 * @throws SetupError if another launcher is alive.
 */
export async function claimFleet(path = recordPath()): Promise<void> {
  const record = readRecord(path);
  if (record && record.launcher !== process.pid && isAlive(record.launcher)) {
    throw new SetupError(
      `a fleet of this checkout already runs (pid ${record.launcher})`,
      `stop it with Ctrl-C in its terminal, or: kill ${record.launcher}`,
    );
  }
  for (const { pid, entry } of record?.children ?? []) {
    if (isAliveAs(pid, entry)) await endProcess(pid, LEFTOVER_GRACE_MS);
  }
  recordChildren([], path);
}

export function recordChildren(children: FleetRecord["children"], path = recordPath()): void {
  writePrivate(path, JSON.stringify({ launcher: process.pid, children } satisfies FleetRecord));
}

export function releaseFleet(): void {
  rmSync(recordPath(), { force: true });
}

function recordPath(): string {
  return join(stateFolder(), "fleet.json");
}

/** null where there is none, or where a crash cut it off. */
function readRecord(path: string): FleetRecord | null {
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, "utf8")) as FleetRecord;
  } catch {
    return null;
  }
}
