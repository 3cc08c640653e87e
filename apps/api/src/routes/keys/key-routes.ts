import { ApiKey, CreatedKey, CreateKey } from "@deskfleet/contracts";
import { createKey, listKeys, revokeKey } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { auditEvent } from "../../audit-event.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { IdParam } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";

const KeySchema = ApiKey.meta({ id: "Key" });
const shared = { tags: ["keys"], middleware: requireRole("admin") };

const list = createRoute({
  ...shared,
  method: "get",
  path: "/v1/keys",
  summary: "List API keys",
  responses: {
    200: json(z.strictObject({ items: z.array(KeySchema) }), "All keys of the tenant, without the keys themselves"),
    ...problems("auth.required", "auth.forbidden"),
  },
});

const create = createRoute({
  ...shared,
  method: "post",
  path: "/v1/keys",
  summary: "Make an API key",
  description:
    "The key is shown in this answer and never again; only its SHA-256 is kept. Takes no Idempotency-Key: the answer would have to be stored.",
  request: jsonBody(CreateKey),
  responses: {
    201: json(CreatedKey, "The new key"),
    ...problems("request.invalid", "auth.required", "auth.forbidden"),
  },
});

const revoke = createRoute({
  ...shared,
  method: "delete",
  path: "/v1/keys/{id}",
  summary: "Revoke an API key",
  description: "At once: its console log-ins and view tickets end with it. Repeating it changes nothing.",
  request: { params: IdParam },
  responses: { 204: { description: "Revoked" }, ...problems("auth.required", "auth.forbidden", "resource.not_found") },
});

export function keyRoutes(app: App, services: Services): void {
  const { database, audit } = services;
  app.openapi(list, async (c) => c.json({ items: await database.tenant(c.var.principal.tenantId, listKeys) }, 200));

  app.openapi(create, async (c) => {
    const { tenantId } = c.var.principal;
    const { name, role } = c.req.valid("json");
    const made = await database.tenant(tenantId, async (tx) => {
      const key = await createKey(tx, { tenantId, name, role, createdBy: c.var.principal.id });
      // Before the commit: a key that the audit store does not know of is never good.
      await audit.append(auditEvent(c.var.principal, { action: "key.create", params: { keyId: key.id, name, role } }));
      return key;
    });
    return c.json({ ...made, name, role }, 201);
  });

  app.openapi(revoke, async (c) => {
    const { id } = c.req.valid("param");
    await database.tenant(c.var.principal.tenantId, (tx) => revokeKey(tx, id));
    await audit.append(auditEvent(c.var.principal, { action: "key.revoke", params: { keyId: id } }));
    return c.body(null, 204);
  });
}
