import { setMaxListeners } from "node:events";
import type {
  AuditRecord,
  DesktopSpec,
  EffectivePolicy,
  EventType,
  HeldGrant,
  JsonObject,
  NewAuditRecord,
  PolicyDocument,
  Principal,
  Session,
} from "@deskfleet/contracts";
import type { Desktop } from "@deskfleet/desktop";
import { sessionGrants } from "@deskfleet/gates";
import type { PolicySubject } from "@deskfleet/store";
import type { AnchorEngine } from "../anchors/anchor-engine.ts";
import { AppMemory } from "../app-state/app-memory.ts";
import type { PlannedAction } from "../approvals/planned-action.ts";
import { AuditMemory } from "../auditor/audit-memory.ts";
import type { AuditorServices } from "../auditor/auditor-services.ts";
import { ContentFilter } from "../content/content-filter.ts";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { Recorder } from "../recording/recorder.ts";
import { ActionSlot } from "./action-slot.ts";
import type { PolicySource } from "./effective-policy.ts";
import type { EventSink } from "./event-sink.ts";
import { FrameLedger } from "./frame-ledger.ts";
import type { Records } from "./records.ts";
import { SessionRow } from "./session-row.ts";
import { TerminalLines } from "./terminal-lines.ts";

/** What every session of a worker works with. `now` is milliseconds since the epoch. */
export interface Services {
  readonly workerId: string;
  readonly records: Records;
  readonly audit: { append(record: NewAuditRecord): Promise<AuditRecord> };
  readonly events: EventSink;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly anchors: AnchorEngine;
  readonly auditor: AuditorServices;
  readonly now: () => number;
  readonly newId: () => string;
}

export type LiveState = "active" | "paused" | "stopped" | "ended";

/** An action that waits for a person: its real parameters live here only, bound to the record by digest. */
export interface FrozenAction {
  readonly planned: PlannedAction;
  /** It is their action still when somebody else approves it. */
  readonly requester: Principal;
  /** Consents that the answers "session" and "always" give. */
  readonly askedGrants: readonly string[];
  readonly expiresAtMs: number;
}

export interface LiveSessionInput {
  readonly id: string;
  readonly tenantId: string;
  readonly principal: Principal;
  readonly projectId: string | null;
  readonly taskId: string | null;
  readonly attemptId: string | null;
  readonly spec: DesktopSpec;
  readonly desktop: Desktop;
  readonly fencingToken: number;
  readonly policy: EffectivePolicy;
  readonly policySource: PolicySource;
  readonly flagPolicy: PolicyDocument | null;
  /** Consents that the caller asked for; which of them hold, policy says. */
  readonly requestedGrants: readonly string[];
  /** What whoever opened it wants done; null: nobody said. */
  readonly goal: string | null;
  /** Hosts where it is meant to work. */
  readonly trustedDomains: readonly string[];
  readonly services: Services;
}

/**
 * One session while this worker holds its desktop.
 *
 * States: `active` <-> `paused` (failures in a row, or a person) ; any of them -> `stopped` <-> `active` (resume) ;
 * any -> `ended`, which is final. SessionHost and perform are the only writers of these fields. What a person decides is in force
 * here first, then in its row (session-row.ts), and only then announced: whoever hears of it finds it there.
 */
export class LiveSession {
  readonly id: string;
  readonly tenantId: string;
  readonly principal: Principal;
  readonly projectId: string | null;
  readonly taskId: string | null;
  readonly attemptId: string | null;
  readonly spec: DesktopSpec;
  readonly desktop: Desktop;
  readonly fencingToken: number;
  readonly policySource: PolicySource;
  readonly flagPolicy: PolicyDocument | null;
  readonly requestedGrants: readonly string[];
  readonly goal: string | null;
  readonly trustedDomains: readonly string[];
  readonly services: Services;

  readonly frames = new FrameLedger();
  readonly slot = new ActionSlot();
  readonly terminals = new TerminalLines();
  readonly apps: AppMemory;
  readonly content = new ContentFilter(() => this.policy);
  readonly audit = new AuditMemory();
  readonly recorder: Recorder;
  readonly row = new SessionRow(this);
  /** By approval id. */
  readonly frozen = new Map<string, FrozenAction>();

  state: LiveState = "active";
  /** Set with `ended`; `desktop_lost` when nobody wanted it. */
  endReason: string | null = null;
  /** From Postgres: what people gave. */
  storedGrants: readonly HeldGrant[] = [];
  recentActionsMs: number[] = [];
  failuresInRow = 0;
  /** Calls of perform that have not ended. */
  running = 0;
  lastActivityMs: number;
  /** Orders to stop or pause so far, also those that found it so: what resumes it meanwhile has to know. */
  holdOrders = 0;
  /** Set with `paused` when a person did it; null when failures did. */
  pausedBy: Principal | null = null;
  #policy: EffectivePolicy;
  readonly #policyWatchers = new Set<() => void>();
  #controlledBy: Principal | null = null;
  #controlledSinceMs = 0;
  #stopping = stopController();
  readonly #ended = new AbortController();
  #waiting = new Set<() => void>();

  constructor(input: LiveSessionInput) {
    this.id = input.id;
    this.tenantId = input.tenantId;
    this.principal = input.principal;
    this.projectId = input.projectId;
    this.taskId = input.taskId;
    this.attemptId = input.attemptId;
    this.spec = input.spec;
    this.desktop = input.desktop;
    this.fencingToken = input.fencingToken;
    this.policySource = input.policySource;
    this.flagPolicy = input.flagPolicy;
    this.requestedGrants = input.requestedGrants;
    this.goal = input.goal;
    this.trustedDomains = input.trustedDomains;
    this.services = input.services;
    this.#policy = input.policy;
    this.lastActivityMs = input.services.now();
    this.apps = new AppMemory(this.lastActivityMs);
    this.recorder = new Recorder(this);
    setMaxListeners(0, this.#ended.signal); // one for each live view
  }

  get policy(): EffectivePolicy {
    return this.#policy;
  }

  set policy(policy: EffectivePolicy) {
    this.#policy = policy;
    for (const watch of [...this.#policyWatchers]) watch();
  }

  /** Calls `watch` after each change of the policy, until the answer is called. */
  onPolicy(watch: () => void): () => void {
    this.#policyWatchers.add(watch);
    return () => this.#policyWatchers.delete(watch);
  }

  /** Null while an agent has the input; else who holds it. */
  get controlledBy(): Principal | null {
    return this.#controlledBy;
  }

  /** Whoever has or had it may have typed anything anywhere. */
  set controlledBy(principal: Principal | null) {
    this.#controlledBy = principal;
    this.#controlledSinceMs = this.services.now();
    this.terminals.forget();
  }

  /** The person who has the input, as clients see it. */
  get control(): Session["control"] {
    if (this.#controlledBy === null) return null;
    const { id: principalId, name } = this.#controlledBy;
    return { principalId, name, since: new Date(this.#controlledSinceMs).toISOString() };
  }

  get controller(): "agent" | "human" {
    return this.controlledBy === null ? "agent" : "human";
  }

  /** Whose stored policy layers hold in it, whoever else acts in it. */
  get policySubject(): PolicySubject {
    return { tenantId: this.tenantId, principalId: this.principal.id, projectId: this.projectId };
  }

  /** Of the consents asked for, those that policy lets the caller give now: one that it no longer does is gone. */
  get ownGrants(): HeldGrant[] {
    return sessionGrants(this.requestedGrants, this.policy);
  }

  get screen(): { readonly width: number; readonly height: number } {
    return this.desktop.info.screen;
  }

  /** Whether this desktop can run programs confined. */
  get canConfine(): boolean {
    return this.desktop.info.confinement.kind === "namespaces";
  }

  /** Aborts when the session is stopped or ends: what runs on the desktop is cut short. */
  get stopSignal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Aborts when the session ends: its live views close. */
  get endSignal(): AbortSignal {
    return this.#ended.signal;
  }

  /** Waiting for a person: an answer to an approval, or the end of their control or of their pause. Never counts as idle. */
  get isWaitingForPerson(): boolean {
    const now = this.services.now();
    if (this.controlledBy !== null || (this.state === "paused" && this.pausedBy !== null)) return true;
    return [...this.frozen.values()].some(({ expiresAtMs }) => expiresAtMs > now);
  }

  /** Moves to a state; synchronous, so that it is in force before anything else runs. */
  become(state: LiveState): void {
    this.state = state;
    if (state !== "paused") this.pausedBy = null;
    if (state === "stopped" || state === "ended") this.#stopping.abort();
    else if (this.#stopping.signal.aborted) this.#stopping = stopController();
    if (state === "ended") this.#ended.abort();
    this.notify();
  }

  /** Resolves at the next change of state or controller, or when `signal` aborts. For callers that wait for a person. */
  nextChange(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        this.#waiting.delete(done);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      this.#waiting.add(done);
      signal?.addEventListener("abort", done, { once: true });
    });
  }

  /** Wakes those who wait for a change. */
  notify(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  emit(type: EventType, data: JsonObject): void {
    this.services.events.emit(this.tenantId, { type, sessionId: this.id, taskId: this.taskId, data });
  }

  /** An audit record of this session's chain; the caller fills in what differs from a bare event. */
  auditRecord(facts: Partial<NewAuditRecord> & Pick<NewAuditRecord, "kind" | "actor" | "action">): NewAuditRecord {
    return {
      id: this.services.newId(),
      tenantId: this.tenantId,
      chain: this.id,
      at: new Date(this.services.now()).toISOString(),
      sessionId: this.id,
      taskId: this.taskId,
      attemptId: this.attemptId,
      params: {},
      evaluation: null,
      intentId: null,
      result: null,
      reason: null,
      durationMs: null,
      frame: null,
      ...facts,
    };
  }
}

/** Every action that runs listens, and so do the calls that it consists of. */
function stopController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
