import type { Approval, Principal, SessionFrame } from "@deskfleet/contracts";
import { isGrantable, terminalScript } from "@deskfleet/gates";
import { digestConfirmationCode, newConfirmationCode } from "@deskfleet/store";
import type { Observed } from "../sessions/gate-context.ts";
import type { Judgement } from "../sessions/judge.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { recordedParams } from "../sessions/recorded-params.ts";
import { digestAction, type PlannedAction } from "./planned-action.ts";
import { digestTarget } from "./target-digest.ts";
import { targetRectangle } from "./target-rectangle.ts";
import { warningsFor } from "./warnings.ts";

export interface Asked {
  readonly approval: Approval;
  /**
   * For the requester, once; Postgres keeps its digest. Who approves has it from the requester: where policy needs it, a yes
   * shows that the two spoke about this very action. docs/security-model.md has the reasons.
   */
  readonly code: string;
}

/** Of one session, waiting at once: a caller that asks without end does not fill the memory or the approvers' list. */
const FROZEN_MAX = 100;

/**
 * Freezes an action that a person has to confirm. The real parameters stay in this process, whose desktop alone can run
 * them; Postgres gets them redacted, with the digest that binds the two.
 */
export async function freeze(
  session: LiveSession,
  planned: PlannedAction,
  seen: {
    readonly judgement: Judgement;
    readonly observed: Observed;
    readonly requester: Principal;
    /** Whoever asked waits for the answer and executes the action then. */
    readonly isTaskStep: boolean;
  },
): Promise<Asked> {
  const { services, policy } = session;
  const now = services.now();
  for (const [id, { expiresAtMs }] of session.frozen) if (expiresAtMs <= now) session.frozen.delete(id);
  if (session.frozen.size >= FROZEN_MAX) await forgetOldest(session);

  const { evaluation } = seen.judgement;
  // A lasting consent is shown in lists: one whose words hold a secret is not offered.
  const askedGrants = seen.judgement.askedGrants.filter((grant) => session.content.redact(grant).kinds.length === 0);
  const [targetDigest, recorded] = await Promise.all([
    digestTarget(session, planned, seen.observed),
    session.recorder.ask(),
  ]);
  const code = newConfirmationCode();
  const approval = await services.records.insertApproval({
    id: services.newId(),
    tenantId: session.tenantId,
    sessionId: session.id,
    taskId: session.taskId,
    isTaskStep: seen.isTaskStep,
    tool: planned.tool.id,
    params: shownParams(session, planned, seen.observed),
    digest: digestAction(planned),
    targetDigest,
    frameId: session.frames.of(seen.requester.id).last()?.frameId ?? null,
    frame: recorded && shownFrame(recorded, planned, seen.observed),
    evaluation: session.content.redactValue(evaluation).value,
    warnings: warningsFor(evaluation, askedGrants),
    offers: askedGrants.map((grant) => ({ grant, isKeepable: isGrantable(grant, policy) })),
    isFourEyes: policy.fourEyes.value,
    isCodeRequired: policy.confirmationCode.value === "required",
    policyVersion: policy.version,
    requestedBy: `principal:${seen.requester.id}`,
    codeDigest: digestConfirmationCode(code),
    ttlSeconds: policy.approvalTtlSeconds.value,
  });
  const expiresAtMs = Date.parse(approval.expiresAt);
  session.frozen.set(approval.id, {
    planned: withoutState(planned),
    requester: seen.requester,
    askedGrants,
    expiresAtMs,
  });
  return { approval, code };
}

/** What the application looked like before is not needed any more, and much to keep. */
const withoutState = (planned: PlannedAction): PlannedAction =>
  planned.app === null ? planned : { ...planned, app: { ...planned.app, before: null } };

function shownFrame(
  { id, width, height }: SessionFrame,
  planned: PlannedAction,
  { windows }: Observed,
): NonNullable<Approval["frame"]> {
  return { id, width, height, target: targetRectangle(planned, windows, { width, height }) };
}

/** As recorded; and the line that keys would send to a shell, without which nobody knows what a Return does. */
function shownParams({ content }: LiveSession, planned: PlannedAction, { terminal }: Observed): Approval["params"] {
  const line = terminal ? terminalScript(planned, terminal) : null;
  const params = recordedParams(content, planned);
  return line === null ? params : { ...params, sends: content.redact(line).text };
}

/** Nobody could execute it any more, so nobody should be asked about it either. */
async function forgetOldest(session: LiveSession): Promise<void> {
  const [oldest] = session.frozen.keys();
  if (oldest === undefined) return;
  session.frozen.delete(oldest);
  await session.services.records.expireApproval(session.tenantId, oldest, "not_held");
}
