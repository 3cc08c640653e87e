import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port.ts";
import { withLock } from "./lock.ts";
import { writePrivate } from "./paths.ts";
import { postgresHome } from "./postgres-home.ts";
import { postgresRuntime } from "./postgres-runtime.ts";
import { postgresUser, type UnixUser } from "./postgres-user.ts";
import { endProcess, isAliveAs, waitUntilGone } from "./processes.ts";
import { runProgram } from "./run-command.ts";
import { SetupError, type StepReport } from "./step.ts";

/**
 * The embedded PostgreSQL 18: a real server out of an npm package, on a port of 127.0.0.1, with a random password.
 * It is detached from us: a killed command leaves a server that the next command finds and uses. Its truth is
 * `postmaster.pid`, which the server writes itself: line 1 pid, 4 port, 8 `ready`.
 */
export interface EmbeddedPostgres {
  /** Superuser on the database `postgres`; `databaseUrl(name)` for another. */
  readonly url: string;
  readonly pid: number;
  databaseUrl(name: string): string;
  /** Fast shutdown: sessions are ended, data is flushed. Idempotent. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Folder below `.state`; each name is a server of its own. */
  readonly name: string;
  /** For tests: each start begins empty, and commits do not wait for the disk. */
  readonly isThrowaway: boolean;
}

const USER = "deskfleet";
const START_TIMEOUT_MS = 60_000;

/** Starts the server, or finds it running. Data stays between runs (unless throwaway); after a crash it recovers by itself. */
export async function startPostgres(options: PostgresOptions, report: StepReport): Promise<EmbeddedPostgres> {
  return withLock(options.name, () => findOrStart(options, report));
}

async function findOrStart(options: PostgresOptions, report: StepReport): Promise<EmbeddedPostgres> {
  const user = postgresUser();
  const home = postgresHome(options.name, user);
  const data = join(home, "data");
  const running = readPostmaster(data);
  if (running?.isReady) {
    report.skip(`PostgreSQL already runs on port ${running.port} (pid ${running.pid})`);
    return describe(home, running);
  }
  const runtime = postgresRuntime(home);
  if (options.isThrowaway && !running) rmSync(data, { recursive: true, force: true });
  if (!existsSync(join(data, "PG_VERSION"))) await initialise(home, runtime, user, report);
  const postmaster = await start(home, runtime, user, options);
  report.done(`PostgreSQL on port ${postmaster.port}`);
  return describe(home, postmaster);
}

interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly isReady: boolean;
}

/** The running server of this data folder. A pid that is dead or belongs to somebody else (after a reboot) is none. */
function readPostmaster(data: string): Postmaster | null {
  const path = join(data, "postmaster.pid");
  if (!existsSync(path)) return null;
  const [pid, , , port, , , , status] = readFileSync(path, "utf8").split("\n");
  if (!isAliveAs(Number(pid), data)) return null;
  return { pid: Number(pid), port: Number(port), isReady: status?.trim() === "ready" };
}

async function initialise(home: string, runtime: string, user: UnixUser | null, report: StepReport): Promise<void> {
  report.progress("making the database cluster");
  const password = randomBytes(24).toString("base64url");
  const draft = join(home, "data.draft");
  const passwordFile = join(home, "initdb-password");
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writePrivate(join(home, "password"), password);
  writePrivate(passwordFile, password);
  if (user) for (const path of [draft, passwordFile]) chownSync(path, user.uid, user.gid);
  const argv = [join(runtime, "bin/initdb"), "-D", draft, "-U", USER, "-A", "scram-sha-256"] as const;
  const { exitCode, tail } = await runProgram(
    [...argv, `--pwfile=${passwordFile}`, "--locale=C", "-E", "UTF8", "--no-instructions"],
    { cwd: draft, env: cleanEnvironment(), ...user },
  );
  rmSync(passwordFile);
  if (exitCode !== 0) {
    throw new SetupError(`initdb ended with exit code ${exitCode}:\n${tail}`, "see the message, or give DATABASE_URL");
  }
  // Complete or absent: an interrupted initdb never passes for a cluster.
  renameSync(draft, join(home, "data"));
}

async function start(
  home: string,
  runtime: string,
  user: UnixUser | null,
  options: PostgresOptions,
): Promise<Postmaster> {
  const data = join(home, "data");
  const log = join(home, "postgres.log");
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const found = readPostmaster(data);
    if (found?.isReady) return found;
    if (!found) {
      // Ours to remove: isAliveAs has shown that nobody runs on this folder.
      rmSync(join(data, "postmaster.pid"), { force: true });
      await launch(home, data, log, runtime, user, options);
    }
    const outcome = await waitForReady(data, deadline);
    if (outcome) return outcome;
    // Killed servers leave children for a moment, which still hold the shared memory; and a port may be taken by now.
    if (!/shared memory block|could not bind|Address already in use/.test(lastLines(log))) break;
    await sleep(300);
  }
  throw new SetupError(`PostgreSQL did not start:\n${lastLines(log)}`, `see ${log}, or give DATABASE_URL`);
}

async function launch(
  home: string,
  data: string,
  log: string,
  runtime: string,
  user: UnixUser | null,
  options: PostgresOptions,
): Promise<void> {
  const portFile = join(home, "port");
  const port = await freePort(existsSync(portFile) ? Number(readFileSync(portFile, "utf8")) : undefined);
  writeFileSync(portFile, String(port));
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    // None: its path could be longer than the 107 bytes that the kernel allows.
    unix_socket_directories: "",
    max_connections: 200,
    log_line_prefix: "%m [%p] ",
    // A log can be read by more people than the data: no statements, no parameters.
    log_min_error_statement: "panic",
    log_parameter_max_length_on_error: 0,
    ...(options.isThrowaway ? { fsync: "off", full_page_writes: "off" } : {}),
  };
  const logFile = openSync(log, "w", 0o600);
  if (user) chownSync(log, user.uid, user.gid);
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(join(runtime, "bin/postgres"), ["-D", data, ...args], {
    cwd: data,
    env: cleanEnvironment(),
    stdio: ["ignore", logFile, logFile],
    detached: true,
    ...user,
  });
  closeSync(logFile);
  await new Promise<void>((started, reject) => {
    child.once("spawn", started);
    child.once("error", reject);
  });
  child.unref();
  chmodSync(data, 0o700);
}

/** The ready server, or null once there is none any more. */
async function waitForReady(data: string, deadline: number): Promise<Postmaster | null> {
  let missing = 0;
  while (performance.now() < deadline) {
    const postmaster = readPostmaster(data);
    if (postmaster?.isReady) return postmaster;
    missing = postmaster ? 0 : missing + 1;
    // The first moments of a start have no pid file yet.
    if (missing > 40) return null;
    await sleep(50);
  }
  return null;
}

function describe(home: string, postmaster: Postmaster): EmbeddedPostgres {
  const password = readFileSync(join(home, "password"), "utf8").trim();
  const databaseUrl = (name: string) => `postgres://${USER}:${password}@127.0.0.1:${postmaster.port}/${name}`;
  return {
    url: databaseUrl("postgres"),
    pid: postmaster.pid,
    databaseUrl,
    stop: async () => {
      if (!isAliveAs(postmaster.pid, join(home, "data"))) return;
      await endProcess(postmaster.pid, 30_000, "SIGINT");
      await waitUntilGone(postmaster.pid, 5_000);
    },
  };
}

/** The server must not take PGPORT, PGDATA and the like from the person's shell. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C" };
}

function lastLines(log: string): string {
  return existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n").slice(-12).join("\n") : "";
}
