import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { canInstallPackages, installPackages } from "./apt.ts";
import { freePort } from "./free-port.ts";
import { withLock } from "./lock.ts";
import { stateFolder, writePrivate } from "./paths.ts";
import { endProcess, isAliveAs } from "./processes.ts";
import { SetupError, type StepReport } from "./step.ts";

/** A private Redis of this checkout, detached, on a port of 127.0.0.1 with a random password. */
export interface PrivateRedis {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const PROGRAMS = ["/usr/bin/redis-server", "/usr/local/bin/redis-server", "/opt/homebrew/bin/redis-server"];
const START_TIMEOUT_MS = 20_000;

/** Starts it, or finds it running; Debian's redis-server is installed where it is missing. Data is in `.state/<name>`. */
export function startRedis(name: string, report: StepReport): Promise<PrivateRedis> {
  return withLock(name, () => findOrStart(name, report));
}

async function findOrStart(name: string, report: StepReport): Promise<PrivateRedis> {
  const home = stateFolder(name);
  const running = readRecord(home);
  if (running && (await ping(running.url))) {
    report.skip(`Redis already runs (pid ${running.pid})`);
    return describe(running);
  }
  if (!PROGRAMS.some(existsSync)) {
    if (!canInstallPackages()) {
      throw new SetupError(
        "there is no redis-server",
        "install redis-server, or give the address of a Redis in REDIS_URL",
      );
    }
    await installPackages(["redis-server"], report);
  }
  const record = await launch(home);
  writePrivate(join(home, "redis.json"), JSON.stringify(record));
  // Its log words differ between versions and kinds of socket: ready is when it answers.
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await ping(record.url))) {
    if (performance.now() > deadline || !isAliveAs(record.pid, "redis-server")) {
      const log = join(home, "redis.log");
      throw new SetupError(
        `Redis did not start:\n${readFileSync(log, "utf8").slice(-1500)}`,
        `see ${log}, or give REDIS_URL`,
      );
    }
    await sleep(50);
  }
  report.done(`Redis (pid ${record.pid})`);
  return describe(record);
}

interface RedisRecord {
  readonly pid: number;
  readonly url: string;
}

/** What an earlier run started, if that process still is a redis-server. */
function readRecord(home: string): RedisRecord | null {
  const path = join(home, "redis.json");
  if (!existsSync(path)) return null;
  const record = JSON.parse(readFileSync(path, "utf8")) as RedisRecord;
  return isAliveAs(record.pid, "redis-server") ? record : null;
}

async function launch(home: string): Promise<RedisRecord> {
  const program = PROGRAMS.find(existsSync) ?? "redis-server";
  const port = await freePort();
  const password = randomBytes(24).toString("base64url");
  const log = openSync(join(home, "redis.log"), "w", 0o600);
  const child = spawn(program, ["-"], { cwd: home, stdio: ["pipe", log, log], detached: true });
  closeSync(log);
  await new Promise<void>((started, reject) => {
    child.once("spawn", started);
    child.once("error", reject);
  });
  // On stdin, because a command line can be read by every user of the machine. `noeviction` is what BullMQ requires.
  const settings = [
    "bind 127.0.0.1",
    `port ${port}`,
    `requirepass ${password}`,
    "appendonly yes",
    "appendfsync everysec",
  ];
  child.stdin?.end([...settings, "maxmemory-policy noeviction", 'save ""', "daemonize no", ""].join("\n"));
  child.unref();
  return { pid: child.pid ?? 0, url: `redis://:${password}@127.0.0.1:${port}/0` };
}

function describe(record: RedisRecord): PrivateRedis {
  return {
    ...record,
    stop: async () => {
      if (isAliveAs(record.pid, "redis-server")) await endProcess(record.pid, 10_000);
    },
  };
}

/** Whether a Redis at this address takes the password and answers PING. */
export function ping(url: string): Promise<boolean> {
  const { hostname, port, password } = new URL(url);
  return new Promise((resolvePromise) => {
    const socket = connect({ host: hostname, port: Number(port || 6379), timeout: 1_000 });
    const answer = (isUp: boolean) => {
      socket.destroy();
      resolvePromise(isUp);
    };
    let text = "";
    socket.on("connect", () => socket.write(`${password ? `AUTH ${decodeURIComponent(password)}\r\n` : ""}PING\r\n`));
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (text.includes("+PONG")) answer(true);
      else if (text.includes("-")) answer(false);
    });
    socket.on("timeout", () => answer(false));
    socket.on("error", () => answer(false));
    socket.on("close", () => resolvePromise(false));
  });
}
