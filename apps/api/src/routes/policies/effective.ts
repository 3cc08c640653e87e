import { EffectiveSettings, Id, LAYERS } from "@deskfleet/contracts";
import { reportSettings } from "@deskfleet/gates";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { problems } from "../../http/problems.ts";
import { json } from "../../http/responses.ts";
import { layersInForce, layersOfSession } from "../../policy-layers.ts";
import type { Services } from "../../services.ts";
import { readSession } from "../../sessions/locate-session.ts";
import { invalidProject, projectIdOf } from "../../sessions/project-id.ts";
import { ProjectQuery } from "./policy-owner.ts";

const LayerList = z
  .string()
  .regex(/^[a-z]+(,[a-z]+)*$/, "names of layers with commas between them")
  .transform((text) => text.split(","))
  .pipe(z.array(z.enum(LAYERS)));

const route = createRoute({
  tags: ["policies"],
  method: "get",
  path: "/v1/policies/effective",
  summary: "Read what is in force",
  description:
    "Every setting for the caller: its value, the layer and version it comes from, its lock, and what every layer says about it, with why that does not count or is shadowed.",
  request: {
    query: ProjectQuery.extend({
      session: Id.optional().meta({ description: "For this running session instead of the caller" }),
      layers: LayerList.optional().meta({ description: "As if only these were stored: `tenant,fleet`" }),
    }),
  },
  responses: {
    200: json(EffectiveSettings.meta({ id: "EffectivePolicy" }), "Setting by setting"),
    ...problems("request.invalid", "auth.required", "resource.not_found", "policy.invalid"),
  },
});

export function effectivePolicy(app: App, services: Services): void {
  app.openapi(route, async (c) => {
    const { tenantId, id: principalId } = c.var.principal;
    const { project, session, layers: wanted } = c.req.valid("query");
    if (session !== undefined && project !== undefined) throw invalidProject("a session has its own project, or none");
    const projectId = await services.database.tenant(tenantId, (tx) => projectIdOf(tx, project));
    const inForce =
      session === undefined
        ? await layersInForce(services, { tenantId, principalId, projectId })
        : await layersOfSession(services, await readSession(services, c.var.principal, session));
    const layers = inForce.filter(({ layer }) => wanted?.some((each) => each === layer) ?? true);
    const names = layers.map(({ layer, version }) => ({ layer, version }));
    return c.json({ layers: names, settings: reportSettings(layers) }, 200);
  });
}
