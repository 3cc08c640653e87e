import { z } from "zod";
import { Id, JsonObject, Rectangle, Timestamp } from "./common.ts";
import { Evaluation, GRANT_SCOPES, Layer } from "./gate.ts";

/** pending -> approved | denied | expired; approved -> executed | expired. The last three are final. */
export const APPROVAL_STATES = ["pending", "approved", "denied", "expired", "executed"] as const;

/**
 * Why nobody can execute it any more: its time was over; its session ended (with its worker, perhaps); the worker no longer
 * has the frozen action; too many wrong confirmation codes.
 */
export const EXPIRY_REASONS = ["time", "session_ended", "not_held", "wrong_codes"] as const;
export type ExpiryReason = (typeof EXPIRY_REASONS)[number];

/** What whoever answers should bear in mind, before anything that the record itself says. */
export const APPROVAL_WARNINGS = ["screen_text", "auditor", "first_use", "external", "exact_text"] as const;
export type ApprovalWarning = (typeof APPROVAL_WARNINGS)[number];

/** A consent that the answers `session` and `always` give beside the one action. */
export const GrantOffer = z.strictObject({
  grant: z.string(),
  /** Policy lets the requester keep it: `always` gives it for good. Else both answers give it for the session. */
  isKeepable: z.boolean(),
});
export type GrantOffer = z.infer<typeof GrantOffer>;

export const Approval = z.strictObject({
  id: Id,
  state: z.enum(APPROVAL_STATES),
  sessionId: Id,
  /** Of the session. Whether the task itself asked is `isTaskStep`: others may act in its session too. */
  taskId: Id.nullable(),
  /** Asked by the task's program, which waits for the answer and goes on by itself; else the answer executes the action. */
  isTaskStep: z.boolean(),
  tool: z.string(),
  /** Canonical parameters as frozen, redacted. */
  params: JsonObject,
  /** SHA-256 hex of the canonical action: tool, real parameters, observation. */
  digest: z.string(),
  /** The last frame that the requester was answered with before it asked; null: none. */
  frameId: z.string().nullable(),
  /** The screen when it was asked, of the session's recorded frames (`GET /v1/sessions/{id}/frames/{frameId}`); null: none was kept. */
  frame: z
    .strictObject({
      id: Id,
      width: z.number().int(),
      height: z.number().int(),
      /** Where the action would go, in its pixels: a control, or a point as a rectangle of 1x1; null: no place. */
      target: Rectangle.nullable(),
    })
    .nullable(),
  evaluation: Evaluation,
  /** Versions of the policy that asked. */
  policyVersion: z.string(),
  warnings: z.array(z.strictObject({ code: z.enum(APPROVAL_WARNINGS), text: z.string() })),
  offers: z.array(GrantOffer),
  /** The answer needs the code that the requester was shown. */
  isCodeRequired: z.boolean(),
  requestedBy: z.string(),
  answeredBy: z.string().nullable(),
  answer: z.enum(["once", "session", "always", "no"]).nullable(),
  /** Of whoever answered, for the requester. */
  note: z.string().nullable(),
  expiredBecause: z.enum(EXPIRY_REASONS).nullable(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  answeredAt: Timestamp.nullable(),
  executedAt: Timestamp.nullable(),
});
export type Approval = z.infer<typeof Approval>;

export const AnswerApproval = z.strictObject({
  answer: z.enum(["once", "session", "always", "no"]),
  /** The requester has it from the 202, or from `POST /v1/approvals/{id}/code`; only its digest is kept. */
  code: z.string().max(64).optional(),
  note: z.string().max(1_000).default(""),
});

/** A standing consent. */
export const StoredGrant = z.strictObject({
  id: Id,
  /** `computer_use`, `screen`, `write`, `app(<id>)`, `domain(<pattern>)`, `command(<prefix *, or exact text>)`. */
  grant: z.string(),
  scope: z.enum(GRANT_SCOPES),
  /** null: everybody of the tenant. */
  principalId: Id.nullable(),
  /** Of the scopes once and session. */
  sessionId: Id.nullable(),
  /** Of the scope project. */
  projectId: Id.nullable(),
  layer: Layer,
  givenBy: z.string(),
  /** The approval whose answer gave it; null: given by itself. */
  approvalId: Id.nullable(),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
  /** Null also where it was used up. */
  revokedBy: z.string().nullable(),
});
export type StoredGrant = z.infer<typeof StoredGrant>;

export const GRANT_STATES = ["in_force", "revoked", "expired"] as const;

/** `POST /v1/grants`: a consent for another principal, or for oneself where policy does not want four eyes. */
export const GiveGrant = z.strictObject({
  grant: z.string().min(1).max(600),
  scope: z.enum(GRANT_SCOPES),
  principalId: Id,
  /** Of the scopes once and session: a session that lives. */
  sessionId: Id.optional(),
  /** Of the scope project. */
  projectId: Id.optional(),
  /** Default: until it is revoked. */
  expiresAt: Timestamp.optional(),
});

/** `POST /v1/grants/revoke`: all of a principal, of a session, or of a principal in a session. */
export const RevokeGrants = z
  .strictObject({ principalId: Id.optional(), sessionId: Id.optional() })
  .refine(({ principalId, sessionId }) => principalId !== undefined || sessionId !== undefined, {
    message: "principalId or sessionId is needed",
  });
