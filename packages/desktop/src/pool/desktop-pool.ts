import { FleetError } from "@deskfleet/contracts";
import { type Desktop, type DesktopKind, kindOf, type SandboxDriver } from "../driver.ts";
import { type Logger, silentLogger } from "../logger.ts";
import { Backoff } from "./backoff.ts";
import { Retirement } from "./retirement.ts";
import { Waiters } from "./waiters.ts";

export interface PoolOptions {
  readonly driver: SandboxDriver;
  readonly workerId: string;
  readonly fleetId: string;
  /** Kinds that are kept warm; every other kind is started when it is claimed. */
  readonly kinds: readonly DesktopKind[];
  /** Desktops kept ready of each of `kinds`. */
  readonly warm: number;
  /** Desktops there may be at once: ready, starting, in use and being destroyed together. */
  readonly max: number;
  /** Hard limit on a desktop's life. A claim gets one that has at least half of it left. */
  readonly lifetimeMs?: number;
  readonly startTimeoutMs?: number;
  readonly logger?: Logger;
}

export interface PoolStats {
  readonly ready: number;
  readonly starting: number;
  readonly inUse: number;
  readonly destroying: number;
  /** Claims that wait. */
  readonly waiting: number;
  readonly max: number;
  readonly claimsWarm: number;
  readonly claimsCold: number;
  readonly startFailures: number;
  /** Milliseconds of the last start that succeeded. */
  readonly lastStartMs: number | null;
  /** Code of the last failed start, null after a good one: why a claim waits. */
  readonly lastFailure: string | null;
}

interface Starting {
  readonly key: string;
  readonly abort: AbortController;
  /** Settles once the desktop has been offered or the failure noted. */
  done: Promise<void>;
}

const DAY_MS = 86_400_000;
/** More in flight than cores makes each slower and none sooner; refills leave one for a claim. */
const STARTS_FOR_CLAIMS_MAX = 2;
/** Half-second, second, two, four: an engine that restarts is back within these. */
const FAILURES_PER_CLAIM_MAX = 5;
const PING_TIMEOUT_MS = 1_000;

/**
 * Desktops by kind, each used once: started ahead, handed out after their executor has just answered, destroyed when
 * released. Starting and destroying happen beside the claims, at most one refill at a time.
 */
export class DesktopPool {
  readonly #options: Required<PoolOptions>;
  readonly #ready = new Map<string, Desktop[]>();
  readonly #starting = new Set<Starting>();
  readonly #inUse = new Map<string, Desktop>();
  readonly #retirement: Retirement;
  readonly #waiters = new Waiters();
  readonly #backoff = new Backoff();
  #isClosed = false;
  #claimsWarm = 0;
  #claimsCold = 0;
  #startFailures = 0;
  #lastStartMs: number | null = null;
  #lastFailure: string | null = null;

  constructor(options: PoolOptions) {
    this.#options = { lifetimeMs: DAY_MS, startTimeoutMs: 60_000, logger: silentLogger, ...options };
    const { driver, logger } = this.#options;
    this.#retirement = new Retirement({ driver, logger, onGone: () => this.#pump() });
    this.#pump();
  }

  /**
   * A desktop of this kind for one use; `release` it, lost or not.
   * @throws FleetError `desktop.unavailable` when the signal aborts or starts keep failing;
   *   `desktop.isolation_unavailable` when the host lacks the isolation
   */
  async claim(spec: DesktopKind, signal: AbortSignal): Promise<Desktop> {
    const kind = kindOf(spec);
    const key = keyOf(kind);
    for (;;) {
      if (this.#isClosed) throw new FleetError("desktop.unavailable", "The worker is shutting down");
      if (signal.aborted) throw new FleetError("desktop.unavailable", "The claim was cancelled");
      const warm = this.#takeReady(key);
      const desktop = warm ?? (await this.#waitFor(key, kind, signal));
      if (await this.#answers(desktop)) {
        if (!signal.aborted && !this.#isClosed) {
          if (warm) this.#claimsWarm++;
          else this.#claimsCold++;
          return desktop;
        }
      }
      await this.release(desktop);
    }
  }

  /** Destroys it in the background. Idempotent. */
  async release(desktop: Desktop): Promise<void> {
    if (this.#inUse.delete(desktop.id)) this.#retirement.add(desktop);
  }

  /** Every desktop of this pool that the engine may still have: what the reaper leaves alone. */
  ids(): ReadonlySet<string> {
    const ready = [...this.#ready.values()].flat().map((desktop) => desktop.id);
    return new Set([...ready, ...this.#inUse.keys(), ...this.#retirement.ids()]);
  }

  stats(): PoolStats {
    return {
      ready: this.#readyCount(),
      starting: this.#starting.size,
      inUse: this.#inUse.size,
      destroying: this.#retirement.size,
      waiting: this.#waiters.size,
      max: this.#options.max,
      claimsWarm: this.#claimsWarm,
      claimsCold: this.#claimsCold,
      startFailures: this.#startFailures,
      lastStartMs: this.#lastStartMs,
      lastFailure: this.#lastFailure,
    };
  }

  /** Refuses claims, ends starts and destroys every desktop, those in use too; resolves when they are gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const waiter of [...this.#waiters])
      waiter.reject(new FleetError("desktop.unavailable", "The worker is shutting down"));
    for (const start of this.#starting) start.abort.abort();
    await Promise.all([...this.#starting].map((start) => start.done));
    for (const desktop of [...this.#ready.values()].flat()) this.#retirement.add(desktop);
    this.#ready.clear();
    for (const desktop of [...this.#inUse.values()]) await this.release(desktop);
    await this.#retirement.settled();
  }

  #takeReady(key: string): Desktop | undefined {
    const ready = this.#ready.get(key) ?? [];
    for (let desktop = ready.shift(); desktop; desktop = ready.shift()) {
      const leftMs = desktop.expiresAt.getTime() - Date.now();
      if (leftMs >= this.#options.lifetimeMs / 2) {
        this.#inUse.set(desktop.id, desktop);
        this.#pump();
        return desktop;
      }
      this.#retirement.add(desktop);
    }
    return undefined;
  }

  #waitFor(key: string, kind: DesktopKind, signal: AbortSignal): Promise<Desktop> {
    const desktop = this.#waiters.wait(key, kind, signal, () => this.#pump());
    this.#pump();
    return desktop;
  }

  async #answers(desktop: Desktop): Promise<boolean> {
    try {
      await desktop.executor.call("ping", {}, { timeoutMs: PING_TIMEOUT_MS });
      return true;
    } catch (error) {
      this.#options.logger.warn({ err: error, desktopId: desktop.id }, "a warm desktop did not answer and is replaced");
      return false;
    }
  }

  /** Starts what is wanted and may be, ends what is wanted no more. Cheap, and called after every change. */
  #pump(): void {
    if (this.#isClosed) return;
    this.#endSurplusStarts();
    const uncovered = new Map<string, number>();
    for (const { key, kind } of this.#waiters) {
      const wanted = (uncovered.get(key) ?? -this.#startingCount(key)) + 1;
      uncovered.set(key, wanted);
      if (wanted <= 0 || this.#backoff.isWaiting(key, Date.now())) continue;
      if (this.#room() <= 0) this.#evictFor(key);
      else if (this.#starting.size < STARTS_FOR_CLAIMS_MAX) {
        this.#start(key, kind);
        uncovered.set(key, wanted - 1);
      }
    }
    if (this.#waiters.size === 0) this.#refill();
  }

  #refill(): void {
    for (const kind of this.#options.kinds) {
      const key = keyOf(kind);
      if (this.#starting.size > 0 || this.#room() <= 0) return;
      if (this.#missing(key) > 0 && !this.#backoff.isWaiting(key, Date.now())) this.#start(key, kindOf(kind));
    }
  }

  #start(key: string, kind: DesktopKind): void {
    const { driver, workerId, fleetId, lifetimeMs, startTimeoutMs } = this.#options;
    const start: Starting = { key, abort: new AbortController(), done: Promise.resolve() };
    this.#starting.add(start);
    const startedAt = performance.now();
    const expiresAt = new Date(Date.now() + lifetimeMs);
    start.done = driver
      .start({ ...kind, workerId, fleetId, expiresAt, startTimeoutMs }, start.abort.signal)
      .then(
        (desktop) => {
          this.#starting.delete(start);
          this.#lastStartMs = Math.round(performance.now() - startedAt);
          this.#lastFailure = null;
          this.#backoff.succeed(key);
          this.#offer(key, desktop);
        },
        (error: unknown) => {
          this.#starting.delete(start);
          if (!start.abort.signal.aborted) this.#startFailed(key, error);
        },
      )
      .finally(() => this.#pump());
  }

  /** To who waits longest, else to the warm ones, else away. */
  #offer(key: string, desktop: Desktop): void {
    const waiter = this.#isClosed ? undefined : this.#waiters.take(key);
    if (waiter) {
      this.#inUse.set(desktop.id, desktop);
      waiter.resolve(desktop);
    } else if (!this.#isClosed && this.#missing(key, 0) > 0) {
      this.#ready.set(key, [...(this.#ready.get(key) ?? []), desktop]);
      desktop.onLost((reason) => this.#readyLost(key, desktop, reason));
    } else this.#retirement.add(desktop);
  }

  #readyLost(key: string, desktop: Desktop, reason: string): void {
    const ready = this.#ready.get(key) ?? [];
    const index = ready.indexOf(desktop);
    if (index < 0) return;
    ready.splice(index, 1);
    this.#options.logger.warn({ desktopId: desktop.id, reason }, "a warm desktop is gone and is replaced");
    this.#retirement.add(desktop);
  }

  #startFailed(key: string, cause: unknown): void {
    const error = cause instanceof FleetError ? cause : new FleetError("desktop.unavailable", "No desktop", { cause });
    const waitMs = this.#backoff.fail(key, Date.now());
    this.#startFailures++;
    this.#lastFailure = error.code;
    this.#options.logger.warn({ err: error, waitMs }, "a desktop could not be started");
    setTimeout(() => this.#pump(), waitMs).unref();
    const isFinal = error.code === "desktop.isolation_unavailable";
    for (const waiter of [...this.#waiters])
      if (waiter.key === key && (++waiter.failures >= FAILURES_PER_CLAIM_MAX || isFinal)) waiter.reject(error);
  }

  /** A claim has to wait although desktops of other kinds stand idle: one of them gives way. */
  #evictFor(key: string): void {
    if (this.#retirement.size > 0) return;
    for (const [other, ready] of this.#ready) {
      const desktop = other === key ? undefined : ready.shift();
      if (!desktop) continue;
      this.#retirement.add(desktop);
      return;
    }
  }

  /** Claims were cancelled: what nobody waits for any more need not come up. */
  #endSurplusStarts(): void {
    for (const { key, abort } of this.#starting) {
      const surplus = this.#startingCount(key) - this.#waiters.count(key) - this.#missing(key, 0);
      if (surplus > 0) abort.abort();
    }
  }

  /** How many more of this kind should stand ready. */
  #missing(key: string, starting = this.#startingCount(key)): number {
    const isWarm = this.#options.kinds.some((kind) => keyOf(kind) === key);
    return isWarm ? Math.max(0, this.#options.warm - (this.#ready.get(key)?.length ?? 0) - starting) : 0;
  }

  #room(): number {
    return this.#options.max - this.#readyCount() - this.#starting.size - this.#inUse.size - this.#retirement.size;
  }

  #readyCount(): number {
    return [...this.#ready.values()].reduce((sum, ready) => sum + ready.length, 0);
  }

  #startingCount(key: string): number {
    return [...this.#starting].filter((start) => start.key === key && !start.abort.signal.aborted).length;
  }
}

function keyOf({ image, width, height, isolation, display }: DesktopKind): string {
  return `${image} ${width}x${height} ${isolation} ${display}`;
}
