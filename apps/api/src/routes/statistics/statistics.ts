import { Id, Timestamp } from "@deskfleet/contracts";
import { taskHours, tenantQueues } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { problems } from "../../http/problems.ts";
import { json } from "../../http/responses.ts";
import { isOperator, type Services } from "../../services.ts";

const count = z.number().int();
const Statistics = z
  .strictObject({
    hours: z.array(z.strictObject({ at: Timestamp, succeeded: count, failed: count, cancelled: count })).meta({
      description: "Tasks of the tenant by the hour in which they ended, oldest first; the last one is not over yet",
    }),
    tenants: z
      .array(
        z.strictObject({
          tenantId: Id,
          name: z.string(),
          queued: count,
          active: count,
          oldestQueuedAt: Timestamp.nullable(),
        }),
      )
      .meta({ description: "What waits: the caller's tenant, for administrators of the fleet's operator all of them" }),
  })
  .meta({ id: "Statistics" });

const route = createRoute({
  tags: ["capacity"],
  method: "get",
  path: "/v1/statistics",
  summary: "How tasks went, and what waits by tenant",
  request: { query: z.strictObject({ hours: z.coerce.number().int().min(1).max(168).default(24) }) },
  responses: { 200: json(Statistics, "Now"), ...problems("request.invalid", "auth.required") },
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
