import { createHash, randomInt } from "node:crypto";
import type { Approval, Principal, WindowInfo } from "@deskfleet/contracts";
import { redactParams } from "@deskfleet/gates";
import type { Judgement } from "../sessions/judge.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { digestAction, type PlannedAction } from "./planned-action.ts";
import { digestTarget } from "./target-digest.ts";

export interface Asked {
  readonly approval: Approval;
  /** For the approver, once; Postgres keeps its digest. */
  readonly code: string;
}

/** Letters and digits that nobody confuses when reading them aloud. */
const CODE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const CODE_LENGTH = 8;
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
    readonly windows: readonly WindowInfo[] | null;
    readonly requester: Principal;
    /** Whoever asked waits for the answer and executes the action then. */
    readonly isTaskStep: boolean;
  },
): Promise<Asked> {
  const { services, policy } = session;
  const now = services.now();
  for (const [id, { expiresAtMs }] of session.frozen) if (expiresAtMs <= now) session.frozen.delete(id);
  if (session.frozen.size >= FROZEN_MAX) session.frozen.delete(session.frozen.keys().next().value as string);

  const targetDigest = await digestTarget(session, planned, seen.windows);
  const code = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join("");
  const approval = await services.records.insertApproval({
    id: services.newId(),
    tenantId: session.tenantId,
    sessionId: session.id,
    taskId: session.taskId,
    isTaskStep: seen.isTaskStep,
    tool: planned.tool.id,
    params: redactParams(planned.tool, planned.params),
    digest: digestAction(planned),
    targetDigest,
    frameId: session.frames.of(seen.requester.id).last()?.frameId ?? null,
    evaluation: seen.judgement.evaluation,
    policyVersion: policy.version,
    requestedBy: `principal:${seen.requester.id}`,
    codeDigest: createHash("sha256").update(code).digest("hex"),
    ttlSeconds: policy.approvalTtlSeconds.value,
  });
  const { askedGrants } = seen.judgement;
  const expiresAtMs = Date.parse(approval.expiresAt);
  session.frozen.set(approval.id, { planned, requester: seen.requester, askedGrants, expiresAtMs });
  return { approval, code };
}
