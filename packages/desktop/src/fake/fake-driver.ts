import { randomUUID } from "node:crypto";
import { type Duplex, duplexPair } from "node:stream";
import { FleetError, Pong } from "@deskfleet/contracts";
import { ExecutorBridge } from "../bridge/executor-bridge.ts";
import { RunningDesktop } from "../desktop.ts";
import { type Desktop, type DesktopStart, kindOf, type ListedDesktop, type SandboxDriver } from "../driver.ts";
import { FakeExecutor } from "./fake-executor.ts";
import { FakeMachine } from "./fake-machine.ts";
import { serveFakeVnc } from "./fake-vnc.ts";

/** Desktops in memory, with the real protocol and the real bridge between worker and executor. */
export interface FakeDriver extends SandboxDriver {
  /** The inside of a running desktop. @throws RangeError for an unknown id */
  machine(id: string): FakeMachine;
  /** Ends a desktop the way a killed container ends. */
  kill(id: string): void;
  /** The next starts fail with this until it is null again. */
  failStarts: FleetError | null;
  /** Milliseconds that a start takes. */
  startMs: number;
  /** Desktops started from now on can run programs confined. */
  canConfine: boolean;
  /** Isolations this host has. */
  isolations: readonly string[];
  /** A desktop that another process left behind, for reaper tests; returns its id. */
  plant(labels: { fleetId: string; workerId: string; expiresAt: Date | null }): string;
}

export function createFakeDriver(): FakeDriver {
  return new MemoryDriver();
}

interface Entry {
  readonly desktop: RunningDesktop;
  readonly machine: FakeMachine;
  readonly executorEnd: Duplex;
  readonly viewers: Set<Duplex>;
}

class MemoryDriver implements FakeDriver {
  failStarts: FleetError | null = null;
  startMs = 0;
  canConfine = true;
  isolations: readonly string[] = ["container"];
  readonly #entries = new Map<string, Entry>();
  readonly #listed = new Map<string, ListedDesktop>();

  async start(spec: DesktopStart, signal: AbortSignal): Promise<Desktop> {
    if (!this.isolations.includes(spec.isolation))
      throw new FleetError("desktop.isolation_unavailable", `This host has no runtime for isolation ${spec.isolation}`);
    const { fleetId, workerId, expiresAt } = spec;
    const id = randomUUID();
    this.#listed.set(id, { id, fleetId, workerId, expiresAt, origin: "starting" });
    try {
      await this.#boot(Math.min(this.startMs, spec.startTimeoutMs), signal);
      if (this.startMs > spec.startTimeoutMs)
        throw new FleetError("desktop.unavailable", `The desktop was not up within ${spec.startTimeoutMs} ms`);
      if (this.failStarts) throw this.failStarts;
      const desktop = await this.#open(id, spec);
      this.#listed.set(id, { id, fleetId, workerId, expiresAt, origin: "held" });
      return desktop;
    } catch (error) {
      this.#listed.delete(id);
      throw error;
    }
  }

  async destroy(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    entry?.desktop.end();
    this.kill(id);
    this.#entries.delete(id);
    this.#listed.delete(id);
  }

  async list(): Promise<ListedDesktop[]> {
    return [...this.#listed.values()];
  }

  async runtimes(): Promise<string[]> {
    return [...this.isolations];
  }

  async close(): Promise<void> {
    for (const { desktop } of this.#entries.values()) desktop.end();
    this.#entries.clear();
  }

  machine(id: string): FakeMachine {
    const entry = this.#entries.get(id);
    if (!entry) throw new RangeError("there is no such fake desktop");
    return entry.machine;
  }

  kill(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    entry.executorEnd.destroy();
    // A pair in memory does not carry the end over by itself, as a broken socket would.
    entry.desktop.lose("its container ended with exit code 137");
    for (const viewer of entry.viewers) viewer.destroy();
  }

  plant({ fleetId, workerId, expiresAt }: { fleetId: string; workerId: string; expiresAt: Date | null }): string {
    const id = randomUUID();
    this.#listed.set(id, { id, fleetId, workerId, expiresAt, origin: "foreign" });
    return id;
  }

  async #boot(bootMs: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", onAbort);
        resolve();
      }, bootMs);
      const onAbort = () => {
        clearTimeout(timer);
        reject(new FleetError("desktop.unavailable", "The start was cancelled", { cause: signal.reason }));
      };
      if (signal.aborted) onAbort();
      else signal.addEventListener("abort", onAbort, { once: true });
    });
  }

  async #open(id: string, spec: DesktopStart): Promise<Desktop> {
    const kind = kindOf(spec);
    const machine = new FakeMachine(kind, this.canConfine);
    const [workerEnd, executorEnd] = duplexPair();
    new FakeExecutor(executorEnd, machine);
    const bridge = new ExecutorBridge(workerEnd);
    const info = Pong.parse((await bridge.call("ping", {}, { timeoutMs: 1_000 })).result);
    const viewers = new Set<Duplex>();
    const openVnc = async (): Promise<Duplex> => {
      if (!bridge.isAlive)
        throw new FleetError("desktop.lost", "The desktop is gone: its live view could not be opened");
      const [viewer, server] = duplexPair();
      serveFakeVnc(server, machine);
      viewers.add(viewer);
      viewer.on("error", () => viewer.destroy());
      viewer.on("close", () => {
        viewers.delete(viewer);
        server.destroy();
      });
      return viewer;
    };
    const desktop = new RunningDesktop({ id, kind, expiresAt: spec.expiresAt, bridge, info, openVnc });
    this.#entries.set(id, { desktop, machine, executorEnd, viewers });
    return desktop;
  }
}
