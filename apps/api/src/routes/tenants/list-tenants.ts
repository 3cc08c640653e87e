import { Tenant } from "@deskfleet/contracts";
import { listTenants as readTenants } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { problems } from "../../http/problems.ts";
import { json } from "../../http/responses.ts";
import { requireOperator, type Services } from "../../services.ts";

const route = createRoute({
  tags: ["tenants"],
  method: "get",
  path: "/v1/tenants",
  summary: "List the fleet's tenants",
  description: "For administrators of the fleet's operator.",
  responses: {
    200: json(z.strictObject({ items: z.array(Tenant.meta({ id: "Tenant" })) }), "All tenants, by name"),
    ...problems("auth.required", "auth.forbidden"),
  },
});

export function listTenants(app: App, services: Services): void {
  app.openapi(route, async (c) => {
    requireOperator(services, c.var.principal);
    return c.json({ items: await services.database.system(readTenants) }, 200);
  });
}
