import { CreateWebhook, FleetError, Webhook, webhookUrlFault } from "@deskfleet/contracts";
import { insertWebhook, listWebhooks, removeWebhook, webhookSecret } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { auditEvent } from "../../audit-event.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { IdParam } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";

const WebhookSchema = Webhook.meta({ id: "Webhook" });
const Secret = z
  .string()
  .meta({ description: "`whsec_…`, base64: what the receiver verifies `webhook-signature` with" });
const shared = { tags: ["webhooks"], middleware: requireRole("admin") };

const list = createRoute({
  ...shared,
  method: "get",
  path: "/v1/webhooks",
  summary: "List webhooks",
  responses: {
    200: json(z.strictObject({ items: z.array(WebhookSchema) }), "Those in force, without their secrets"),
    ...problems("auth.required", "auth.forbidden"),
  },
});

const create = createRoute({
  ...shared,
  method: "post",
  path: "/v1/webhooks",
  summary: "Send events to an address",
  description:
    "Each event of the tenant, or those of the given types, is sent there by POST as it is committed, signed by [Standard Webhooks](https://www.standardwebhooks.com): `webhook-id` (the same at every try), `webhook-timestamp`, `webhook-signature`. An answer of 2xx within 10 seconds ends it, 410 too; else it is tried 8 times over about a day. Order is not kept, and an event may come twice: compare `webhook-id`. The address has to be public and https. The secret is shown in this answer and never again; so it takes no Idempotency-Key.",
  request: jsonBody(CreateWebhook),
  responses: {
    201: json(Webhook.extend({ secret: Secret }), "The new webhook"),
    ...problems(
      ...(["request.invalid", "auth.required", "auth.forbidden", "resource.conflict", "audit.unavailable"] as const),
    ),
  },
});

const remove = createRoute({
  ...shared,
  method: "delete",
  path: "/v1/webhooks/{id}",
  summary: "Send no more events to an address",
  description:
    "At once; deliveries that wait are given up. To change a secret, make another webhook and remove this one.",
  request: { params: IdParam },
  responses: {
    204: { description: "Removed" },
    ...problems("request.invalid", "auth.required", "auth.forbidden", "resource.not_found"),
  },
});

const showTaskSecret = createRoute({
  ...shared,
  method: "post",
  path: "/v1/webhooks/task-secret",
  summary: "Read the secret of tasks' own addresses",
  description:
    "What signs deliveries to the `webhook` that a task names itself, one secret for the tenant; reading it is recorded. An address that is registered too is sent to once, under its own secret.",
  responses: {
    200: json(z.strictObject({ secret: Secret }), "The secret"),
    ...problems("auth.required", "auth.forbidden", "audit.unavailable"),
  },
});

/** Administrators decide where a tenant's events go; secrets are derived when they are shown or used, and kept nowhere. */
export function webhookRoutes(app: App, services: Services): void {
  const { database, audit, config } = services;
  app.openapi(list, async (c) => c.json({ items: await database.tenant(c.var.principal.tenantId, listWebhooks) }, 200));

  app.openapi(create, async (c) => {
    const { tenantId } = c.var.principal;
    const { url, types } = c.req.valid("json");
    requireAllowedUrl("/url", url, config.allowPrivateWebhooks);
    const webhook = await database.tenant(tenantId, async (tx) => {
      const made = await insertWebhook(tx, { tenantId, url, types });
      const params = { webhookId: made.id, host: new URL(url).host, types: made.types };
      // Before the commit: no event goes to where the audit store knows nothing of.
      await audit.append(auditEvent(c.var.principal, { action: "webhook.create", params }));
      return made;
    });
    return c.json({ ...webhook, secret: webhookSecret(config.secret, { webhookId: webhook.id }) }, 201);
  });

  app.openapi(remove, async (c) => {
    const { id } = c.req.valid("param");
    await database.tenant(c.var.principal.tenantId, (tx) => removeWebhook(tx, id));
    await audit.append(auditEvent(c.var.principal, { action: "webhook.remove", params: { webhookId: id } }));
    return c.body(null, 204);
  });

  app.openapi(showTaskSecret, async (c) => {
    await audit.append(auditEvent(c.var.principal, { action: "webhook.task_secret", params: {} }));
    return c.json({ secret: webhookSecret(config.secret, { tenantId: c.var.principal.tenantId }) }, 200);
  });
}

/** @throws FleetError `request.invalid` with the fault at `path`; whether a name is public shows when it is resolved. */
export function requireAllowedUrl(path: string, url: string, allowPrivate: boolean): void {
  const message = webhookUrlFault(url, { allowPrivate });
  if (message !== null)
    throw new FleetError("request.invalid", "The address cannot get events", { faults: [{ path, message }] });
}
