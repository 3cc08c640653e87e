import { Statistics } from "@deskfleet/contracts";
import { taskHours, tenantQueues } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { problems } from "../../http/problems.ts";
import { json } from "../../http/responses.ts";
import { isOperator, type Services } from "../../services.ts";

const route = createRoute({
  tags: ["capacity"],
  method: "get",
  path: "/v1/statistics",
  summary: "How tasks went, and what waits by tenant",
  request: { query: z.strictObject({ hours: z.coerce.number().int().min(1).max(168).default(24) }) },
  responses: {
    200: json(Statistics.meta({ id: "Statistics" }), "Now"),
    ...problems("request.invalid", "auth.required"),
  },
});

export function statistics(app: App, services: Services): void {
  const { database } = services;
  app.openapi(route, async (c) => {
    const { principal } = c.var;
    const { hours } = c.req.valid("query");
    const own = await database.tenant(principal.tenantId, async (tx) => ({
      hours: await taskHours(tx, hours),
      tenants: await tenantQueues(tx),
    }));
    const tenants = isOperator(services, principal) ? await database.system(tenantQueues) : own.tenants;
    return c.json({ hours: own.hours, tenants }, 200);
  });
}
