import { FleetError, Id, WebhookDelivery } from "@deskfleet/contracts";
import { findTask, findWebhook, listDeliveries, redeliver, type Tx } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import type { App } from "../../app-env.ts";
import { auditEvent } from "../../audit-event.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json } from "../../http/responses.ts";
import { IdParam, PageParams, pageOf } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";

const Delivery = WebhookDelivery.meta({ id: "WebhookDelivery" });
const shared = { tags: ["webhooks"], middleware: requireRole("admin") };
const query = PageParams.extend({ state: WebhookDelivery.shape.state.optional() });

const ofWebhook = createRoute({
  ...shared,
  method: "get",
  path: "/v1/webhooks/{id}/deliveries",
  summary: "List a webhook's deliveries, newest event first",
  description: "Kept for a week.",
  request: { params: IdParam, query },
  responses: {
    200: json(pageOf(Delivery), "One page"),
    ...problems("request.invalid", "auth.required", "auth.forbidden", "resource.not_found"),
  },
});

const ofTask = createRoute({
  ...shared,
  middleware: requireRole("operator"),
  method: "get",
  path: "/v1/tasks/{id}/deliveries",
  summary: "List the deliveries to the address that a task named",
  request: { params: IdParam, query },
  responses: {
    200: json(pageOf(Delivery), "One page"),
    ...problems("request.invalid", "auth.required", "auth.forbidden", "resource.not_found"),
  },
});

const again = createRoute({
  ...shared,
  method: "post",
  path: "/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver",
  summary: "Deliver again",
  description: "Within a second, under the same `webhook-id`, with all eight tries; one that waits is hurried.",
  request: { params: IdParam.extend({ deliveryId: Id }) },
  responses: {
    202: json(Delivery, "It waits to be sent"),
    ...problems("request.invalid", "auth.required", "auth.forbidden", "resource.not_found"),
  },
});

export function deliveryRoutes(app: App, { database, audit }: Services): void {
  app.openapi(ofWebhook, async (c) => {
    const { id } = c.req.valid("param");
    const { state, ...page } = c.req.valid("query");
    const found = await database.tenant(c.var.principal.tenantId, async (tx) => {
      await requireWebhook(tx, id);
      return listDeliveries(tx, { of: { webhookId: id }, state }, page);
    });
    return c.json(found, 200);
  });

  app.openapi(ofTask, async (c) => {
    const { id } = c.req.valid("param");
    const { state, ...page } = c.req.valid("query");
    const found = await database.tenant(c.var.principal.tenantId, async (tx) => {
      if ((await findTask(tx, id)) === null) throw new FleetError("resource.not_found", "there is no such task");
      return listDeliveries(tx, { of: { taskId: id }, state }, page);
    });
    return c.json(found, 200);
  });

  app.openapi(again, async (c) => {
    const { id, deliveryId } = c.req.valid("param");
    const delivery = await database.tenant(c.var.principal.tenantId, async (tx) => {
      await requireWebhook(tx, id);
      return redeliver(tx, { webhookId: id, id: deliveryId });
    });
    const params = { webhookId: id, deliveryId };
    await audit.append(auditEvent(c.var.principal, { action: "webhook.redeliver", params }));
    return c.json(delivery, 202);
  });
}

async function requireWebhook(tx: Tx, id: string): Promise<void> {
  if ((await findWebhook(tx, id)) === null) throw new FleetError("resource.not_found", "there is no such webhook");
}
