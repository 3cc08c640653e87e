import { FleetError, PolicyDocument, toFaults } from "@deskfleet/contracts";
import type { PolicyLayer } from "@deskfleet/gates";
import { currentPolicies } from "@deskfleet/store";
import type { Services } from "./services.ts";

/**
 * The stored, managed layers of a tenant, as `mergePolicies` takes them.
 * @throws FleetError `policy.invalid` when a document in force does not parse: it may have been stricter than what is left of it
 */
export async function policyLayers(services: Pick<Services, "database">, tenantId: string): Promise<PolicyLayer[]> {
  const stored = await services.database.tenant(tenantId, (tx) => currentPolicies(tx, tenantId));
  return [stored.tenant, stored.fleet]
    .filter((policy) => policy !== null)
    .map(({ layer, version, document }) => ({ layer, version: `${layer}@${version}`, document: parse(document) }));
}

function parse(document: unknown): PolicyDocument {
  const parsed = PolicyDocument.safeParse(document);
  if (parsed.success) return parsed.data;
  throw new FleetError(
    "policy.invalid",
    "A policy document in force cannot be read; an administrator stores a new one",
    {
      faults: toFaults(parsed.error),
    },
  );
}
