import {
  type Action,
  type EffectivePolicy,
  type Evaluation,
  GATES,
  type GateContext,
  type GateName,
  type Risk,
  type Verdict,
} from "@deskfleet/contracts";
import { actionTypeGate } from "./action-type-gate.ts";
import { boundsGate } from "./bounds-gate.ts";
import { analyseStart } from "./command/analyse-start.ts";
import { commandGate } from "./command-gate.ts";
import { consentGate } from "./consent-gate.ts";
import { contentGate } from "./content-gate.ts";
import { featureGate } from "./feature-gate.ts";
import { deny, type Gate, type Opinion } from "./gate-type.ts";
import { monitorGate } from "./monitor-gate.ts";
import { pathGate } from "./path-gate.ts";
import { rateGate } from "./rate-gate.ts";
import { assessRisk } from "./risk.ts";
import { strictest } from "./strictest.ts";

const PIPELINE: Readonly<Record<(typeof GATES)[number], Gate>> = {
  feature: featureGate,
  consent: consentGate,
  action_type: actionTypeGate,
  path: pathGate,
  command: commandGate,
  bounds: boundsGate,
  rate: rateGate,
  content: contentGate,
  monitor: monitorGate,
};

/**
 * Runs every gate and keeps all verdicts; the strictest stands, the earlier gate among equals. Pure and total: a gate
 * that throws, and an action that no gate has an opinion on, are denied.
 */
export function evaluate(action: Action, context: GateContext, policy: EffectivePolicy): Evaluation {
  try {
    const risk = assessRisk(action);
    const verdicts = GATES.flatMap((gate) => run(gate, { action, context, policy, risk }) ?? []);
    const outcome = strictest(verdicts)?.outcome ?? "deny";
    return {
      outcome,
      decisive: strictest(verdicts) ?? nothingSaid,
      verdicts,
      risk,
      ...(outcome === "deny" ? {} : confinementOf(action, policy)),
    };
  } catch {
    // Not even the input could be read. The error itself may hold parameters, so nothing of it is passed on.
    return { outcome: "deny", decisive: unreadable, verdicts: [unreadable], risk: "R4_FORBIDDEN" };
  }
}

function confinementOf({ tool, params }: Action, policy: EffectivePolicy): Pick<Evaluation, "confinement"> {
  if (tool.id !== "computer_process_start") return {};
  const analysis = analyseStart(params, policy.allowedDirectories.value);
  return analysis === null ? {} : { confinement: analysis.confinement };
}

const nothingSaid: Verdict = { gate: "registry", ...deny("gate.silent", "no gate has an opinion on this action") };
const unreadable: Verdict = { gate: "registry", ...deny("gate.failed", "the action could not be judged") };

function run(
  gate: Exclude<GateName, "registry" | "auditor">,
  input: { action: Action; context: GateContext; policy: EffectivePolicy; risk: Risk },
): Verdict | null {
  let opinion: Opinion | null;
  try {
    opinion = PIPELINE[gate](input);
  } catch {
    opinion = deny("gate.failed", "the gate could not judge the action");
  }
  if (opinion === null) return null;
  // A person confirmed exactly this frozen action: what would be asked is answered; what is denied stays denied.
  if (opinion.outcome === "ask" && input.context.isApproved)
    opinion = { ...opinion, outcome: "allow", reason: `approved by a person: ${opinion.reason}` };
  return { gate, ...opinion };
}
