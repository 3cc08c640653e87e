import { FleetError, GRANT_SCOPES, GRANT_STATES, Id, RevokeGrants, StoredGrant } from "@deskfleet/contracts";
import { findGrant, findGrants, revokeGrant, revokeGrants } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { auditEvent } from "../../audit-event.ts";
import { problems } from "../../http/problems.ts";
import { hasRole, requireRole } from "../../http/require-role.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { IdParam, PageParams, pageOf } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";
import { giveGrant } from "./give-grant.ts";

const Grant = StoredGrant.meta({ id: "Grant" });
const tags = ["approvals"];

const list = createRoute({
  tags,
  method: "get",
  path: "/v1/grants",
  summary: "List standing consents, newest first",
  description:
    "With who gave each, when, by which approval, and who took it away. Those that the caller holds; approvers and above see another principal's with `principalId`, and everybody's with `everybody=true`.",
  request: {
    query: PageParams.extend({
      principalId: Id.optional(),
      everybody: z.enum(["true", "false"]).default("false"),
      sessionId: Id.optional(),
      projectId: Id.optional(),
      approvalId: Id.optional(),
      scope: z.enum(GRANT_SCOPES).optional(),
      grant: z.string().max(600).optional(),
      state: z.enum([...GRANT_STATES, "all"]).default("in_force"),
    }),
  },
  responses: {
    200: json(pageOf(Grant), "One page"),
    ...problems("request.invalid", "auth.required", "auth.forbidden"),
  },
});

const revoke = createRoute({
  tags,
  method: "delete",
  path: "/v1/grants/{id}",
  summary: "Revoke a standing consent",
  description: "One's own, or as an approver anybody's. In running sessions it is gone within a second.",
  request: { params: IdParam },
  responses: {
    204: { description: "Revoked" },
    ...problems("request.invalid", "auth.required", "auth.forbidden", "resource.not_found"),
  },
});

const revokeAll = createRoute({
  tags,
  middleware: requireRole("admin"),
  method: "post",
  path: "/v1/grants/revoke",
  summary: "Revoke all consents of a principal or a session",
  request: jsonBody(RevokeGrants),
  responses: {
    200: json(z.strictObject({ revoked: z.number().int() }), "How many were in force"),
    ...problems("request.invalid", "request.malformed", "auth.required", "auth.forbidden"),
  },
});

export function grantRoutes(app: App, services: Services): void {
  const { database, audit } = services;

  app.openapi(list, async (c) => {
    const { principal } = c.var;
    const { limit, cursor, principalId, everybody, state, ...given } = c.req.valid("query");
    const isEverybody = everybody === "true" && principalId === undefined;
    if ((isEverybody || (principalId ?? principal.id) !== principal.id) && !hasRole(principal, "approver"))
      throw new FleetError("auth.forbidden", "Another principal's grants are for approvers to see");
    const filters = {
      ...given,
      principalId: isEverybody ? undefined : (principalId ?? principal.id),
      state: state === "all" ? undefined : state,
    };
    const page = await database.tenant(principal.tenantId, (tx) => findGrants(tx, filters, { limit, cursor }));
    return c.json(page, 200);
  });

  giveGrant(app, services);

  app.openapi(revoke, async (c) => {
    const { principal } = c.var;
    const { id } = c.req.valid("param");
    const isRevoked = await database.tenant(principal.tenantId, async (tx) => {
      const grant = await findGrant(tx, id);
      const isOwn = grant?.principalId === principal.id;
      if (!isOwn && !hasRole(principal, "approver"))
        throw new FleetError("auth.forbidden", "Another principal's grants are for approvers to revoke");
      return revokeGrant(tx, id, `principal:${principal.id}`);
    });
    if (!isRevoked) throw new FleetError("resource.not_found", "there is no such grant in force");
    await audit.append(auditEvent(principal, { action: "grant.revoke", params: { grantId: id } }));
    return c.body(null, 204);
  });

  app.openapi(revokeAll, async (c) => {
    const { principal } = c.var;
    const of = c.req.valid("json");
    const ended = await database.tenant(principal.tenantId, (tx) => revokeGrants(tx, of, `principal:${principal.id}`));
    const params = { ...of, grantIds: ended.map(({ id }) => id) };
    await audit.append(auditEvent(principal, { action: "grant.revoke_all", params }));
    return c.json({ revoked: ended.length }, 200);
  });
}
