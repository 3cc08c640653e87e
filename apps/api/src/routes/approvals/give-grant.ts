import { FleetError, GiveGrant, type Principal, StoredGrant } from "@deskfleet/contracts";
import { isGrant, isGrantable, mergePolicies, type PolicyLayer } from "@deskfleet/gates";
import {
  findPrincipal,
  findSession,
  insertGrant,
  isOneKeyLine,
  requireProject,
  type SessionRecord,
  type Tx,
} from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import type { z } from "zod";
import type { App } from "../../app-env.ts";
import { auditEvent } from "../../audit-event.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { layersInForce, layersOfSession } from "../../policy-layers.ts";
import type { Services } from "../../services.ts";

type Given = z.output<typeof GiveGrant>;

const route = createRoute({
  tags: ["approvals"],
  middleware: requireRole("approver"),
  method: "post",
  path: "/v1/grants",
  summary: "Give a standing consent",
  description:
    "To one principal, for one action (`once`), a session, a project or the tenant; in force in running sessions within a second. Only what policy lets callers hold (`grantable`), and never an interpreter or a wrapper as such.",
  request: jsonBody(GiveGrant),
  responses: {
    201: json(StoredGrant.meta({ id: "Grant" }), "The consent"),
    ...problems(
      ...(["request.invalid", "request.malformed", "auth.required", "auth.forbidden"] as const),
      ...(["resource.not_found", "policy.denied", "policy.invalid", "audit.unavailable"] as const),
    ),
  },
});

export function giveGrant(app: App, services: Services): void {
  const { database, audit } = services;
  app.openapi(route, async (c) => {
    const { principal } = c.var;
    const given = c.req.valid("json");
    checkForm(given);
    const policy = mergePolicies(await layersOfHolder(services, principal.tenantId, given));
    if (!isGrantable(given.grant, policy))
      throw new FleetError("policy.denied", "Policy does not let callers hold this consent", {
        data: { gate: "consent", code: "grant.not_grantable", layer: policy.grantable.layer },
      });
    const grant = await database.tenant(principal.tenantId, async (tx) => {
      if (policy.fourEyes.value && (await isOneKeyLine(tx, principal.id, given.principalId)))
        throw new FleetError("auth.forbidden", "the policy wants another person than the holder to give a consent");
      const stored = await insertGrant(tx, newGrant(principal, given));
      const { id: grantId, grant, scope, principalId, sessionId, projectId, expiresAt } = stored;
      const params = { grantId, grant, scope, principalId, sessionId, projectId, expiresAt };
      // Before the commit: a consent that the audit store does not have is never in force.
      await audit.append(auditEvent(principal, { action: "grant.give", params }));
      return stored;
    });
    return c.json(grant, 201);
  });
}

function newGrant(principal: Principal, given: Given): Parameters<typeof insertGrant>[1] {
  const { sessionId = null, projectId = null, expiresAt = null, ...rest } = given;
  const owner = { tenantId: principal.tenantId, layer: "tenant" as const, givenBy: `principal:${principal.id}` };
  return { ...rest, ...owner, sessionId, projectId, expiresAt };
}

/** @throws FleetError `request.invalid` for a consent that nobody can hold, and for a scope that its other fields do not fit */
function checkForm({ grant, scope, sessionId, projectId, expiresAt }: Given): void {
  const isOfSession = scope === "once" || scope === "session";
  const faults = [
    !isGrant(grant) && {
      path: "/grant",
      message: "a consent that a caller can hold; no interpreter or wrapper as such",
    },
    // Reading titles is no action that could use it up.
    scope === "once" && grant === "titles" && { path: "/scope", message: "session, project or tenant for titles" },
    isOfSession !== (sessionId !== undefined) && {
      path: "/sessionId",
      message: "for the scopes once and session only",
    },
    (scope === "project") !== (projectId !== undefined) && {
      path: "/projectId",
      message: "for the scope project only",
    },
    expiresAt !== undefined && Date.parse(expiresAt) <= Date.now() && { path: "/expiresAt", message: "a later time" },
  ].filter((fault) => fault !== false);
  if (faults.length > 0) throw new FleetError("request.invalid", "The body has faults; each says where", { faults });
}

/**
 * Every layer under which the consent would hold, the holder's own too: somebody who keeps a consent from their sessions is
 * not given it by others.
 * @throws FleetError `resource.not_found` for what is no principal, live session or project of the tenant; `policy.invalid`
 */
async function layersOfHolder(services: Services, tenantId: string, given: Given): Promise<PolicyLayer[]> {
  const { principalId, sessionId, projectId = null } = given;
  const session = await services.database.tenant(tenantId, async (tx) => {
    if ((await findPrincipal(tx, principalId)) === null) throw missing("principal");
    if (projectId !== null) await requireProject(tx, projectId);
    return sessionId === undefined ? null : requireLiveSession(tx, sessionId);
  });
  return session === null
    ? layersInForce(services, { tenantId, principalId, projectId })
    : layersOfSession(services, session);
}

async function requireLiveSession(tx: Tx, id: string): Promise<SessionRecord> {
  const session = await findSession(tx, id);
  if (session === null || session.endedAt !== null) throw missing("live session");
  return session;
}

const missing = (what: string): FleetError => new FleetError("resource.not_found", `there is no such ${what}`);
