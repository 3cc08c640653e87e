import { FleetError, type JsonObject, PolicyVersion, PutPolicy } from "@deskfleet/contracts";
import { mergePolicies, validatePolicy } from "@deskfleet/gates";
import { currentPolicies, listPolicyVersions, putPolicy, type Tx } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { auditEvent } from "../../audit-event.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { PageParams, pageOf } from "../../http/schemas.ts";
import { policyLayers } from "../../policy-layers.ts";
import { isOperator, type Services } from "../../services.ts";

const Version = PolicyVersion.meta({ id: "PolicyVersion" });
const LayerName = z.enum(["tenant", "fleet"]);
const tags = ["policies"];

const current = createRoute({
  tags,
  method: "get",
  path: "/v1/policies",
  summary: "Read the stored policies",
  responses: {
    200: json(
      z.strictObject({ fleet: Version.nullable(), tenant: Version.nullable() }),
      "null where nothing is stored",
    ),
    ...problems("auth.required"),
  },
});

const effective = createRoute({
  tags,
  method: "get",
  path: "/v1/policies/effective",
  summary: "Read what is in force",
  description: "All managed layers merged, defaults included; every value says which layer it comes from.",
  responses: {
    200: json(z.record(z.string(), z.unknown()).meta({ id: "EffectivePolicy" }), "The merged policy"),
    ...problems("auth.required", "policy.invalid"),
  },
});

const versions = createRoute({
  tags,
  method: "get",
  path: "/v1/policies/versions",
  summary: "List the versions of a policy, newest first",
  request: { query: PageParams.extend({ layer: LayerName.default("tenant") }) },
  responses: { 200: json(pageOf(Version), "One page"), ...problems("request.invalid", "auth.required") },
});

const put = createRoute({
  tags,
  middleware: requireRole("admin"),
  method: "put",
  path: "/v1/policies/{layer}",
  summary: "Store a policy's next version",
  description: "In force at once, in running sessions too. The fleet's is for administrators of the fleet's operator.",
  request: { params: z.strictObject({ layer: LayerName }), ...jsonBody(PutPolicy) },
  responses: {
    200: json(Version, "The new version"),
    ...problems(
      ...(["request.invalid", "request.malformed", "auth.required", "auth.forbidden"] as const),
      ...(["resource.conflict", "policy.invalid", "audit.unavailable"] as const),
    ),
  },
});

export function policyRoutes(app: App, services: Services): void {
  const { database, audit } = services;

  app.openapi(current, async (c) => {
    const { tenantId } = c.var.principal;
    return c.json(await database.tenant(tenantId, (tx) => currentPolicies(tx, tenantId)), 200);
  });

  app.openapi(effective, async (c) => {
    const policy: JsonObject = { ...mergePolicies(await policyLayers(services, c.var.principal.tenantId)) };
    return c.json(policy, 200);
  });

  app.openapi(versions, async (c) => {
    const { tenantId } = c.var.principal;
    const { layer, ...page } = c.req.valid("query");
    const owner = layer === "fleet" ? null : tenantId;
    return c.json(await database.tenant(tenantId, (tx) => listPolicyVersions(tx, owner, page)), 200);
  });

  app.openapi(put, async (c) => {
    const { principal } = c.var;
    const { layer } = c.req.valid("param");
    const { document, comment } = c.req.valid("json");
    if (layer === "fleet" && !isOperator(services, principal))
      throw new FleetError("auth.forbidden", "The fleet's policy is for administrators of its operator");
    const faults = validatePolicy(document).map(({ path, message }) => ({ path: `/document${path}`, message }));
    if (faults.length > 0) throw new FleetError("policy.invalid", "The policy has faults; each says where", { faults });
    const owner = layer === "fleet" ? null : principal.tenantId;
    const input = { tenantId: owner, document, comment, createdBy: `principal:${principal.id}` };
    const store = async (tx: Tx) => {
      const version = await putPolicy(tx, input);
      // Before the commit: a policy that the audit store does not have is never in force.
      const params = { layer, version: version.version, document, comment };
      await audit.append(auditEvent(principal, { action: "policy.put", params }));
      return version;
    };
    const stored = await (owner === null ? database.system(store) : database.tenant(owner, store));
    return c.json(stored, 200);
  });
}
