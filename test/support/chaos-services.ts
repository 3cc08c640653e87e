import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { freePort } from "../../infra/setup/free-port.ts";
import { type EmbeddedPostgres, startPostgres } from "../../infra/setup/postgres.ts";
import { endProcess } from "../../infra/setup/processes.ts";
import { step } from "../../infra/setup/step.ts";

/** A Redis of this test alone that keeps nothing: killed and started again it is an emptied one at the same address. */
export interface ChaosRedis {
  readonly url: string;
  killAndStartEmpty(): Promise<void>;
  stop(): Promise<void>;
}

const REDIS_SERVER = process.env.REDIS_SERVER ?? "redis-server";

export async function startChaosRedis(): Promise<ChaosRedis> {
  const port = await freePort();
  const args = [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--save",
    "",
    "--appendonly",
    "no",
    "--maxmemory-policy",
    "noeviction",
  ];
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    child = spawn(REDIS_SERVER, args, { stdio: "ignore", cwd: "/" });
    while (!(await accepts(port))) await sleep(50);
  };
  const kill = async (): Promise<void> => {
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    killAndStartEmpty: async () => {
      await kill();
      await sleep(1_000); // long enough for everybody to notice
      await start();
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) await kill();
    },
  };
}

/** A PostgreSQL of the chaos tests alone, with a new database in it. */
export interface ChaosPostgres {
  readonly url: string;
  /** SIGKILL to the server, a moment without it, and its recovery at the same address. */
  killAndStart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startChaosPostgres(): Promise<ChaosPostgres> {
  const start = (): Promise<EmbeddedPostgres> =>
    step("PostgreSQL for chaos", (report) => startPostgres({ name: "chaos-postgres", isThrowaway: false }, report));
  let server = await start();
  const name = `chaos_${randomBytes(4).toString("hex")}`;
  await administer(server.url, `CREATE DATABASE ${name}`);
  return {
    url: server.databaseUrl(name),
    killAndStart: async () => {
      await endProcess(server.pid, 5_000, "SIGKILL");
      await sleep(1_000);
      server = await start();
    },
    stop: async () => {
      await administer(server.url, `DROP DATABASE ${name} WITH (FORCE)`);
      await server.stop();
    },
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
