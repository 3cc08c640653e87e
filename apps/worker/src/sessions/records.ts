import type {
  Approval,
  DesktopSpec,
  Evaluation,
  EventType,
  ExpiryReason,
  HeldGrant,
  JsonObject,
  PolicyDocument,
  Session,
  SessionFrame,
  SessionState,
  StoredLayer,
} from "@deskfleet/contracts";
import type { ActivePack, NewJudgement, NewSessionFrame, PolicySubject } from "@deskfleet/store";

/** One stored policy document with its version, `tenant@3`. */
interface StoredPolicy {
  readonly layer: StoredLayer;
  readonly version: string;
  readonly document: PolicyDocument;
}

export interface SessionChange {
  readonly state?: SessionState;
  readonly controller?: "agent" | "human";
  /** Goes with `controller`. */
  readonly control?: Session["control"];
  readonly workerId?: string;
  readonly endReason?: string;
}

export interface StoredSession {
  readonly state: SessionState;
  readonly principalId: string;
  readonly projectId: string | null;
  readonly goal: string | null;
  readonly trustedDomains: readonly string[];
  readonly desktop: DesktopSpec;
  readonly grants: readonly string[];
  readonly fencingToken: number;
  readonly idleTimeoutSeconds: number;
}

/** An approval with what only the worker may see of it. */
export interface ApprovalRecord {
  readonly approval: Approval;
  /** SHA-256 of what the requester saw of the target; null when the action has none. */
  readonly targetDigest: string | null;
}

export interface NewApproval {
  readonly id: string;
  readonly tenantId: string;
  readonly sessionId: string;
  readonly taskId: string | null;
  readonly isTaskStep: boolean;
  readonly tool: string;
  /** Redacted; the real ones stay in the worker's memory, bound by `digest`. */
  readonly params: JsonObject;
  readonly digest: string;
  readonly targetDigest: string | null;
  readonly frameId: string | null;
  readonly frame: Approval["frame"];
  readonly evaluation: Evaluation;
  readonly warnings: Approval["warnings"];
  readonly offers: Approval["offers"];
  /** The requester may not approve: kept, so that a policy that is relaxed meanwhile changes nothing about it. */
  readonly isFourEyes: boolean;
  readonly isCodeRequired: boolean;
  readonly policyVersion: string;
  readonly requestedBy: string;
  readonly codeDigest: string;
  readonly ttlSeconds: number;
}

export interface NewLiveEvent {
  readonly type: EventType;
  readonly sessionId: string | null;
  readonly taskId: string | null;
  readonly data: JsonObject;
}

export interface NewGrantRecord {
  readonly grant: string;
  /** In every session of its project, or of the tenant where it has none; else in this session. */
  readonly isKept: boolean;
  readonly principalId: string;
  readonly sessionId: string;
  readonly givenBy: string;
  readonly approvalId: string;
}

/**
 * What the worker core reads and writes in Postgres, and no more, so that its rules are tested without a database.
 * store-records.ts is the real one. Every call is one short transaction as the tenant's role.
 */
export interface Records {
  /** The newest document of every stored layer that holds for the subject. Not parsed yet. */
  policyLayers(subject: PolicySubject): Promise<StoredPolicy[]>;
  /** @throws FleetError `resource.not_found` when the tenant has no such session. */
  updateSession(tenantId: string, sessionId: string, change: SessionChange): Promise<void>;
  /** The row as the API or an attempt wrote it; null when the tenant has none. */
  findSession(tenantId: string, sessionId: string): Promise<StoredSession | null>;
  grants(tenantId: string, principalId: string, sessionId: string): Promise<HeldGrant[]>;
  insertGrant(tenantId: string, grant: NewGrantRecord): Promise<void>;
  /** Stores it and announces it (`approval.requested`). */
  insertApproval(approval: NewApproval): Promise<Approval>;
  findApproval(tenantId: string, approvalId: string): Promise<ApprovalRecord | null>;
  /** A consent for once goes with the action that needed it: true for exactly one caller. */
  useUpGrant(tenantId: string, grantId: string): Promise<boolean>;
  /** Nobody can execute it any more. Nothing happens when it has ended already. */
  expireApproval(tenantId: string, approvalId: string, because: ExpiryReason): Promise<void>;
  /** approved -> executed; true for exactly one caller. */
  markExecuted(tenantId: string, approvalId: string): Promise<boolean>;
  insertFrame(frame: NewSessionFrame): Promise<SessionFrame>;
  insertJudgement(tenantId: string, judgement: NewJudgement): Promise<void>;
  /** A person ran it anyway: marks the judgement that led to this ask; nothing happens where the auditor did not ask. */
  overrideJudgement(tenantId: string, approvalId: string, by: string): Promise<void>;
  /** The tenant's rule packs in force, in the order in which they are merged. Not validated. */
  activePacks(tenantId: string): Promise<ActivePack[]>;
  /** Counts a call of the model in this hour; false: the tenant has made so many already. */
  takeModelCall(tenantId: string, callsPerHour: number): Promise<boolean>;
  addModelTokens(tenantId: string, tokensIn: number, tokensOut: number): Promise<void>;
  appendEvents(tenantId: string, events: readonly NewLiveEvent[]): Promise<void>;
}
