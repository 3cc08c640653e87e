import {
  type Action,
  type EffectivePolicy,
  type Evaluation,
  FleetError,
  type GateContext,
  OUTCOMES,
  RISKS,
  type Risk,
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
 * shows, so it needs the same consent. One that starts an application first is judged as starting it. The strictest stands.
 */
export function judge(planned: PlannedAction, context: GateContext, policy: EffectivePolicy): Judgement {
  const own: Action = { tool: planned.tool, params: planned.params };
  const evaluation = evaluate(own, context, policy);
  const besides = [
    ...(planned.capture === null ? [] : [actionOf("computer_screen_capture", planned.capture)]),
    ...(planned.app?.starts == null ? [] : [actionOf("computer_process_start", { app: planned.app.starts })]),
  ].map((beside) => evaluate(beside, context, policy));
  if (besides.length === 0) return { evaluation, askedGrants: grantsFor(evaluation) };
  const strictest = besides.reduce(
    (strict, beside) => (OUTCOMES.indexOf(beside.outcome) < OUTCOMES.indexOf(strict.outcome) ? beside : strict),
    evaluation,
  );
  const others = besides.flatMap(({ verdicts }) => verdicts.filter(({ outcome }) => outcome !== "allow"));
  return {
    evaluation: {
      ...evaluation,
      outcome: strictest.outcome,
      decisive: strictest.decisive,
      verdicts: [...evaluation.verdicts, ...others],
      risk: besides.reduce((risk, beside) => higher(risk, beside.risk), evaluation.risk),
    },
    askedGrants: grantsFor(evaluation, ...besides),
  };
}

function actionOf(id: string, given: Readonly<Record<string, unknown>>): Action {
  const tool = TOOLS.get(id);
  if (tool === undefined) throw new FleetError("internal", "there is no such tool");
  return { tool, params: tool.parameters.parse(given) as Action["params"] };
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
