import { FleetError } from "@deskfleet/contracts";
import { notify } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { auditEvent } from "../../audit-event.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { isOperator, type Services } from "../../services.ts";

const Scope = z.enum(["tenant", "fleet"]);
const Stop = z.strictObject({ scope: Scope, reason: z.string().max(500).default("") });

const route = createRoute({
  tags: ["sessions"],
  middleware: requireRole("admin"),
  method: "post",
  path: "/v1/stop",
  summary: "Stop everything",
  description:
    "Every session of the tenant, or of the fleet (its operator's administrators only), as `stop` does with one. Each is resumed on its own.",
  request: jsonBody(Stop),
  responses: {
    202: json(z.strictObject({ scope: Scope }), "The order is out"),
    ...problems("request.invalid", "auth.required", "auth.forbidden"),
  },
});

export function stopAll(app: App, services: Services): void {
  const { database, audit } = services;
  app.openapi(route, async (c) => {
    const { principal } = c.var;
    const { scope, reason } = c.req.valid("json");
    if (scope === "fleet" && !isOperator(services, principal))
      throw new FleetError("auth.forbidden", "Only administrators of the fleet's operator stop the whole fleet");
    const signal =
      scope === "fleet"
        ? { kind: "fleet.stop" as const }
        : { kind: "tenant.stop" as const, tenantId: principal.tenantId };
    await database.tenant(principal.tenantId, (tx) => notify(tx, signal));
    await audit.append(auditEvent(principal, { action: `${scope}.stop`, params: { reason } }));
    return c.json({ scope }, 202);
  });
}
