import { type EffectivePolicy, FleetError, PolicyDocument, toFaults } from "@deskfleet/contracts";
import { mergePolicies, type PolicyLayer } from "@deskfleet/gates";
import type { PolicySubject } from "@deskfleet/store";
import type { Records } from "./records.ts";

/** Where a session's stored layers come from. */
export type PolicySource = Pick<Records, "policyLayers">;
type StoredPolicies = Awaited<ReturnType<PolicySource["policyLayers"]>>;

/** In force when the stored policy cannot be read: every tool is off, nothing is recorded, and people see masked frames. */
export const CLOSED_POLICY: EffectivePolicy = mergePolicies([
  {
    layer: "fleet",
    version: "unreadable",
    document: {
      features: { "*": false },
      recording: { frames: "none" },
      view: { pictures: "masked" },
      content: { pictures: "fill" },
    },
  },
]);

/**
 * The policy of a session now: the stored documents of its principal, project, tenant and of the fleet, and the flag layer
 * that it was started with.
 * @throws FleetError `policy.invalid` when a document does not parse, `store.unavailable` when there is no answer
 */
export async function effectivePolicy(
  records: PolicySource,
  subject: PolicySubject,
  flagPolicy: PolicyDocument | null,
): Promise<EffectivePolicy> {
  return mergeStored(await records.policyLayers(subject), flagPolicy);
}

/** Documents as they were stored, as one policy. @throws FleetError `policy.invalid` when one does not parse */
export function mergeStored(stored: StoredPolicies, flagPolicy: PolicyDocument | null = null): EffectivePolicy {
  const layers: PolicyLayer[] = stored.map(({ layer, version, document }) => ({
    layer,
    version,
    document: parse(document),
  }));
  if (flagPolicy !== null) layers.push({ layer: "flag", version: "flag", document: parse(flagPolicy) });
  return mergePolicies(layers);
}

function parse(document: unknown): PolicyDocument {
  const parsed = PolicyDocument.safeParse(document);
  if (parsed.success) return parsed.data;
  throw new FleetError("policy.invalid", "A policy document in force cannot be read", {
    faults: toFaults(parsed.error),
  });
}
