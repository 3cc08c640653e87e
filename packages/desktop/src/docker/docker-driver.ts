import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { FleetError, timeLimit } from "@deskfleet/contracts";
import type Docker from "dockerode";
import { RunningDesktop } from "../desktop.ts";
import { type Desktop, type DesktopStart, kindOf, LABELS, type ListedDesktop, type SandboxDriver } from "../driver.ts";
import { type Logger, silentLogger } from "../logger.ts";
import { bootExecutor, raceAbort } from "./boot-executor.ts";
import { containerOptions, DEFAULT_LIMITS, type DesktopLimits, RUNTIMES } from "./container-options.ts";
import { DeathWatch } from "./death-watch.ts";
import { connectEngine, engineStatus, removeContainer } from "./engine.ts";
import { execStream } from "./exec-stream.ts";
import { readLastWords } from "./last-words.ts";

export interface DockerDriverOptions {
  /** `unix:///…` or `tcp://…`; default: DOCKER_HOST, else the default socket. */
  readonly dockerHost?: string;
  /** JSON of the seccomp profile; default: the image's `desktop-userns`, in which Chromium's own sandbox works. */
  readonly seccompPath?: string;
  /** A profile that the host has loaded; default: the engine's own, which lets nothing be confined. Of no effect without AppArmor. */
  readonly appArmorProfile?: string;
  readonly limits?: Partial<DesktopLimits>;
  readonly logger?: Logger;
}

const SECCOMP_PATH = fileURLToPath(new URL("../../../../images/desktop/seccomp/desktop-userns.json", import.meta.url));
/** How long a failed start waits for the engine to have removed everything. */
const REMOVE_MS = 5_000;
const TIMEOUT = "TimeoutError";
const VNC = ["/usr/local/bin/deskfleet-vnc"];

/** Desktops as containers of a Docker engine. */
export function createDockerDriver(options: DockerDriverOptions = {}): SandboxDriver {
  return new DockerDriver(options);
}

class DockerDriver implements SandboxDriver {
  readonly #docker: Docker;
  readonly #logger: Logger;
  readonly #limits: DesktopLimits;
  readonly #seccompPath: string;
  readonly #appArmorProfile: string | undefined;
  readonly #desktops = new Map<string, RunningDesktop>();
  /** Of those, the ones whose end was asked for: told of once, however often it is asked. */
  readonly #destroyed = new WeakSet<RunningDesktop>();
  /** Names of containers that `start` is at work on. */
  readonly #starting = new Set<string>();
  readonly #deaths: DeathWatch;

  constructor(options: DockerDriverOptions) {
    this.#docker = connectEngine(options.dockerHost);
    this.#logger = options.logger ?? silentLogger;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#seccompPath = options.seccompPath ?? SECCOMP_PATH;
    this.#appArmorProfile = options.appArmorProfile;
    this.#deaths = new DeathWatch({
      docker: this.#docker,
      logger: this.#logger,
      onDeath: (id, exitCode) => this.#desktops.get(id)?.lose(`its container ended with exit code ${exitCode}`),
      onGap: () => void this.#loseWhatEnded(),
    });
  }

  async start(spec: DesktopStart, signal: AbortSignal): Promise<Desktop> {
    const limit = timeLimit(spec.startTimeoutMs, signal);
    const name = `deskfleet-${randomUUID()}`;
    this.#starting.add(name);
    this.#deaths.start();
    try {
      limit.signal.throwIfAborted();
      await this.#requireRuntime(spec, limit.signal);
      return await this.#startContainer(name, spec, limit.signal);
    } catch (cause) {
      if (cause instanceof FleetError) throw cause;
      throw new FleetError("desktop.unavailable", failureDetail(cause, { signal, limit: limit.signal }, spec), {
        cause,
      });
    } finally {
      limit.clear();
      this.#starting.delete(name);
    }
  }

  async destroy(id: string): Promise<void> {
    const desktop = this.#desktops.get(id);
    if (desktop !== undefined && !this.#destroyed.has(desktop)) {
      this.#destroyed.add(desktop);
      const hasDied = !desktop.executor.isAlive;
      desktop.end();
      if (hasDied) await this.#logLastWords(id, "a desktop died; these were its last words");
    }
    await removeContainer(this.#docker, id);
    this.#desktops.delete(id);
  }

  async list(): Promise<ListedDesktop[]> {
    const containers = await this.#docker.listContainers({
      all: true,
      filters: { label: Object.values(LABELS) },
    });
    return containers.map(({ Id, Names, Labels }) => ({
      id: Id,
      fleetId: Labels[LABELS.fleet] ?? "",
      workerId: Labels[LABELS.worker] ?? "",
      expiresAt: parseUnixSeconds(Labels[LABELS.expiresAt]),
      origin: this.#desktops.has(Id)
        ? "held"
        : Names.some((name) => this.#starting.has(name.replace(/^\//, "")))
          ? "starting"
          : "foreign",
    }));
  }

  async runtimes(): Promise<string[]> {
    const info: { Runtimes?: Record<string, unknown> } = await this.#docker.info();
    const known = info.Runtimes ?? {};
    return Object.entries(RUNTIMES).flatMap(([isolation, runtime]) =>
      runtime === undefined || runtime in known ? [isolation] : [],
    );
  }

  async close(): Promise<void> {
    this.#deaths.close();
    for (const desktop of this.#desktops.values()) desktop.end();
    this.#desktops.clear();
  }

  async #requireRuntime(spec: DesktopStart, signal: AbortSignal): Promise<void> {
    if (RUNTIMES[spec.isolation] === undefined) return;
    const available = await raceAbort(this.runtimes(), signal);
    if (!available.includes(spec.isolation))
      throw new FleetError("desktop.isolation_unavailable", `This host has no runtime for isolation ${spec.isolation}`);
  }

  async #startContainer(name: string, spec: DesktopStart, signal: AbortSignal): Promise<Desktop> {
    const seccomp = JSON.stringify(JSON.parse(await readFile(this.#seccompPath, "utf8")));
    const settings = { name, seccomp, appArmorProfile: this.#appArmorProfile, limits: this.#limits };
    // Neither call is aborted half-way: the engine would go on with it, and nobody would know its end.
    const running = this.#docker.createContainer(containerOptions(spec, settings)).then(async (container) => {
      await container.start();
      return container;
    });
    try {
      const container = await raceAbort(running, signal);
      const { bridge, info } = await bootExecutor(container, signal);
      const openVnc = (): Promise<Duplex> => this.#openVnc(container);
      const desktop = new RunningDesktop({
        id: container.id,
        kind: kindOf(spec),
        expiresAt: spec.expiresAt,
        bridge,
        info,
        openVnc,
      });
      this.#desktops.set(container.id, desktop);
      return desktop;
    } catch (error) {
      const isUnwanted = signal.aborted && !isTimeout(signal.reason);
      await this.#removeFailed(name, running, isUnwanted);
      throw error;
    }
  }

  /** Leaves nothing behind, also when the engine is still at work on it; the reaper is the second line. */
  async #removeFailed(name: string, running: Promise<unknown>, isUnwanted: boolean): Promise<void> {
    const remove = () =>
      removeContainer(this.#docker, name).catch((error) =>
        this.#logger.error({ err: error, name }, "a desktop that failed to start could not be removed"),
      );
    const tell = async () => {
      if (!isUnwanted) await this.#logLastWords(name, "a desktop did not come up; these were its last words");
    };
    const removed = running.then(tell).then(remove, remove);
    await Promise.race([removed, sleep(REMOVE_MS, undefined, { ref: false })]);
  }

  /** Never rejects: a death without a reason is still only a death. */
  async #logLastWords(id: string, message: string): Promise<void> {
    try {
      this.#logger.warn({ id, lines: await readLastWords(this.#docker.getContainer(id)) }, message);
    } catch (error) {
      this.#logger.warn({ id, err: error }, "the last words of a desktop could not be read");
    }
  }

  async #openVnc(container: Docker.Container): Promise<Duplex> {
    try {
      return await execStream(container, VNC);
    } catch (cause) {
      throw new FleetError("desktop.lost", "The desktop is gone: its live view could not be opened", { cause });
    }
  }

  async #loseWhatEnded(): Promise<void> {
    try {
      const running = new Set((await this.#docker.listContainers()).map((container) => container.Id));
      for (const [id, desktop] of this.#desktops) if (!running.has(id)) desktop.lose("its container ended");
    } catch (error) {
      this.#logger.warn({ err: error }, "the engine could not say which desktops still run");
    }
  }
}

const isTimeout = (reason: unknown): boolean => reason instanceof DOMException && reason.name === TIMEOUT;

function failureDetail(
  cause: unknown,
  { signal, limit }: { signal: AbortSignal; limit: AbortSignal },
  spec: DesktopStart,
): string {
  if (signal.aborted) return "The start was cancelled";
  if (limit.aborted) return `The desktop was not up within ${spec.startTimeoutMs} ms`;
  if (engineStatus(cause) === 404) return `The image ${spec.image} is not on this host`;
  return "The desktop could not be started";
}

function parseUnixSeconds(label: string | undefined): Date | null {
  return label !== undefined && /^[0-9]{1,12}$/.test(label) ? new Date(Number(label) * 1_000) : null;
}
