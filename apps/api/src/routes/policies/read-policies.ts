import { FleetError, PolicyChange, PolicyVersion } from "@deskfleet/contracts";
import { findPolicy, listPolicyVersions, type PolicyOwner, policiesInForce, type Tx } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { problems } from "../../http/problems.ts";
import { json } from "../../http/responses.ts";
import { PageParams, pageOf } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";
import { projectIdOf } from "../../sessions/project-id.ts";
import { diffDocuments } from "./diff-documents.ts";
import { LayerParam, ProjectQuery, policyOwner } from "./policy-owner.ts";

const tags = ["policies"];
const Version = PolicyVersion.meta({ id: "PolicyVersion" });
const VersionNumber = z.coerce.number({ error: "the number of a version" }).int().min(1).max(1_000_000_000);
const faults = problems("request.invalid", "auth.required", "resource.not_found");

const all = createRoute({
  tags,
  method: "get",
  path: "/v1/policies",
  summary: "Read the stored policies",
  description:
    "Of every layer that holds for the caller, in a project where one is named; null where nothing is stored.",
  request: { query: ProjectQuery },
  responses: {
    200: json(
      z.strictObject({
        ...{ user: Version.nullable(), project: Version.nullable(), local: Version.nullable() },
        ...{ tenant: Version.nullable(), fleet: Version.nullable() },
      }),
      "The versions in force",
    ),
    ...problems("request.invalid", "auth.required"),
  },
});

const one = createRoute({
  tags,
  method: "get",
  path: "/v1/policies/{layer}",
  summary: "Read a layer's policy",
  description: "The version in force; its ETag is what `If-Match` of a change takes.",
  request: { params: LayerParam, query: ProjectQuery },
  responses: { 200: json(Version, "The version in force"), ...faults },
});

const versions = createRoute({
  tags,
  method: "get",
  path: "/v1/policies/{layer}/versions",
  summary: "List the versions of a policy, newest first",
  request: { params: LayerParam, query: PageParams.extend(ProjectQuery.shape) },
  responses: { 200: json(pageOf(Version), "One page"), ...problems("request.invalid", "auth.required") },
});

const version = createRoute({
  tags,
  method: "get",
  path: "/v1/policies/{layer}/versions/{version}",
  summary: "Read a version of a policy",
  request: { params: LayerParam.extend({ version: VersionNumber }), query: ProjectQuery },
  responses: { 200: json(Version, "The version"), ...faults },
});

const diff = createRoute({
  tags,
  method: "get",
  path: "/v1/policies/{layer}/diff",
  summary: "Compare two versions of a policy",
  request: {
    params: LayerParam,
    query: ProjectQuery.extend({
      from: VersionNumber,
      to: VersionNumber.optional().meta({ description: "Default: the version in force" }),
    }),
  },
  responses: {
    200: json(
      z.strictObject({ from: z.number().int(), to: z.number().int(), changes: z.array(PolicyChange) }),
      "Every place where they differ",
    ),
    ...faults,
  },
});

export function readPolicies(app: App, services: Services): void {
  const { database } = services;

  app.openapi(all, async (c) => {
    const { tenantId, id: principalId } = c.var.principal;
    const inForce = await database.tenant(tenantId, async (tx) => {
      const projectId = await projectIdOf(tx, c.req.valid("query").project);
      return policiesInForce(tx, { tenantId, principalId, projectId });
    });
    const of = (layer: PolicyVersion["layer"]) => inForce.find((each) => each.layer === layer) ?? null;
    const own = { user: of("user"), project: of("project"), local: of("local") };
    return c.json({ ...own, tenant: of("tenant"), fleet: of("fleet") }, 200);
  });

  app.openapi(one, async (c) => {
    const place = { ...c.req.valid("param"), project: c.req.valid("query").project };
    const found = await database.tenant(c.var.principal.tenantId, async (tx) =>
      required(tx, await policyOwner(tx, c.var.principal, place)),
    );
    return c.json(found, 200, { ETag: `"${found.version}"` });
  });

  app.openapi(versions, async (c) => {
    const { project, ...page } = c.req.valid("query");
    const place = { ...c.req.valid("param"), project };
    const listed = await database.tenant(c.var.principal.tenantId, async (tx) =>
      listPolicyVersions(tx, await policyOwner(tx, c.var.principal, place), page),
    );
    return c.json(listed, 200);
  });

  app.openapi(version, async (c) => {
    const { version: number, ...param } = c.req.valid("param");
    const place = { ...param, project: c.req.valid("query").project };
    const found = await database.tenant(c.var.principal.tenantId, async (tx) =>
      required(tx, await policyOwner(tx, c.var.principal, place), number),
    );
    return c.json(found, 200);
  });

  app.openapi(diff, async (c) => {
    const { project, from, to } = c.req.valid("query");
    const place = { ...c.req.valid("param"), project };
    const [older, newer] = await database.tenant(c.var.principal.tenantId, async (tx) => {
      const owner = await policyOwner(tx, c.var.principal, place);
      return [await required(tx, owner, from), await required(tx, owner, to)] as const;
    });
    const changes = diffDocuments(older.document, newer.document);
    return c.json({ from: older.version, to: newer.version, changes }, 200);
  });
}

async function required(tx: Tx, owner: PolicyOwner, version?: number): Promise<PolicyVersion> {
  const found = await findPolicy(tx, owner, version);
  if (found === null) throw new FleetError("resource.not_found", "there is no such version of this policy");
  return found;
}
