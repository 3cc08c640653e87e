import type { ListedDesktop, SandboxDriver } from "./driver.ts";
import { type Logger, silentLogger } from "./logger.ts";

export interface ReaperOptions {
  readonly driver: SandboxDriver;
  readonly workerId: string;
  readonly fleetId: string;
  /** Desktops that this worker owns now. */
  readonly liveIds: () => ReadonlySet<string>;
  /** Whether a sibling's heartbeats have stopped, as Postgres says. Default: no sibling is ever called dead. */
  readonly isWorkerDead?: (workerId: string) => Promise<boolean>;
  /** Milliseconds between sweeps. */
  readonly intervalMs?: number;
  readonly logger?: Logger;
  readonly now?: () => Date;
}

export interface Reaper {
  /** One round; resolves when it has removed what it found. Never rejects: the next round tries again. */
  sweep(): Promise<void>;
  close(): void;
}

const INTERVAL_MS = 10_000;
/**
 * A dead sibling may be a slow one: this long without a heartbeat's return before its desktops go. With the 20 s after which
 * it is called dead, and the sweeps, nothing is left a minute after a crash; its leases ran out long before.
 */
const DEAD_FOR_MS = 15_000;

/**
 * Removes desktops that nobody owns any more. The first sweep starts at once and takes what an earlier process of this
 * worker left.
 *
 * - own, of an earlier process: at once
 * - own, started by this process, neither live nor starting: when two sweeps in a row saw it so, because between the
 *   end of a start and the pool's note of it there is a moment
 * - a sibling's (same fleet, other worker): past its `expiresAt`, or its worker called dead for over 15 seconds
 * - another fleet's, or without our labels: never
 */
export function startReaper(options: ReaperOptions): Reaper {
  const reaper = new LabelReaper(options);
  void reaper.sweep();
  const timer = setInterval(() => void reaper.sweep(), options.intervalMs ?? INTERVAL_MS);
  timer.unref();
  return { sweep: () => reaper.sweep(), close: () => clearInterval(timer) };
}

class LabelReaper {
  readonly #options: ReaperOptions;
  readonly #logger: Logger;
  readonly #now: () => Date;
  /** Own desktops that the last sweep saw without an owner. */
  #unowned: ReadonlySet<string> = new Set();
  /** Since when a sibling has been called dead without a break. */
  readonly #deadSince = new Map<string, number>();
  #sweeping: Promise<void> | null = null;

  constructor(options: ReaperOptions) {
    this.#options = options;
    this.#logger = options.logger ?? silentLogger;
    this.#now = options.now ?? (() => new Date());
  }

  /** A sweep that is asked for while one runs is that one. */
  sweep(): Promise<void> {
    this.#sweeping ??= this.#sweep()
      .catch((error: unknown) => this.#logger.warn({ err: error }, "a sweep for orphans failed"))
      .finally(() => {
        this.#sweeping = null;
      });
    return this.#sweeping;
  }

  async #sweep(): Promise<void> {
    const { driver, fleetId, workerId } = this.#options;
    const ours = (await driver.list()).filter((desktop) => desktop.fleetId === fleetId);
    const siblings = new Set(ours.map((desktop) => desktop.workerId).filter((id) => id !== workerId));
    const dead = await this.#deadWorkers(siblings);
    const live = this.#options.liveIds();
    const unowned = new Set<string>();
    const orphans = ours.filter((desktop) =>
      desktop.workerId === workerId
        ? this.#isOwnOrphan(desktop, live, unowned)
        : this.#isExpired(desktop) || dead.has(desktop.workerId),
    );
    this.#unowned = unowned;
    await Promise.all(orphans.map((desktop) => this.#remove(desktop)));
  }

  #isOwnOrphan(desktop: ListedDesktop, live: ReadonlySet<string>, unowned: Set<string>): boolean {
    if (live.has(desktop.id) || desktop.origin === "starting") return false;
    if (desktop.origin === "foreign") return true;
    unowned.add(desktop.id);
    return this.#unowned.has(desktop.id);
  }

  #isExpired({ expiresAt }: ListedDesktop): boolean {
    return expiresAt !== null && expiresAt.getTime() <= this.#now().getTime();
  }

  async #deadWorkers(siblings: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const now = this.#now().getTime();
    for (const workerId of this.#deadSince.keys()) if (!siblings.has(workerId)) this.#deadSince.delete(workerId);
    for (const workerId of siblings) {
      if (!(await this.#isCalledDead(workerId))) this.#deadSince.delete(workerId);
      else if (!this.#deadSince.has(workerId)) this.#deadSince.set(workerId, now);
    }
    return new Set([...this.#deadSince].filter(([, since]) => now - since > DEAD_FOR_MS).map(([workerId]) => workerId));
  }

  /** Who cannot be asked about is not dead. */
  async #isCalledDead(workerId: string): Promise<boolean> {
    try {
      return (await this.#options.isWorkerDead?.(workerId)) ?? false;
    } catch (error) {
      this.#logger.warn({ err: error, workerId }, "it is not known whether a worker lives");
      return false;
    }
  }

  async #remove({ id, workerId }: ListedDesktop): Promise<void> {
    try {
      await this.#options.driver.destroy(id);
      this.#logger.info({ desktopId: id, workerId }, "an orphan was removed");
    } catch (error) {
      this.#logger.warn({ err: error, desktopId: id }, "an orphan could not be removed");
    }
  }
}
