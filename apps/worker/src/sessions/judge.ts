import {
  type Action,
  type EffectivePolicy,
  type Evaluation,
  type GateContext,
  OUTCOMES,
  RISKS,
  type Risk,
} from "@deskfleet/contracts";
import { evaluate } from "@deskfleet/gates";
import type { PlannedAction } from "../approvals/planned-action.ts";
import { besides } from "./besides.ts";

export interface Judgement {
  readonly evaluation: Evaluation;
  /** Consents that would have answered the asks; what cannot be consented to beforehand is not among them. */
  readonly askedGrants: readonly string[];
}

/**
 * Judges a planned action. One that observes is judged as a capture too: the frame beside a click shows what a capture
 * shows, so it needs the same consent. One that starts an application first is judged as starting it. The strictest stands.
 */
export function judge(planned: PlannedAction, context: GateContext, policy: EffectivePolicy): Judgement {
  const own: Action = { tool: planned.tool, params: planned.params };
  const evaluation = evaluate(own, context, policy);
  const beside = besides(planned).map((action) => evaluate(action, context, policy));
  if (beside.length === 0) return { evaluation, askedGrants: grantsFor(evaluation) };
  const strictest = beside.reduce(
    (strict, other) => (OUTCOMES.indexOf(other.outcome) < OUTCOMES.indexOf(strict.outcome) ? other : strict),
    evaluation,
  );
  const others = beside.flatMap(({ verdicts }) => verdicts.filter(({ outcome }) => outcome !== "allow"));
  return {
    evaluation: {
      ...evaluation,
      outcome: strictest.outcome,
      decisive: strictest.decisive,
      verdicts: [...evaluation.verdicts, ...others],
      risk: beside.reduce((risk, other) => higher(risk, other.risk), evaluation.risk),
    },
    askedGrants: grantsFor(evaluation, ...beside),
  };
}

const higher = (a: Risk, b: Risk): Risk => (RISKS.indexOf(a) >= RISKS.indexOf(b) ? a : b);

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
