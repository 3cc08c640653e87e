import { spawn } from "node:child_process";
import { expect, it } from "vitest";
import { endProcess, isAlive, isAliveAs } from "./processes.ts";

function sleeper(script: string): Promise<number> {
  const child = spawn(process.execPath, [
    "-e",
    `${script}; setInterval(() => {}, 1000); console.log("up")`,
    "a-sleeper",
  ]);
  return new Promise((started) => child.stdout.once("data", () => started(child.pid ?? 0)));
}

it("a process that reacts to SIGTERM is not killed", async () => {
  const pid = await sleeper("");
  expect(isAliveAs(pid, "a-sleeper")).toBe(true);
  expect(isAliveAs(pid, "another program")).toBe(false);
  expect(await endProcess(pid, 5_000)).toBe(false);
  expect(isAlive(pid)).toBe(false);
});

it("one that ignores it is killed after the grace", async () => {
  const pid = await sleeper('process.on("SIGTERM", () => {})');
  expect(await endProcess(pid, 200)).toBe(true);
  expect(isAlive(pid)).toBe(false);
});

it("one that is gone is fine", async () => {
  expect(isAlive(2 ** 22 + 1)).toBe(false);
  expect(await endProcess(2 ** 22 + 1, 1_000)).toBe(false);
});
