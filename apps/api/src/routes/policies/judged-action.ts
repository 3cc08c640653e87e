import { type Action, type Fault, type Principal, type ToolDefinition, toFaults } from "@deskfleet/contracts";
import { heldGrants } from "@deskfleet/store";
import { layersInForce } from "../../policy-layers.ts";
import type { Services } from "../../services.ts";
import { projectIdOf } from "../../sessions/project-id.ts";

/** A call as gates judge it, or where its parameters are wrong: JSON Pointers below `at`. */
export function readAction(
  tool: ToolDefinition,
  params: Readonly<Record<string, unknown>>,
  at: string,
): { action: Action; faults: [] } | { action: null; faults: Fault[] } {
  const read = tool.parameters.safeParse(params);
  if (read.success) return { action: { tool, params: read.data as Action["params"] }, faults: [] };
  return { action: null, faults: toFaults(read.error).map(({ path, message }) => ({ path: at + path, message })) };
}

/**
 * What the gates would know of a caller that opened a session now: stored policy and consents, nobody in control.
 * @throws FleetError `request.invalid` for a project that there is not, `policy.invalid`
 */
export async function situationOfCaller(services: Services, caller: Principal, project: string | undefined) {
  const { tenantId, id: principalId } = caller;
  const { projectId, grants } = await services.database.tenant(tenantId, async (tx) => ({
    projectId: await projectIdOf(tx, project),
    grants: await heldGrants(tx, principalId, null),
  }));
  const layers = await layersInForce(services, { tenantId, principalId, projectId });
  const session = { state: "active", controller: "agent" } as const;
  return { layers, principal: caller, grants, session };
}
