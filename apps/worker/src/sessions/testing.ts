import { randomUUID } from "node:crypto";
import {
  type Approval,
  type AuditRecord,
  type ExpiryReason,
  FleetError,
  type HeldGrant,
  type NewAuditRecord,
  type PolicyDocument,
  type Principal,
  type SessionFrame,
} from "@deskfleet/contracts";
import { createFakeDriver, type DesktopKind, type FakeDriver, type FakeMachine } from "@deskfleet/desktop";
import type { ActivePack, NewJudgement, NewSessionFrame } from "@deskfleet/store";
import { createAnchorEngine } from "../anchors/anchor-engine.ts";
import { shippedAuditor } from "../auditor/auditor-services.ts";
import { createMetrics } from "../metrics.ts";
import { EventSink } from "./event-sink.ts";
import type { LiveSession, Services } from "./live-session.ts";
import type { DesktopSource, OpenSession } from "./open-session.ts";
import type { NewApproval, NewGrantRecord, NewLiveEvent, Records, SessionChange, StoredSession } from "./records.ts";
import { SessionHost } from "./session-host.ts";

/** For tests: everything a worker core needs, in memory, on the fake driver's real protocol. Time stands still. */

export const TENANT = "00000000-0000-7000-8000-000000000001";
export const OPERATOR: Principal = {
  id: "00000000-0000-7000-8000-000000000002",
  tenantId: TENANT,
  role: "operator",
  name: "robot",
};
export const ALL_GRANTS = ["computer_use", "screen", "write", "app(order-desk)"];
const STARTER: PolicyDocument = { grantable: ["computer_use", "screen", "write", "app(*)"] };

class MemoryRecords implements Records {
  document: PolicyDocument = STARTER;
  policyVersion = 1;
  /** Set: every call fails with it. */
  failure: Error | null = null;
  now: () => number = () => 0;
  readonly sessions = new Map<string, SessionChange>();
  readonly events: NewLiveEvent[] = [];
  readonly frames: (SessionFrame & Pick<NewSessionFrame, "tenantId" | "content">)[] = [];
  readonly approvals = new Map<string, { approval: Approval; targetDigest: string | null; codeDigest: string }>();
  readonly judgements: (NewJudgement & { overriddenBy: string | null })[] = [];
  packs: ActivePack[] = [];
  /** Of the hour, which does not end. */
  readonly modelUse = { calls: 0, tokensIn: 0, tokensOut: 0 };
  readonly given: (NewGrantRecord & { tenantId: string; id: string; isOnce?: boolean })[] = [];

  async policyLayers() {
    this.#check();
    return [{ layer: "tenant", version: `tenant@${this.policyVersion}`, document: this.document } as const];
  }
  async updateSession(_tenantId: string, id: string, change: SessionChange) {
    this.#check();
    this.sessions.set(id, { ...this.sessions.get(id), ...change });
  }
  async findSession(tenantId: string, id: string): Promise<StoredSession | null> {
    this.#check();
    const state = this.sessions.get(id)?.state;
    if (state === undefined || tenantId !== TENANT) return null;
    return {
      ...{
        state,
        principalId: OPERATOR.id,
        ...{ projectId: null, goal: null, trustedDomains: [] },
        grants: ALL_GRANTS,
        fencingToken: 3,
        idleTimeoutSeconds: 60,
      },
      desktop: { image: "default", display: "1280x800", isolation: "container" },
    };
  }
  async grants(_tenantId: string, principalId: string, sessionId: string): Promise<HeldGrant[]> {
    this.#check();
    return this.given
      .filter((one) => one.principalId === principalId && (one.isKept || one.sessionId === sessionId))
      .map(({ id, grant, isKept, isOnce = false }) => ({
        ...{ id, grant, expiresAtMs: null, layer: "tenant" },
        scope: isOnce ? "once" : isKept ? "tenant" : "session",
      }));
  }
  async insertGrant(tenantId: string, grant: NewGrantRecord) {
    this.#check();
    this.given.push({ ...grant, tenantId, id: randomUUID() });
  }
  async useUpGrant(_tenantId: string, id: string): Promise<boolean> {
    this.#check();
    const at = this.given.findIndex((grant) => grant.id === id && grant.isOnce);
    if (at >= 0) this.given.splice(at, 1);
    return at >= 0;
  }
  async insertApproval(input: NewApproval): Promise<Approval> {
    this.#check();
    const {
      tenantId: _tenant,
      targetDigest: _target,
      codeDigest: _code,
      ttlSeconds: _ttl,
      isFourEyes: _four,
      ...shown
    } = input;
    const approval: Approval = {
      ...shown,
      state: "pending",
      ...{ answeredBy: null, answer: null, note: null, expiredBecause: null, answeredAt: null, executedAt: null },
      createdAt: new Date(this.now()).toISOString(),
      expiresAt: new Date(this.now() + input.ttlSeconds * 1_000).toISOString(),
    };
    this.approvals.set(input.id, { approval, targetDigest: input.targetDigest, codeDigest: input.codeDigest });
    return approval;
  }
  async findApproval(_tenantId: string, id: string) {
    this.#check();
    return this.approvals.get(id) ?? null;
  }
  async expireApproval(_tenantId: string, id: string, expiredBecause: ExpiryReason) {
    this.#check();
    const state = this.approvals.get(id)?.approval.state;
    if (state === "pending" || state === "approved") this.#change(id, { state: "expired", expiredBecause });
  }
  async markExecuted(_tenantId: string, id: string): Promise<boolean> {
    this.#check();
    if (this.approvals.get(id)?.approval.state !== "approved") return false;
    this.#change(id, { state: "executed" });
    return true;
  }
  async insertFrame({ id = randomUUID(), ...frame }: NewSessionFrame): Promise<SessionFrame> {
    this.#check();
    const { content, tenantId: _tenant, ...facts } = frame;
    const row: SessionFrame = { ...facts, id, contentBytes: content?.length ?? 0 };
    this.frames.push({ ...frame, ...row });
    return row;
  }
  async insertJudgement(_tenantId: string, judgement: NewJudgement) {
    this.#check();
    this.judgements.push({ ...judgement, overriddenBy: null });
  }
  async overrideJudgement(_tenantId: string, approvalId: string, by: string) {
    this.#check();
    for (const judgement of this.judgements) if (judgement.approvalId === approvalId) judgement.overriddenBy ??= by;
  }
  async activePacks(): Promise<ActivePack[]> {
    this.#check();
    return this.packs;
  }
  async takeModelCall(_tenantId: string, callsPerHour: number): Promise<boolean> {
    this.#check();
    if (this.modelUse.calls >= callsPerHour) return false;
    this.modelUse.calls += 1;
    return true;
  }
  async addModelTokens(_tenantId: string, tokensIn: number, tokensOut: number) {
    this.#check();
    this.modelUse.tokensIn += tokensIn;
    this.modelUse.tokensOut += tokensOut;
  }
  async appendEvents(_tenantId: string, events: readonly NewLiveEvent[]) {
    this.#check();
    this.events.push(...events);
  }

  /** As the API does when a person answers. */
  answer(id: string, answer: NonNullable<Approval["answer"]>, note = ""): void {
    const state = answer === "no" ? "denied" : "approved";
    this.#change(id, { state, answer, note, answeredBy: "principal:approver" });
  }
  #change(id: string, change: Partial<Approval>): void {
    const entry = this.approvals.get(id);
    if (entry) this.approvals.set(id, { ...entry, approval: { ...entry.approval, ...change } });
  }
  #check(): void {
    if (this.failure) throw this.failure;
  }
}

class MemoryAudit {
  readonly records: NewAuditRecord[] = [];
  isAvailable = true;
  /** Awaited before a record is committed. */
  before: (record: NewAuditRecord) => Promise<void> | void = () => undefined;

  async append(record: NewAuditRecord): Promise<AuditRecord> {
    await this.before(record);
    if (!this.isAvailable) throw new FleetError("audit.unavailable", "The audit store does not answer");
    this.records.push(record);
    return { ...record, seq: this.records.length, previousHash: "", hash: "" };
  }
  /** kind, action and result of what was recorded about tools. */
  get trail(): string[] {
    return this.records
      .filter(({ action }) => action.startsWith("computer_"))
      .map(({ kind, action, result }) => [kind, action, result].filter(Boolean).join(" "));
  }
}

export interface Bench {
  readonly host: SessionHost;
  readonly driver: FakeDriver;
  readonly records: MemoryRecords;
  readonly audit: MemoryAudit;
  readonly services: Services;
  /** Milliseconds since the epoch; tests move it. */
  readonly clock: { nowMs: number };
  open(changes?: Partial<OpenSession>): Promise<LiveSession>;
  machine(session: LiveSession): FakeMachine;
}

/** `real`: desktops of this source instead of the fake driver's; then there is no `machine`. */
export function createBench(options: { slots?: number; real?: { source: DesktopSource; image: string } } = {}): Bench {
  const clock = { nowMs: Date.parse("2030-01-01T00:00:00Z") };
  const driver = createFakeDriver();
  const records = new MemoryRecords();
  records.now = () => clock.nowMs;
  const audit = new MemoryAudit();
  const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  const services: Services = {
    ...{ workerId: "worker-1", records, audit, log: quiet, metrics: createMetrics() },
    anchors: createAnchorEngine(quiet),
    auditor: shippedAuditor(),
    events: new EventSink(records, quiet),
    now: () => clock.nowMs,
    newId: randomUUID,
  };
  const host = new SessionHost({
    services,
    source: options.real?.source ?? sourceOf(driver),
    choice: { images: new Map([["default", options.real?.image ?? "deskfleet/desktop:test"]]), display: "xvnc" },
    slots: options.slots ?? 8,
  });
  return {
    ...{ host, driver, records, audit, services, clock },
    open: (changes = {}) =>
      host.open({
        sessionId: randomUUID(),
        tenantId: TENANT,
        principal: OPERATOR,
        desktop: { image: "default", display: "1280x800", isolation: "container" },
        grants: ALL_GRANTS,
        fencingToken: 1,
        ...changes,
      }),
    machine: (session) => driver.machine(session.desktop.id),
  };
}

function sourceOf(driver: FakeDriver): DesktopSource {
  return {
    claim: (kind: DesktopKind, signal: AbortSignal) =>
      driver.start(
        { ...kind, workerId: "worker-1", fleetId: "test", expiresAt: new Date(8.64e15), startTimeoutMs: 5_000 },
        signal,
      ),
    release: (desktop) => driver.destroy(desktop.id),
  };
}

/** For internal servers whose self-test nobody asks for. */
export const noSelfTest = (): Promise<never> => Promise.reject(new Error("there is no self-test here"));

/** The code and data of what a promise is rejected with; fails when it is fulfilled. */
export async function failureOf(work: Promise<unknown>): Promise<{ code: string; data: unknown }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof FleetError) return { code: error.code, data: error.data };
    throw error;
  }
  throw new Error("it was expected to fail");
}
