import { type AuditContext, FleetError, type ModelOpinion, type Principal, TOOLS } from "@deskfleet/contracts";
import { type AuditVerdict, evaluate } from "@deskfleet/gates";
import type { Pipe } from "../app-state/pipe.ts";
import { untilAborted } from "../attempts/until-aborted.ts";
import { deliverFrame } from "../content/deliver-frame.ts";
import { gateContext, type Observed } from "../sessions/gate-context.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { maskContext } from "./mask-context.ts";
import type { AuditPicture } from "./model/audit-model.ts";

/** A picture that takes longer is left out: the text is there. */
const PICTURE_MS_MAX = 2_500;
/** Its frames are its own: no caller's coordinates belong to them. */
const CALLER = "auditor";

export interface OpinionRequest {
  readonly context: AuditContext;
  readonly verdict: AuditVerdict;
  /** In pixels of the screen; null: not known. */
  readonly point: { readonly x: number; readonly y: number } | null;
  readonly observed: Observed;
  readonly principal: Principal;
  readonly pipe: Pipe;
  readonly signal: AbortSignal | undefined;
}

/** Asks the model, with what gate 8 leaves of context and screen. Never rejects; what cannot be asked is no consent. */
export async function askModel(session: LiveSession, request: OpinionRequest): Promise<ModelOpinion> {
  const { model } = session.services.auditor;
  if (model === null) return failed("none", "this worker has no model");
  const { stopSignal, tenantId } = session;
  const signal = request.signal === undefined ? stopSignal : AbortSignal.any([stopSignal, request.signal]);
  try {
    const context = maskContext(request.context, session.content);
    const picture = await pictureFor(session, request);
    const callsPerHour = session.policy.modelCallsPerHour.value;
    const opinion = await untilAborted(
      model.ask({ tenantId, callsPerHour, context, verdict: request.verdict, picture, signal }),
      signal,
    );
    // It may repeat what it was shown, and goes into records and approvals.
    return { ...opinion, reason: session.content.redact(opinion.reason).text };
  } catch (error) {
    session.services.log.warn({ sessionId: session.id, err: error }, "the model could not be asked about an action");
    return failed(model.name, "it could not be asked");
  }
}

const failed = (model: string, reason: string): ModelOpinion => ({
  ...{ outcome: "failed", verdict: "warn", reason, model, durationMs: 0, tokensIn: 0, tokensOut: 0 },
});

/** Null where the gates allow no picture of what is on the screen, or none could be had. */
async function pictureFor(session: LiveSession, request: OpinionRequest): Promise<AuditPicture | null> {
  const tool = TOOLS.get("computer_screen_capture");
  if (tool === undefined) return null;
  const params = tool.parameters.parse({}) as Record<string, unknown>;
  const { windows } = request.observed;
  if (windows === null) return null;
  // An ask is answered: it is the fleet that looks. What may never be shown denies.
  const context = gateContext(session, request.observed, { principal: request.principal, isApproved: true });
  const { outcome } = evaluate({ tool, params }, { ...context, recentActionsMs: [] }, session.policy);
  if (outcome === "deny" || outcome === "wait") return null;
  try {
    const { reply, payload } = await request.pipe.call(tool.id, params as never, PICTURE_MS_MAX);
    if (reply.frame === undefined) return null;
    const { frame, payload: image } = await deliverFrame(session, reply.frame, payload, session.frames.of(CALLER));
    if (image === null) return null;
    const { width, height, region } = frame;
    const { point } = request;
    const target =
      point === null
        ? null
        : {
            x: Math.round(((point.x - region.x) * width) / region.width),
            y: Math.round(((point.y - region.y) * height) / region.height),
          };
    return { image, width, height, target };
  } catch (error) {
    if (session.stopSignal.aborted) throw error;
    if (!(error instanceof FleetError)) throw error;
    session.services.log.info({ sessionId: session.id, err: error }, "the model is asked without a picture");
    return null;
  }
}
