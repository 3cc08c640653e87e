import { FleetError, type Principal, ProjectRef, StoredLayer } from "@deskfleet/contracts";
import type { PolicyOwner, Tx } from "@deskfleet/store";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import type { AppEnv } from "../../app-env.ts";
import { hasRole } from "../../http/require-role.ts";
import { isOperator, type Services } from "../../services.ts";
import { invalidProject, projectIdOf } from "../../sessions/project-id.ts";

export const LayerParam = z.strictObject({ layer: StoredLayer });
/** Needed for the layers project and local, and for these alone. */
export const ProjectQuery = z.strictObject({
  project: ProjectRef.optional().meta({ description: "Id or name; of the layers `project` and `local`" }),
});

/** Whose document the path names, as seen by the caller: `user` and `local` are always their own. @throws FleetError `request.invalid` */
export async function policyOwner(
  tx: Tx,
  principal: Principal,
  { layer, project }: { layer: StoredLayer; project: string | undefined },
): Promise<PolicyOwner> {
  const isOfProject = layer === "project" || layer === "local";
  if (isOfProject !== (project !== undefined))
    throw invalidProject(
      isOfProject ? `the layer ${layer} needs a project` : `the layer ${layer} belongs to no project`,
    );
  return {
    tenantId: layer === "fleet" ? null : principal.tenantId,
    projectId: await projectIdOf(tx, project),
    principalId: layer === "user" || layer === "local" ? principal.id : null,
  };
}

/** Principals write their own layers, administrators the tenant's, the operator's administrators the fleet's. Before the body is read. */
export const mayWriteLayer = (services: Services) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { principal } = c.var;
    const layer = c.req.param("layer");
    if ((layer === "tenant" || layer === "project") && !hasRole(principal, "admin"))
      throw new FleetError("auth.forbidden", `This needs the role admin; the key has ${principal.role}`);
    if (layer === "fleet" && !isOperator(services, principal))
      throw new FleetError("auth.forbidden", "The fleet's policy is for administrators of its operator");
    await next();
  });
