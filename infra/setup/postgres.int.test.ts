import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { STATE } from "./paths.ts";
import { type EmbeddedPostgres, startPostgres } from "./postgres.ts";
import { postgresHome } from "./postgres-home.ts";
import { postgresUser } from "./postgres-user.ts";
import { isAlive, waitUntilGone } from "./processes.ts";
import { quietReport } from "./testing.ts";

const NAME = `vitest-postgres-${process.pid}`;
const home = postgresHome(NAME, postgresUser());
const start = () => startPostgres({ name: NAME, isThrowaway: false }, quietReport());

let postgres: EmbeddedPostgres | undefined;
afterAll(async () => {
  await postgres?.stop();
  for (const folder of [home, join(STATE, NAME)]) rmSync(folder, { recursive: true, force: true });
});

async function query(sql: string, url = postgres?.url): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined); // the server is killed under it
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: "array" })).rows.flat();
  } finally {
    await client.end();
  }
}

describe("the embedded Postgres", () => {
  it("starts on an empty folder, as somebody who is not root", async () => {
    postgres = await start();
    expect(await query("SELECT current_setting('max_connections')")).toEqual(["200"]);
    expect(statSync(`/proc/${postgres.pid}`).uid).not.toBe(0);
  });

  it("keeps its password and its data from others", () => {
    expect(statSync(join(home, "password")).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, "data")).mode & 0o777).toBe(0o700);
    expect(readFileSync(`/proc/${postgres?.pid}/cmdline`, "utf8")).not.toContain(
      readFileSync(join(home, "password"), "utf8"),
    );
  });

  it("refuses a wrong password", async () => {
    const wrong = new URL(postgres?.url ?? "");
    wrong.password = "wrong";
    await expect(query("SELECT 1", wrong.href)).rejects.toThrow(/password authentication failed/);
  });

  it("is found running, and not started twice, by starts that come at once", async () => {
    const found = await Promise.all([start(), start()]);
    expect(found.map(({ pid, url }) => [pid, url])).toEqual(Array(2).fill([postgres?.pid, postgres?.url]));
  });

  it("comes back with its committed data and the same address after SIGKILL", async () => {
    await query("CREATE TABLE kept (n int)");
    await query("INSERT INTO kept VALUES (42)");
    const { pid = 0, url } = postgres ?? {};
    process.kill(pid, "SIGKILL");
    await waitUntilGone(pid, 5_000);
    postgres = await start();
    expect(postgres.pid).not.toBe(pid);
    expect(postgres.url).toBe(url);
    expect(await query("SELECT n FROM kept")).toEqual([42]);
  });

  it("starts over a pid file whose pid belongs to somebody else by now, and leaves that process alone", async () => {
    await postgres?.stop();
    const pidFile = join(home, "data/postmaster.pid");
    expect(existsSync(pidFile)).toBe(false);
    writeFileSync(pidFile, `${process.pid}\n${join(home, "data")}\n0\n5432\n\n127.0.0.1\n0 0\nready\n`);
    postgres = await start();
    expect(postgres.pid).not.toBe(process.pid);
    expect(await query("SELECT n FROM kept")).toEqual([42]);
  });

  it("stops cleanly, and stopping again is fine", async () => {
    await postgres?.stop();
    await postgres?.stop();
    expect(isAlive(postgres?.pid ?? 0)).toBe(false);
    expect(readFileSync(join(home, "postgres.log"), "utf8")).toMatch(/database system is shut down/);
  });
});
