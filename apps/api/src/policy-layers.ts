import type { PolicyLayer } from "@deskfleet/gates";
import { currentPolicies } from "@deskfleet/store";
import type { Services } from "./services.ts";

/** The stored, managed layers of a tenant, as `mergePolicies` takes them. */
export async function policyLayers(services: Pick<Services, "database">, tenantId: string): Promise<PolicyLayer[]> {
  const stored = await services.database.tenant(tenantId, (tx) => currentPolicies(tx, tenantId));
  return [stored.tenant, stored.fleet]
    .filter((policy) => policy !== null)
    .map(({ layer, version, document }) => ({ layer, version: `${layer}@${version}`, document }));
}
