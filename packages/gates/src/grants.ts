import type { EffectivePolicy, GateContext, Layer } from "@deskfleet/contracts";
import { matchesWildcard } from "./wildcard.ts";

/** The layer that gives a consent: a standing one of the policy, or one that is held and has not expired; else null. */
export function consentFrom(grant: string, context: GateContext, policy: EffectivePolicy): Layer | null {
  const standing = policy.grants.find(({ value }) => matchesWildcard(value, grant));
  if (standing !== undefined) return standing.layer;
  const held = context.grants.find(
    (candidate) =>
      candidate.grant === grant && (candidate.expiresAtMs === null || candidate.expiresAtMs > context.nowMs),
  );
  return held?.layer ?? null;
}

/** Whether policy lets a caller give this consent to its own session. */
export function isGrantable(grant: string, policy: EffectivePolicy): boolean {
  return policy.grantable.value.some((pattern) => matchesWildcard(pattern, grant));
}
