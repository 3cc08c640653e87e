import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { STATE } from "./paths.ts";
import { isAlive } from "./processes.ts";
import { type PrivateRedis, ping, startRedis } from "./redis.ts";
import { quietReport } from "./testing.ts";

const NAME = `vitest-redis-${process.pid}`;
let redis: PrivateRedis | undefined;
afterAll(async () => {
  await redis?.stop();
  rmSync(join(STATE, NAME), { recursive: true, force: true });
});

it("starts, answers with the password only, is found by a second start, and comes back after SIGKILL", async () => {
  redis = await startRedis(NAME, quietReport());
  expect(await ping(redis.url)).toBe(true);
  expect(await ping(redis.url.replace(/:[^:@/]+@/, ":wrong@"))).toBe(false);
  expect(readFileSync(`/proc/${redis.pid}/cmdline`, "utf8")).not.toContain(new URL(redis.url).password);
  expect((await startRedis(NAME, quietReport())).pid).toBe(redis.pid);

  process.kill(redis.pid, "SIGKILL");
  const again = await startRedis(NAME, quietReport());
  expect(again.pid).not.toBe(redis.pid);
  expect(await ping(again.url)).toBe(true);
  redis = again;
});

it("stops, and stopping again is fine", async () => {
  await redis?.stop();
  await redis?.stop();
  expect(isAlive(redis?.pid ?? 0)).toBe(false);
});
