import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { claimFleet, recordChildren } from "./fleet-record.ts";
import { endProcess, isAlive } from "./processes.ts";

const folder = mkdtempSync(join(tmpdir(), "deskfleet-record-"));
const path = join(folder, "fleet.json");
const started: number[] = [];
afterAll(async () => {
  for (const pid of started) await endProcess(pid, 0);
  rmSync(folder, { recursive: true });
});

/** No process has this id: it is above the kernel's highest. */
const DEAD_PID = 2 ** 22 + 1;
const ENTRY = "apps/worker/src/main.ts";

function processNamed(name: string): Promise<number> {
  const child = spawn(process.execPath, ["-e", 'setInterval(() => {}, 1000); console.log("up")', name]);
  started.push(child.pid ?? 0);
  return new Promise((up) => child.stdout.once("data", () => up(child.pid ?? 0)));
}

it("a second launcher is refused while the first lives, and told its pid", async () => {
  const launcher = await processNamed("launcher");
  writeFileSync(path, JSON.stringify({ launcher, children: [] }));
  await expect(claimFleet(path)).rejects.toThrow(`pid ${launcher}`);
  expect(isAlive(launcher)).toBe(true);
});

it("what a killed launcher left is ended, and a stranger with a reused pid is not", async () => {
  const leftover = await processNamed(ENTRY);
  const stranger = await processNamed("somebody/else");
  const children = [leftover, stranger, DEAD_PID].map((pid) => ({ pid, entry: ENTRY }));
  writeFileSync(path, JSON.stringify({ launcher: DEAD_PID, children }));
  await claimFleet(path);
  expect([leftover, stranger].map(isAlive)).toEqual([false, true]);
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ launcher: process.pid, children: [] });
});

it("a record that a crash cut off is no record", async () => {
  writeFileSync(path, '{"launcher": 12');
  await claimFleet(path);
  recordChildren([{ pid: 1, entry: ENTRY }], path);
  expect(JSON.parse(readFileSync(path, "utf8")).children).toHaveLength(1);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});
