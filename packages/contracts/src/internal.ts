import { z } from "zod";
import { Approval } from "./approval.ts";
import { Id, JsonObject, Principal } from "./common.ts";
import { PATH_TYPES } from "./gate.ts";
import { ActionResult, CreateSession, PerformAction, ViewMode } from "./session.ts";

/**
 * API -> worker over HTTP. Every request carries `Authorization: Bearer <token>`: a JWT (HS256 with the fleet secret) with the
 * claims below, good for ten seconds and for this method and path only.
 *
 * - `POST /internal/sessions` InternalCreateSession -> 204; the row exists already, the worker claims a desktop for it
 * - `POST /internal/sessions/{id}/actions` InternalAction -> 200 framed InternalActionReply, or 202 InternalAsk, or problem+json
 * - `POST /internal/sessions/{id}/frame` FrameRequest -> framed InternalActionReply (performed as computer_screen_capture)
 * - `POST /internal/sessions/{id}/look` InternalLook -> 200 InternalLookReply: what an action would be judged by, nothing done
 * - `POST /internal/sessions/{id}/find` FindElements -> 200 FoundElements, or 202 InternalAsk; judged as get_app_state
 * - `POST /internal/sessions/{id}/clipboard` {} -> 200 ClipboardText, for the principal who has control and nobody else
 * - `POST /internal/sessions/{id}/stop|pause|resume|close` {} -> 204
 * - `POST /internal/stop` InternalStop -> 204: every session of the caller's tenant, or all; the API has judged who may
 * - `POST /internal/approvals/{id}/execute` {} -> as actions; the approval was answered in Postgres
 * - `POST /internal/selftest` InternalSelfTest -> 200 SelfTestReport after a minute or so; the row exists already
 * - `GET  /internal/sessions/{id}/vnc?mode=view|control` -> WebSocket of raw RFB, subprotocol `binary`; token in the
 *   Authorization header
 * - `GET  /internal/healthz`
 *
 * Framed: content type `application/vnd.deskfleet.framed`; one JSON line, then `payloadBytes` raw bytes of the frame.
 */
export const InternalClaims = z.object({
  /** The id of the worker that is called: a token for one worker is worth nothing at another. */
  aud: z.string(),
  method: z.string(),
  /** With the query string: a token for `?mode=view` does not open `?mode=control`. */
  path: z.string(),
  /** Seconds since the epoch, at most INTERNAL_TOKEN_TTL_SECONDS ahead. */
  exp: z.number().int(),
  principal: Principal,
});
export type InternalClaims = z.infer<typeof InternalClaims>;
export const INTERNAL_TOKEN_TTL_SECONDS = 10;
export const FRAMED_CONTENT_TYPE = "application/vnd.deskfleet.framed";

export const InternalCreateSession = z.strictObject({ sessionId: Id, request: CreateSession });
export const InternalStop = z.strictObject({ scope: z.enum(["tenant", "fleet"]) });
export const InternalSelfTest = z.strictObject({ sessionId: Id });
export const InternalAction = PerformAction;
export const InternalActionReply = z.strictObject({
  outcome: z.literal("done"),
  result: ActionResult,
  payloadBytes: z.number().int().nonnegative(),
});
/** An action that nobody performs; `params` as they are after parsing. */
export const InternalLook = z.strictObject({ tool: z.string().max(128), params: JsonObject });
export const InternalLookReply = z.strictObject({
  /** Of the paths that the action names, in the gates' order. */
  resolvedPaths: z.array(z.strictObject({ path: z.string(), real: z.string().nullable(), type: z.enum(PATH_TYPES) })),
  canConfine: z.boolean(),
});
export type InternalLookReply = z.infer<typeof InternalLookReply>;
/** The confirmation code is in here once; Postgres keeps its digest. */
export const InternalAsk = z.strictObject({ outcome: z.literal("ask"), approval: Approval, code: z.string() });
export const InternalVncQuery = z.object({ mode: ViewMode });

/** Job data in BullMQ: transport only, everything else is read from Postgres. The job id is `<taskId>-<dispatch>`. */
export const AttemptJob = z.strictObject({ taskId: Id, tenantId: Id, dispatch: z.number().int() });
export type AttemptJob = z.infer<typeof AttemptJob>;
export const QUEUE_NAME = "attempts";
/** LISTEN/NOTIFY channel; payload is a Signal. */
export const SIGNAL_CHANNEL = "deskfleet_signals";
export const Signal = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("task.queued") }),
  z.strictObject({ kind: z.literal("task.cancel"), taskId: Id }),
  z.strictObject({ kind: z.literal("session.stop"), sessionId: Id }),
  z.strictObject({ kind: z.literal("tenant.stop"), tenantId: Id }),
  z.strictObject({ kind: z.literal("fleet.stop") }),
  z.strictObject({ kind: z.literal("policy.changed"), tenantId: Id.nullable() }),
  /** Other rule packs are in force. */
  z.strictObject({ kind: z.literal("auditor.changed"), tenantId: Id }),
  z.strictObject({ kind: z.literal("approval.answered"), approvalId: Id }),
  z.strictObject({ kind: z.literal("event"), tenantId: Id }),
]);
export type Signal = z.infer<typeof Signal>;
