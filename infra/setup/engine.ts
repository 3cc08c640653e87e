import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { canInstallPackages, installPackages, knownPackages } from "./apt.ts";
import { DEFAULT_ENGINE, engineCandidates, pingEngine } from "./engine-address.ts";
import { stateFolder } from "./paths.ts";
import { isAlive } from "./processes.ts";
import { runProgram } from "./run-command.ts";
import { SetupError, type StepReport } from "./step.ts";

const START_TIMEOUT_MS = 60_000;
const DOCKERD_PID_FILE = "/var/run/docker.pid";
const PROGRAMS = ["/usr/sbin/dockerd", "/usr/bin/dockerd", "/usr/local/bin/dockerd"];

/**
 * A container engine that answers, as a DOCKER_HOST value: one that runs, else Debian's, installed and started.
 * Never a second one: two dockerd in one network namespace delete each other's bridge.
 */
export async function findEngine(report: StepReport): Promise<string> {
  const refusals: string[] = [];
  for (const host of engineCandidates()) {
    const refusal = await pingEngine(host);
    if (refusal === null) {
      report.skip(`an engine answers at ${host}`);
      return host;
    }
    refusals.push(refusal);
  }
  const start = "start Docker (or point DOCKER_HOST to an engine) and run this again";
  if (process.env.DOCKER_HOST) throw new SetupError(`no engine answers: ${refusals.join("; ")}`, start);
  if (refusals.some((refusal) => refusal.endsWith("EACCES"))) {
    throw new SetupError(
      `the engine's socket refuses us: ${refusals.join("; ")}`,
      "join the group `docker` (usermod -aG docker <you>, then log in again) or run this as root",
    );
  }
  if (!PROGRAMS.some(existsSync)) {
    if (!canInstallPackages()) {
      throw new SetupError(
        `no container engine answers (${refusals.join("; ")}), and this is not Debian as root, where it would be installed`,
        `install Docker Engine, ${start}`,
      );
    }
    // Debian 12's docker.io holds the client; from Debian 13 on it is a package of its own.
    await installPackages(["docker.io", "iptables", ...(await knownPackages(["docker-cli"]))], report);
  }
  await startEngine(report);
  report.done(`engine started at ${DEFAULT_ENGINE}`);
  return DEFAULT_ENGINE;
}

async function startEngine(report: StepReport): Promise<void> {
  const log = join(stateFolder("logs"), "dockerd.log");
  // Installing the package, or somebody else a moment ago, may have started one: it gets time to answer first.
  const program = PROGRAMS.find(existsSync);
  if (program && !isEngineStarting()) {
    report.progress("starting dockerd");
    if (existsSync("/run/systemd/system")) await runProgram(["systemctl", "start", "docker"]);
    else await launch(program, log);
  }
  const deadline = performance.now() + START_TIMEOUT_MS;
  let refusal: string | null = "it was never asked";
  while (performance.now() < deadline) {
    refusal = await pingEngine(DEFAULT_ENGINE);
    if (refusal === null) return;
    await sleep(200);
  }
  const tail = existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n").slice(-10).join("\n") : "";
  throw new SetupError(
    `dockerd did not answer within ${START_TIMEOUT_MS / 1000} s (${refusal})\n${tail}`,
    `see ${log}; in a container, dockerd needs --privileged; or point DOCKER_HOST to an engine`,
  );
}

function isEngineStarting(): boolean {
  if (!existsSync(DOCKERD_PID_FILE)) return false;
  return isAlive(Number(readFileSync(DOCKERD_PID_FILE, "utf8")));
}

async function launch(program: string, log: string): Promise<void> {
  const logFile = openSync(log, "a", 0o600);
  const child = spawn(program, [], { stdio: ["ignore", logFile, logFile], detached: true, cwd: "/" });
  closeSync(logFile);
  await new Promise<void>((started, reject) => {
    child.once("spawn", started);
    child.once("error", reject);
  });
  child.unref();
}
