import { FleetError, Id, Layer, Timestamp } from "@deskfleet/contracts";
import { listGrants, revokeGrant } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { auditEvent } from "../../audit-event.ts";
import { problems } from "../../http/problems.ts";
import { hasRole, requireRole } from "../../http/require-role.ts";
import { json } from "../../http/responses.ts";
import { IdParam } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";

const Grant = z
  .strictObject({
    id: Id,
    grant: z.string(),
    scope: z.enum(["once", "session", "project", "tenant"]),
    principalId: Id.nullable().meta({ description: "null: everybody of the tenant" }),
    sessionId: Id.nullable(),
    layer: Layer,
    givenBy: z.string(),
    createdAt: Timestamp,
    expiresAt: Timestamp.nullable(),
  })
  .meta({ id: "Grant" });
const tags = ["approvals"];

const list = createRoute({
  tags,
  method: "get",
  path: "/v1/grants",
  summary: "List standing consents",
  description:
    "What the caller holds now, or another principal (approver and above); with `sessionId` also what holds in that session only.",
  request: { query: z.strictObject({ principalId: Id.optional(), sessionId: Id.optional() }) },
  responses: {
    200: json(z.strictObject({ items: z.array(Grant) }), "The grants in force"),
    ...problems("request.invalid", "auth.required", "auth.forbidden"),
  },
});

const revoke = createRoute({
  tags,
  middleware: requireRole("approver"),
  method: "delete",
  path: "/v1/grants/{id}",
  summary: "Revoke a standing consent",
  request: { params: IdParam },
  responses: {
    204: { description: "Revoked" },
    ...problems("request.invalid", "auth.required", "auth.forbidden", "resource.not_found"),
  },
});

export function grantRoutes(app: App, services: Services): void {
  const { database, audit } = services;

  app.openapi(list, async (c) => {
    const { principal } = c.var;
    const { principalId = principal.id, sessionId = null } = c.req.valid("query");
    if (principalId !== principal.id && !hasRole(principal, "approver"))
      throw new FleetError("auth.forbidden", "Another principal's grants are for approvers to see");
    const items = await database.tenant(principal.tenantId, (tx) => listGrants(tx, principalId, sessionId));
    return c.json({ items }, 200);
  });

  app.openapi(revoke, async (c) => {
    const { id } = c.req.valid("param");
    const isRevoked = await database.tenant(c.var.principal.tenantId, (tx) => revokeGrant(tx, id));
    if (!isRevoked) throw new FleetError("resource.not_found", "there is no such grant in force");
    await audit.append(auditEvent(c.var.principal, { action: "grant.revoke", params: { grantId: id } }));
    return c.body(null, 204);
  });
}
