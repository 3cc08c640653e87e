import { z } from "zod";
import { Id, JsonObject, Timestamp } from "./common.ts";
import { Evaluation } from "./gate.ts";

/** intent: before the action; outcome: after it; event: everything else (stop, policy change, human input, plan). */
export const AuditKind = z.enum(["intent", "outcome", "event"]);
export const AuditResult = z.enum(["ok", "denied", "asked", "waited", "error", "unknown", "stopped"]);

/** What is written. The chain (`seq`, `previousHash`, `hash`) is added by the store. */
export const NewAuditRecord = z.strictObject({
  id: Id,
  tenantId: Id,
  /** The session's id, or `tenant:<id>` for what belongs to no session. */
  chain: z.string(),
  kind: AuditKind,
  at: Timestamp,
  sessionId: Id.nullable(),
  taskId: Id.nullable(),
  attemptId: Id.nullable(),
  /** `principal:<id>`, `person:<id>`, `worker:<id>` or `system`. */
  actor: z.string(),
  /** Tool id, or `resource.event`. */
  action: z.string(),
  /** Redacted. */
  params: JsonObject,
  evaluation: Evaluation.nullable(),
  /** The intent this outcome closes. */
  intentId: Id.nullable(),
  result: AuditResult.nullable(),
  /** For people; redacted. */
  reason: z.string().nullable(),
  durationMs: z.number().nullable(),
  frame: z.strictObject({ frameId: z.string(), sha256: z.string() }).nullable(),
});
export type NewAuditRecord = z.infer<typeof NewAuditRecord>;

export const AuditRecord = NewAuditRecord.extend({
  seq: z.number().int(),
  /** Hex SHA-256 of the record before; 64 zeros for the first. */
  previousHash: z.string(),
  /** Hex SHA-256 over previousHash and the canonical record. */
  hash: z.string(),
});
export type AuditRecord = z.infer<typeof AuditRecord>;

export const AuditProof = z.strictObject({
  chain: z.string(),
  records: z.number().int(),
  isIntact: z.boolean(),
  /** First fault found: sequence number and what is wrong. */
  fault: z
    .strictObject({ seq: z.number().int(), problem: z.enum(["edited", "dropped", "reordered", "head_mismatch"]) })
    .nullable(),
  /** Intents without an outcome (running, or to be closed as unknown). */
  openIntents: z.number().int(),
  headHash: z.string(),
});
export type AuditProof = z.infer<typeof AuditProof>;
