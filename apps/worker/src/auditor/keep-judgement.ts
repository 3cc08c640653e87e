import type { AuditorMode, ModelOpinion } from "@deskfleet/contracts";
import type { PlannedAction } from "../approvals/planned-action.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import type { AuditedPart } from "./audit.ts";
import { maskContext } from "./mask-context.ts";
import { raise } from "./model/raise.ts";

export interface JudgementFacts {
  readonly part: AuditedPart;
  readonly mode: AuditorMode;
  readonly isEnforced: boolean;
  readonly later: Promise<ModelOpinion> | null;
  readonly actionId: string | null;
  readonly approvalId: string | null;
}

/** Writes the judgement, its context masked, after the answer: nobody waits for it, and what fails is logged. */
export function keepJudgement(session: LiveSession, { tool }: PlannedAction, facts: JudgementFacts): void {
  const { id: sessionId, tenantId, taskId, services } = session;
  const work = async () => {
    // After whatever waits for the answer.
    await new Promise((resolve) => setImmediate(resolve));
    const { part, mode, isEnforced, actionId, approvalId } = facts;
    const opinion = part.opinion ?? (await facts.later);
    const { verdict, evidence, rulesVersion } =
      part.opinion === null && opinion !== null ? raise(part.verdict, opinion) : part.verdict;
    await services.records.insertJudgement(tenantId, {
      ...{ id: services.newId(), sessionId, taskId, actionId, tool: tool.id, mode, isEnforced, verdict, rulesVersion },
      ...{ evidence: [...evidence], model: opinion, isFromCache: part.isFromCache, approvalId },
      context: maskContext(part.context, session.content),
    });
  };
  session.audit.write(work, (err) => services.log.error({ sessionId, err }, "a judgement could not be kept"));
}

/** A person ran it although the auditor warned. */
export function keepOverride(session: LiveSession, approved: { readonly id: string; readonly by: string }): void {
  const { id: sessionId, tenantId, services } = session;
  session.audit.write(
    () => services.records.overrideJudgement(tenantId, approved.id, approved.by),
    (err) => services.log.error({ sessionId, err }, "an override could not be kept"),
  );
}
