import { FleetError, type Principal } from "@deskfleet/contracts";
import { notify } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { auditEvent } from "../../audit-event.ts";
import { describeError } from "../../http/describe-error.ts";
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
  const { audit } = services;
  app.openapi(route, async (c) => {
    const { principal } = c.var;
    const { scope, reason } = c.req.valid("json");
    if (scope === "fleet" && !isOperator(services, principal))
      throw new FleetError("auth.forbidden", "Only administrators of the fleet's operator stop the whole fleet");
    await sendOut(services, principal, scope);
    await audit.append(auditEvent(principal, { action: `${scope}.stop`, params: { reason } }));
    return c.json({ scope }, 202);
  });
}

/**
 * Two ways at once: the signal in Postgres, which a worker misses whose connection is broken just then, and each worker's own door.
 * @throws FleetError of the signal, where no other way is left either
 */
async function sendOut(services: Services, principal: Principal, scope: z.infer<typeof Scope>): Promise<void> {
  const { database, directory, workers, logger } = services;
  const { tenantId } = principal;
  const signal = scope === "fleet" ? ({ kind: "fleet.stop" } as const) : ({ kind: "tenant.stop", tenantId } as const);
  const direct = async (): Promise<number> => {
    const each = (await directory.all()).map(async (worker) => {
      try {
        await workers.stopAll(worker, principal, scope);
      } catch (error) {
        const facts = { workerId: worker.id, scope, error: describeError(error) };
        logger.warn(facts, "a worker did not confirm a stop; the signal is the way that is left");
        throw error;
      }
    });
    for (const confirmed of await Promise.allSettled(each)) if (confirmed.status === "rejected") throw confirmed.reason;
    return each.length;
  };
  const [bySignal, atWorkers] = await Promise.allSettled([
    database.tenant(tenantId, (tx) => notify(tx, signal)),
    direct(),
  ]);
  if (bySignal.status === "fulfilled") return;
  if (atWorkers.status === "rejected" || atWorkers.value === 0) throw bySignal.reason;
  logger.warn({ scope, error: describeError(bySignal.reason) }, "a stop reached all workers, but not by signal");
}
