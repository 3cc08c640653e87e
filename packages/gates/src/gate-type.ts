import type { Action, EffectivePolicy, GateContext, Risk, Verdict } from "@deskfleet/contracts";

/** What one gate answers; null is no opinion. The pipeline adds the gate's name. */
export type Opinion = Omit<Verdict, "gate">;

/** Everything a gate may look at. `risk` is the tool's, raised by what the call would do. */
export interface GateInput {
  readonly action: Action;
  readonly context: GateContext;
  readonly policy: EffectivePolicy;
  readonly risk: Risk;
}

export type Gate = (input: GateInput) => Opinion | null;

export const allow = (code: string, reason: string, layer: Opinion["layer"] = "default"): Opinion => ({
  outcome: "allow",
  code,
  reason,
  layer,
});
export const deny = (code: string, reason: string, layer: Opinion["layer"] = "default"): Opinion => ({
  outcome: "deny",
  code,
  reason,
  layer,
});
export const ask = (code: string, reason: string, layer: Opinion["layer"] = "default"): Opinion => ({
  outcome: "ask",
  code,
  reason,
  layer,
});
