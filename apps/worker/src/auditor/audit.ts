import { type AuditContext, type ModelOpinion, OUTCOMES, type Verdict } from "@deskfleet/contracts";
import { type AuditVerdict, factsOf, type Judged, recordStep, type StepResult } from "@deskfleet/gates";
import type { AppCapture } from "../app-state/capture.ts";
import type { PlannedAction } from "../approvals/planned-action.ts";
import type { Judgement } from "../sessions/judge.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import type { AuditedAction } from "./audit-action-of.ts";
import { contextOfRead } from "./contexts.ts";
import { keepJudgement, keepOverride } from "./keep-judgement.ts";
import type { AuditMode } from "./modes.ts";
import { seenData } from "./typed-content.ts";

/** One thing that an action does, judged. */
export interface AuditedPart {
  readonly context: AuditContext;
  readonly judged: Judged;
  /** After the model, where one was asked. */
  readonly verdict: AuditVerdict;
  readonly opinion: ModelOpinion | null;
  readonly isFromCache: boolean;
  /** It lies over or under what the action was found to go to, and may be what it reaches. */
  readonly isRival: boolean;
}

export interface AuditFacts extends AuditMode {
  readonly actions: readonly AuditedAction[];
  /** Empty: only looked at. Null: could not be judged. */
  readonly parts: readonly AuditedPart[] | null;
  /** The approval that is executed, who gave it, and whether that person read a warning of the auditor; null: nobody was asked. */
  readonly approved: { readonly id: string; readonly by: string; readonly isWarned: boolean } | null;
  /** Where the verdict does not decide: the model's opinion, which nobody waits for. */
  readonly later: Promise<ModelOpinion> | null;
  /** For a model: what was observed before is old. */
  readonly hasWaited: boolean;
}

/** How an action ended, for its audit. */
export type AuditedEnd = "ok" | "error" | "unknown" | "stopped" | "denied" | "asked";

export interface AuditedEndFacts {
  /** Of its intent. */
  readonly actionId?: string | null;
  /** Of the ask that it led to. */
  readonly approvalId?: string | null;
  /** What it answered with of an application. */
  readonly state?: AppCapture | null;
}

const STEP_RESULTS: Readonly<Record<AuditedEnd, StepResult>> = {
  ...{ ok: "succeeded", error: "failed", unknown: "unknown", stopped: "unknown", denied: "refused", asked: "refused" },
};
const ORDER = { pass: 0, warn: 1, block: 2 } as const;
const OUTCOME_OF = { pass: "allow", warn: "ask", block: "deny" } as const;

/** The auditor's word on one action: joins the gates' verdicts where it decides, and is kept when the action has ended. */
export class Audit {
  readonly #session: LiveSession;
  readonly #planned: PlannedAction;
  readonly #facts: AuditFacts;

  constructor(session: LiveSession, planned: PlannedAction, facts: AuditFacts) {
    this.#session = session;
    this.#planned = planned;
    this.#facts = facts;
  }

  /** The strictest of what was judged; null: nothing was. */
  get #strictest(): AuditedPart | null {
    const { parts } = this.#facts;
    return (parts ?? []).reduce<AuditedPart | null>(
      (strict, part) =>
        strict === null || ORDER[part.verdict.verdict] > ORDER[strict.verdict.verdict] ? part : strict,
      null,
    );
  }

  /** Nothing on a page could stop it. */
  get isQuiet(): boolean {
    return this.#facts.parts?.length === 0;
  }

  get hasWaited(): boolean {
    return this.#facts.hasWaited;
  }

  /** `failed`: it could not be judged. */
  get verdict(): AuditVerdict["verdict"] | "failed" {
    return this.#facts.parts === null ? "failed" : (this.#strictest?.verdict.verdict ?? "pass");
  }

  /** The gates' judgement with the auditor's: the strictest stands, the gates before the auditor among equals. */
  join(judgement: Judgement): Judgement {
    const verdict = this.#facts.isEnforced ? this.#verdict() : null;
    if (verdict === null) return judgement;
    const { evaluation } = judgement;
    const isStricter = OUTCOMES.indexOf(verdict.outcome) < OUTCOMES.indexOf(evaluation.outcome);
    const strictest = isStricter ? { outcome: verdict.outcome, decisive: verdict } : {};
    return { ...judgement, evaluation: { ...evaluation, ...strictest, verdicts: [...evaluation.verdicts, verdict] } };
  }

  #verdict(): Verdict | null {
    const { layer } = this.#session.policy.auditorMode;
    const { parts, approved } = this.#facts;
    if (parts === null) return { gate: "auditor", outcome: "deny", code: "auditor.failed", reason: FAILED, layer };
    const part = this.#strictest;
    if (part === null) return null;
    const { verdict, evidence } = part.verdict;
    const [first] = evidence;
    const reason = first?.reason ?? "nothing speaks against it in its context";
    const facts = {
      gate: "auditor",
      code: `auditor.${first?.rule ?? "pass"}`,
      layer,
      ...(first ? { rule: first.rule } : {}),
    } as const;
    // A person saw a warning and confirmed exactly this; what is blocked stays so, and what was asked for another reason is asked anew.
    if (verdict === "warn" && approved?.isWarned)
      return { ...facts, outcome: "allow", reason: `approved by a person: ${reason}` };
    return { ...facts, outcome: OUTCOME_OF[verdict], reason };
  }

  /** Once, when the action was refused, asked about, or has ended. Never throws. */
  ended(end: AuditedEnd, of: AuditedEndFacts = {}): void {
    try {
      this.#remember(end, of);
      this.#keep(end, of);
    } catch (error) {
      const { id: sessionId, services } = this.#session;
      services.log.error(
        { sessionId, tool: this.#planned.tool.id, err: error },
        "an audited step could not be remembered",
      );
    }
  }

  #remember(end: AuditedEnd, { state = null, approvalId = null }: AuditedEndFacts): void {
    const { audit: memory } = this.#session;
    const { parts, actions } = this.#facts;
    const step = memory.ledger.step + 1;
    const judged = parts ?? [];
    for (const { context, judged: facts } of judged.filter(({ isRival }) => !isRival)) {
      // Others may have ended since this one was judged.
      memory.ledger = recordStep({ ...context, ledger: memory.ledger }, facts, STEP_RESULTS[end], step);
      memory.sawValues(seenData(context.page.text).values, step);
    }
    const [first] =
      judged.length > 0 ? judged.map(({ context }) => context.action) : actions.map(({ action }) => action);
    if (first !== undefined) memory.note({ action: first, result: end });
    const target = judged[0]?.context.target ?? null;
    if (approvalId !== null && target !== null) memory.asked(approvalId, target);
    if (judged.length === 0 && state !== null && end === "ok") this.#read(state, step);
  }

  /** What an agent reads of an application, later steps are judged by. */
  #read({ address, window, rendering }: AppCapture, step: number): void {
    const { audit: memory } = this.#session;
    const context = contextOfRead(this.#session, "read", { place: address || window.title, text: rendering.tree });
    memory.ledger = recordStep(context, factsOf(context), "succeeded", step);
    memory.sawValues(seenData(context.page.text).values, step);
  }

  #keep(end: AuditedEnd, { actionId = null, approvalId = null }: AuditedEndFacts): void {
    const part = this.#strictest;
    if (part === null) return;
    const { approved, isEnforced, mode, later } = this.#facts;
    const { verdict } = part.verdict;
    if (approved !== null && end !== "denied" && end !== "asked") {
      // The judgement of the ask stands for it; that a person ran it anyway belongs to that one.
      if (isEnforced && verdict === "warn") keepOverride(this.#session, approved);
      return;
    }
    const hasAsked = end === "asked" && isEnforced && verdict === "warn";
    keepJudgement(this.#session, this.#planned, {
      ...{ part, mode, isEnforced, later, actionId },
      approvalId: hasAsked ? approvalId : null,
    });
  }
}

const FAILED = "the action could not be judged in its context";
