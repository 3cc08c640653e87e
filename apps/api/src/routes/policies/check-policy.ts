import { PolicyCheck, PolicyDocument, toFaults } from "@deskfleet/contracts";
import { validatePolicy } from "@deskfleet/gates";
import { findPolicy } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import type { App } from "../../app-env.ts";
import { problems } from "../../http/problems.ts";
import { readYaml } from "../../http/read-yaml.ts";
import { json } from "../../http/responses.ts";
import type { Services } from "../../services.ts";
import { diffDocuments } from "./diff-documents.ts";
import { LayerParam, mayWriteLayer, ProjectQuery, policyOwner } from "./policy-owner.ts";

const FAULTS_MAX = 100;

/** What storing a policy would say, without storing it. */
export function checkPolicy(app: App, services: Services): void {
  const route = createRoute({
    tags: ["policies"],
    middleware: mayWriteLayer(services),
    method: "post",
    path: "/v1/policies/{layer}/check",
    summary: "Check a policy without storing it",
    description:
      "The document as YAML, which JSON is too. Every fault, the examples of its rules among them, and where it differs from the version in force.",
    request: {
      params: LayerParam,
      query: ProjectQuery,
      // Not zod: a document with faults is what is asked about.
      body: {
        required: true,
        content: { "application/yaml": { schema: { $ref: "#/components/schemas/PolicyDocument" } } },
      },
    },
    responses: {
      200: json(PolicyCheck.meta({ id: "PolicyCheck" }), "Its faults, or its changes"),
      ...problems(
        ...(["request.invalid", "request.malformed", "request.unsupported_media"] as const),
        ...(["auth.required", "auth.forbidden", "resource.not_found"] as const),
      ),
    },
  });
  app.openapi(route, async (c) => {
    const { layer } = c.req.valid("param");
    const { principal } = c.var;
    const inForce = await services.database.tenant(principal.tenantId, async (tx) =>
      findPolicy(tx, await policyOwner(tx, principal, { layer, project: c.req.valid("query").project })),
    );
    const basedOn = inForce?.version ?? null;
    const read = await readYaml(c);
    if (read.faults.length > 0) return c.json({ faults: [...read.faults], changes: [], basedOn }, 200);
    const parsed = PolicyDocument.safeParse(read.document);
    const faults = parsed.success ? validatePolicy(parsed.data, layer) : toFaults(parsed.error);
    if (faults.length > 0) return c.json({ faults: faults.slice(0, FAULTS_MAX), changes: [], basedOn }, 200);
    return c.json({ faults: [], changes: diffDocuments(inForce?.document ?? {}, parsed.data), basedOn }, 200);
  });
}
