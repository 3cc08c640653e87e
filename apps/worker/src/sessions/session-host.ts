import { FleetError, type Principal, type Signal } from "@deskfleet/contracts";
import { CLOSED_POLICY, effectivePolicy } from "./effective-policy.ts";
import type { LiveSession, Services } from "./live-session.ts";
import { type DesktopChoice, type DesktopSource, type OpenSession, openSession } from "./open-session.ts";
import { pauseSession } from "./pause-session.ts";
import { resumeSession, type StopOrder, stopSession } from "./stop-session.ts";

export interface SessionHostOptions {
  readonly services: Services;
  readonly source: DesktopSource;
  readonly choice: DesktopChoice;
  /** Desktops in use at most. */
  readonly slots: number;
}

/** A consent that was taken back is out of force after this long at the latest; giving one is known at once. */
const GRANTS_INTERVAL_MS = 5_000;
const BY_SYSTEM = { actor: "system" } as const;

/**
 * The sessions of this worker: opens, ends, stops and resumes them, keeps their policy current and ends idle ones.
 * `tick` is called once a second; signals come from Postgres (LISTEN) and orders from the internal API.
 */
export class SessionHost {
  readonly #options: SessionHostOptions;
  readonly #sessions = new Map<string, LiveSession>();
  readonly #idleTimeoutMs = new Map<string, number>();
  readonly #opening = new Map<string, { tenantId: string; abort: AbortController; isPolicyOld: boolean }>();
  readonly #closing = new Map<string, Promise<void>>();
  /** Sessions whose policy may have changed and could not be read yet. */
  readonly #stale = new Set<string>();
  #refreshing: Promise<void> | null = null;
  #grantsReadMs = 0;
  #isDraining = false;
  #isHeld = false;

  constructor(options: SessionHostOptions) {
    this.#options = options;
  }

  /** Slots taken: sessions that live, open or are being cleared away. */
  get used(): number {
    // A session that has its desktop and is still writing down its start is in two of the maps.
    return new Set([...this.#sessions.keys(), ...this.#opening.keys(), ...this.#closing.keys()]).size;
  }

  find(id: string): LiveSession | undefined {
    return this.#sessions.get(id);
  }

  /** @throws FleetError `capacity.exhausted`, `resource.conflict` when it is open already, and what openSession throws */
  async open(input: OpenSession): Promise<LiveSession> {
    const { sessionId, tenantId } = input;
    if (this.#isDraining) throw new FleetError("capacity.exhausted", "This worker is shutting down");
    if (this.#isHeld)
      throw new FleetError("capacity.exhausted", "This worker is drained: an operator wants nothing new here");
    if (this.#sessions.has(sessionId) || this.#opening.has(sessionId) || this.#closing.has(sessionId))
      throw new FleetError("resource.conflict", "The session is open already");
    if (this.used >= this.#options.slots) throw new FleetError("capacity.exhausted", "This worker has no free desktop");
    const { services, source, choice } = this.#options;
    const abort = new AbortController();
    const signal = input.signal === undefined ? abort.signal : AbortSignal.any([abort.signal, input.signal]);
    const opening = { tenantId, abort, isPolicyOld: false };
    this.#opening.set(sessionId, opening);
    try {
      const session = await openSession(input, services, source, choice, signal);
      this.#sessions.set(sessionId, session);
      session.recorder.start();
      // It was read before the desktop was claimed, which can take long.
      if (opening.isPolicyOld) {
        this.#stale.add(sessionId);
        await this.#refreshStale();
      }
      if (input.idleTimeoutSeconds !== undefined) this.#idleTimeoutMs.set(sessionId, input.idleTimeoutSeconds * 1_000);
      session.desktop.onLost(() => void this.close(sessionId, "desktop_lost"));
      session.emit("session.started", { image: input.desktop.image, display: input.desktop.display });
      await this.#record(session, "session.started", {
        image: input.desktop.image,
        isolation: session.desktop.kind.isolation,
      });
      return session;
    } catch (error) {
      if (this.#sessions.has(sessionId)) await this.close(sessionId, "start_failed");
      else await this.#endRow(tenantId, sessionId, "start_failed");
      throw abort.signal.aborted ? new FleetError("session.stopped", "The session was stopped before it began") : error;
    } finally {
      this.#opening.delete(sessionId);
    }
  }

  /** Ends a session and destroys its desktop. Idempotent; resolves when the desktop is gone. */
  close(id: string, reason: string): Promise<void> {
    const running = this.#closing.get(id);
    if (running !== undefined) return running;
    const session = this.#sessions.get(id);
    if (session === undefined) {
      this.#opening.get(id)?.abort.abort();
      return Promise.resolve();
    }
    session.endReason = reason;
    session.become("ended");
    this.#sessions.delete(id);
    this.#idleTimeoutMs.delete(id);
    this.#stale.delete(id);
    const ended = this.#end(session, reason).finally(() => this.#closing.delete(id));
    this.#closing.set(id, ended);
    return ended;
  }

  /** @throws FleetError `resource.not_found` when this worker does not hold the session */
  async stop(id: string, reason: string, actor: string = BY_SYSTEM.actor): Promise<void> {
    const opening = this.#opening.get(id);
    if (opening !== undefined) return opening.abort.abort();
    await stopSession(this.#require(id), { scope: "session", actor, reason });
  }

  /** Stops every session of a tenant, or of the worker when it is null. */
  async stopAll(tenantId: string | null, order: StopOrder): Promise<void> {
    for (const opening of this.#opening.values())
      if (tenantId === null || opening.tenantId === tenantId) opening.abort.abort();
    const hit = [...this.#sessions.values()].filter((session) => tenantId === null || session.tenantId === tenantId);
    await Promise.all(hit.map((session) => stopSession(session, order)));
  }

  /** @throws FleetError `resource.not_found` when this worker does not hold the session, `resource.conflict` when it is stopped */
  async pause(id: string, person: Principal): Promise<void> {
    await pauseSession(this.#require(id), person);
  }

  async resume(id: string, actor: string = BY_SYSTEM.actor): Promise<void> {
    await resumeSession(this.#require(id), actor);
  }

  /** While an operator wants it so, nothing new is opened; what lives goes on. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
  }

  /** Nothing new is opened from now on. */
  drain(): void {
    this.#isDraining = true;
  }

  async closeAll(reason = "worker_shutdown"): Promise<void> {
    this.drain();
    for (const { abort } of this.#opening.values()) abort.abort();
    await Promise.all([...this.#sessions.keys()].map((id) => this.close(id, reason)));
    await Promise.all(this.#closing.values());
  }

  /** Never throws and never waits for the store before a stop is in force. */
  onSignal(signal: Signal): void {
    switch (signal.kind) {
      case "session.stop":
        if (this.#sessions.has(signal.sessionId) || this.#opening.has(signal.sessionId))
          this.#inBackground(this.stop(signal.sessionId, "stopped by signal"));
        return;
      case "tenant.stop":
        this.#inBackground(this.stopAll(signal.tenantId, { ...BY_SYSTEM, scope: "tenant", reason: "tenant stopped" }));
        return;
      case "fleet.stop":
        this.#inBackground(this.stopAll(null, { ...BY_SYSTEM, scope: "fleet", reason: "fleet stopped" }));
        return;
      case "policy.changed":
        for (const opening of this.#opening.values())
          if (signal.tenantId === null || signal.tenantId === opening.tenantId) opening.isPolicyOld = true;
        for (const session of this.#sessions.values())
          if (signal.tenantId === null || signal.tenantId === session.tenantId) this.#stale.add(session.id);
        this.#inBackground(this.#refreshStale());
        return;
      case "approval.answered":
        this.#inBackground(this.#dropRefused(signal.approvalId));
        return;
      default:
        return; // not about live sessions
    }
  }

  /** Signals may have been missed: everything they could have said is read again. */
  async onReconnect(): Promise<void> {
    for (const opening of this.#opening.values()) opening.isPolicyOld = true;
    for (const id of this.#sessions.keys()) this.#stale.add(id);
    await this.#refreshStale();
    for (const session of [...this.#sessions.values()]) {
      // What was decided here while the store was away is newer than what it says.
      await session.row.catchUp();
      const row = await this.#options.services.records.findSession(session.tenantId, session.id);
      if (row?.state === "stopped" && session.state !== "stopped")
        await stopSession(session, { ...BY_SYSTEM, scope: "session", reason: "stopped while the signal was lost" });
      if (row === null || row.state === "ended") await this.close(session.id, "ended_elsewhere");
    }
  }

  /** Once a second: idle sessions end; what could not be read or written is tried again. */
  async tick(): Promise<void> {
    const { services } = this.#options;
    const counts = { active: 0, paused: 0, stopped: 0, ended: 0 };
    for (const session of [...this.#sessions.values()]) {
      counts[session.state] += 1;
      this.#inBackground(session.row.catchUp());
      const timeoutMs = this.#idleTimeoutMs.get(session.id);
      if (session.running > 0 || session.isWaitingForPerson) session.lastActivityMs = services.now();
      if (timeoutMs !== undefined && services.now() - session.lastActivityMs >= timeoutMs)
        this.#inBackground(this.close(session.id, "idle"));
    }
    for (const state of ["active", "paused", "stopped"] as const)
      services.metrics.sessions.set({ state }, counts[state]);
    await this.#refreshStale();
    if (services.now() - this.#grantsReadMs < GRANTS_INTERVAL_MS) return;
    this.#grantsReadMs = services.now();
    for (const session of [...this.#sessions.values()]) await this.#readGrants(session);
  }

  /** A frozen action that will never run is forgotten: its parameters may be secret, and nobody is waited for any more. */
  async #dropRefused(approvalId: string): Promise<void> {
    for (const session of [...this.#sessions.values()]) {
      if (!session.frozen.has(approvalId)) continue;
      const record = await this.#options.services.records.findApproval(session.tenantId, approvalId);
      if (record?.approval.state !== "approved") session.frozen.delete(approvalId);
    }
  }

  /** A store that does not answer takes no consent away: without it nothing can be done anyway, for want of an intent. */
  async #readGrants(session: LiveSession): Promise<void> {
    const { records, log } = this.#options.services;
    try {
      session.storedGrants = await records.grants(session.tenantId, session.principal.id, session.id);
    } catch (error) {
      log.warn({ sessionId: session.id, err: error }, "the consents of a session could not be read");
    }
  }

  /** One at a time: two reads side by side could leave the older answer in force. */
  #refreshStale(): Promise<void> {
    this.#refreshing ??= this.#readStale().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #readStale(): Promise<void> {
    const { records, log } = this.#options.services;
    let hasFailed = false;
    while (this.#stale.size > 0 && !hasFailed) {
      for (const id of [...this.#stale]) {
        const session = this.#sessions.get(id);
        this.#stale.delete(id);
        if (session === undefined) continue;
        try {
          session.policy = await effectivePolicy(session.policySource, session.policySubject, session.flagPolicy);
          session.storedGrants = await records.grants(session.tenantId, session.principal.id, session.id);
        } catch (error) {
          // The old policy is known to be outdated, so nothing is allowed by it until the new one can be read.
          session.policy = CLOSED_POLICY;
          this.#stale.add(id);
          hasFailed = true;
          log.error(
            { sessionId: id, err: error },
            "a changed policy could not be read; the session is closed to actions",
          );
        }
      }
    }
  }

  async #end(session: LiveSession, reason: string): Promise<void> {
    const { source, services } = this.#options;
    const recording = await session.recorder.end();
    try {
      await source.release(session.desktop);
    } catch (error) {
      services.log.error({ sessionId: session.id, err: error }, "a desktop could not be destroyed; the reaper will");
    }
    await recording.stored;
    await session.audit.written();
    await this.#record(session, "session.ended", { reason });
    await this.#endRow(session.tenantId, session.id, reason);
    session.emit("session.ended", { reason });
  }

  async #endRow(tenantId: string, sessionId: string, endReason: string): Promise<void> {
    const { records, log } = this.#options.services;
    try {
      await records.updateSession(tenantId, sessionId, { state: "ended", controller: "agent", endReason });
    } catch (error) {
      log.error({ sessionId, err: error }, "a session's end could not be stored; the reconciler will");
    }
  }

  async #record(session: LiveSession, action: string, params: Record<string, unknown>): Promise<void> {
    const { audit, log, workerId } = this.#options.services;
    try {
      await audit.append(session.auditRecord({ kind: "event", actor: `worker:${workerId}`, action, params }));
    } catch (error) {
      log.error({ sessionId: session.id, action, err: error }, "an event could not be recorded");
    }
  }

  #require(id: string): LiveSession {
    const session = this.#sessions.get(id);
    if (session === undefined) throw new FleetError("resource.not_found", "This worker does not hold the session");
    return session;
  }

  #inBackground(work: Promise<void>): void {
    work.catch((error: unknown) =>
      this.#options.services.log.error({ err: error }, "background work of sessions failed"),
    );
  }
}
