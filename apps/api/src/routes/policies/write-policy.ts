import { createHash } from "node:crypto";
import {
  FleetError,
  PolicyDocument,
  PolicyVersion,
  type Principal,
  PutPolicy,
  RollbackPolicy,
  type StoredLayer,
} from "@deskfleet/contracts";
import { actFor, canonicalJson, findPolicy, lockPolicy, putPolicy, type Tx } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { auditEvent } from "../../audit-event.ts";
import { problems } from "../../http/problems.ts";
import { json, jsonBody } from "../../http/responses.ts";
import type { Services } from "../../services.ts";
import { checkPolicy } from "./check-policy.ts";
import { diffDocuments } from "./diff-documents.ts";
import { LayerParam, mayWriteLayer, ProjectQuery, policyOwner } from "./policy-owner.ts";
import { readPolicyBody, validDocument } from "./read-policy-body.ts";

/** More would make the audit record larger than anybody reads; the digest says whether the document is the one stored. */
const CHANGES_RECORDED_MAX = 200;
const tags = ["policies"];
const Version = PolicyVersion.meta({ id: "PolicyVersion" });
const IfMatch = z.object({
  "if-match": z
    .string()
    .regex(/^(\d{1,9}|"\d{1,9}")$/, 'the version in quotes, such as "3"')
    .optional()
    .meta({ description: "The version that the change is based on, as its ETag; 0: none yet" }),
});
/** Not zod: readPolicyBody judges both forms the same way, so that YAML and JSON get the same faults. */
const schemaRef = (name: string) => ({ schema: { $ref: `#/components/schemas/${name}` } });
const faults = problems(
  ...(["request.invalid", "request.malformed", "request.unsupported_media", "auth.required"] as const),
  ...(["auth.forbidden", "resource.not_found", "resource.conflict", "policy.invalid", "audit.unavailable"] as const),
);

export function writePolicy(app: App, services: Services): void {
  app.openAPIRegistry.register("PutPolicy", PutPolicy.meta({ description: "A document and why it changes" }));
  app.openAPIRegistry.register("PolicyDocument", PolicyDocument.meta({ description: "One layer's document" }));

  checkPolicy(app, services);

  const put = createRoute({
    tags,
    middleware: mayWriteLayer(services),
    method: "put",
    path: "/v1/policies/{layer}",
    summary: "Store a policy's next version",
    description:
      "JSON, or the document itself as YAML. In force at once, in running sessions too. `user` and `local` are the caller's own; `tenant` and `project` are for administrators, `fleet` for those of the fleet's operator.",
    request: {
      params: LayerParam,
      headers: IfMatch,
      query: ProjectQuery.extend({ comment: z.string().max(500).default("").meta({ description: "With YAML" }) }),
      body: {
        required: true,
        content: { "application/json": schemaRef("PutPolicy"), "application/yaml": schemaRef("PolicyDocument") },
      },
    },
    responses: { 200: json(Version, "The new version"), ...faults },
  });
  app.openapi(put, async (c) => {
    const { layer } = c.req.valid("param");
    const { project, comment } = c.req.valid("query");
    const body = await readPolicyBody(c, layer, { comment });
    const expectedVersion = expected(c.req.valid("header")["if-match"], body.expectedVersion);
    const next = async () => ({ document: body.document, comment: body.comment, expectedVersion });
    const stored = await store(services, c.var.principal, { layer, project, action: "policy.put", next });
    return c.json(stored, 200, { ETag: `"${stored.version}"` });
  });

  const rollback = createRoute({
    tags,
    middleware: mayWriteLayer(services),
    method: "post",
    path: "/v1/policies/{layer}/rollback",
    summary: "Go back to an earlier version of a policy",
    description: "Stores a next version that equals the earlier one; no version is ever removed.",
    request: { params: LayerParam, headers: IfMatch, query: ProjectQuery, ...jsonBody(RollbackPolicy) },
    responses: { 200: json(Version, "The new version"), ...faults },
  });
  app.openapi(rollback, async (c) => {
    const { layer } = c.req.valid("param");
    const { version, comment, expectedVersion: inBody } = c.req.valid("json");
    const expectedVersion = expected(c.req.valid("header")["if-match"], inBody);
    const stored = await store(services, c.var.principal, {
      ...{ layer, project: c.req.valid("query").project, action: "policy.rollback" },
      next: async (tx, owner) => {
        const old = await findPolicy(tx, owner, version);
        if (old === null) throw new FleetError("resource.not_found", "there is no such version of this policy");
        return {
          // What was valid once may name a tool that is gone.
          document: validDocument(old.document, layer, ""),
          comment: comment || `back to version ${version}`,
          expectedVersion,
        };
      },
    });
    return c.json(stored, 200, { ETag: `"${stored.version}"` });
  });
}

type Next = { document: PolicyDocument; comment: string; expectedVersion: number | undefined };
interface Change {
  readonly layer: StoredLayer;
  readonly project: string | undefined;
  readonly action: "policy.put" | "policy.rollback";
  next(tx: Tx, owner: Awaited<ReturnType<typeof policyOwner>>): Promise<Next>;
}

/** One transaction: the version, its event and signal, and before the commit its record, so that none is in force without one. */
async function store({ database, audit }: Services, principal: Principal, change: Change): Promise<PolicyVersion> {
  const { layer, project, action } = change;
  const work = async (tx: Tx) => {
    await actFor(tx, principal.id);
    const owner = await policyOwner(tx, principal, { layer, project });
    const { document, comment, expectedVersion } = await change.next(tx, owner);
    await lockPolicy(tx, owner);
    const before = await findPolicy(tx, owner);
    const createdBy = `principal:${principal.id}`;
    const stored = await putPolicy(tx, { ...owner, document, comment, createdBy, expectedVersion });
    const changes = diffDocuments(before?.document ?? {}, document);
    const params = {
      ...{ layer, projectId: stored.projectId, version: stored.version, comment },
      basedOn: before?.version ?? null,
      changes: changes.slice(0, CHANGES_RECORDED_MAX),
      changeCount: changes.length,
      documentSha256: createHash("sha256").update(canonicalJson(document)).digest("hex"),
    };
    await audit.append(auditEvent(principal, { action, params }));
    return stored;
  };
  return layer === "fleet" ? database.system(work) : database.tenant(principal.tenantId, work);
}

/** @throws FleetError `request.invalid` when header and body differ */
function expected(ifMatch: string | undefined, inBody: number | undefined): number | undefined {
  const inHeader = ifMatch === undefined ? undefined : Number(ifMatch.replaceAll('"', ""));
  if (inHeader !== undefined && inBody !== undefined && inHeader !== inBody)
    throw new FleetError("request.invalid", "If-Match and expectedVersion name different versions");
  return inHeader ?? inBody;
}
