import {
  type Action,
  type EffectivePolicy,
  type Evaluation,
  type GateContext,
  OUTCOMES,
  TOOLS,
} from "@deskfleet/contracts";
import { evaluate } from "@deskfleet/gates";
import type { PlannedAction } from "../approvals/planned-action.ts";

export interface Judgement {
  readonly evaluation: Evaluation;
  /** Consents that would have answered the asks; what cannot be consented to beforehand is not among them. */
  readonly askedGrants: readonly string[];
}

/**
 * Judges a planned action. One that observes is judged as a capture too: the frame beside a click shows what a capture
 * shows, so it needs the same consent. The stricter of the two stands.
 */
export function judge(planned: PlannedAction, context: GateContext, policy: EffectivePolicy): Judgement {
  const own: Action = { tool: planned.tool, params: planned.params };
  const evaluation = evaluate(own, context, policy);
  const capture = TOOLS.get("computer_screen_capture");
  if (planned.capture === null || capture === undefined) return { evaluation, askedGrants: grantsFor(evaluation) };
  const observing: Action = { tool: capture, params: planned.capture };
  const beside = evaluate(observing, context, policy);
  const stricter = OUTCOMES.indexOf(beside.outcome) < OUTCOMES.indexOf(evaluation.outcome) ? beside : evaluation;
  return {
    evaluation: {
      ...evaluation,
      outcome: stricter.outcome,
      decisive: stricter.decisive,
      verdicts: [...evaluation.verdicts, ...beside.verdicts.filter(({ outcome }) => outcome !== "allow")],
    },
    askedGrants: grantsFor(evaluation, beside),
  };
}

/** Each gate names them with its ask, and two may name the same. */
function grantsFor(...evaluations: readonly Evaluation[]): string[] {
  const verdicts = evaluations.flatMap((evaluation) => evaluation.verdicts);
  return [...new Set(verdicts.flatMap(({ outcome, grants }) => (outcome === "ask" ? (grants ?? []) : [])))];
}

/**
 * Ids of the consents for once without which the action would not be allowed. What something longer covers too, or nothing
 * needs, is not spent.
 */
export function spentGrants(planned: PlannedAction, context: GateContext, policy: EffectivePolicy): string[] {
  const spent: string[] = [];
  let { grants } = context;
  for (const held of context.grants) {
    if (held.scope !== "once" || held.id === undefined) continue;
    const others = grants.filter((grant) => grant !== held);
    const { outcome } = judge(planned, { ...context, grants: others }, policy).evaluation;
    if (outcome === "allow") grants = others;
    else spent.push(held.id);
  }
  return spent;
}
