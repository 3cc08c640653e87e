import { FleetError, StoredWorkflow, WorkflowDocument, WorkflowName } from "@deskfleet/contracts";
import { findWorkflow, insertWorkflow, listWorkflows } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { runOnce } from "../../http/idempotent.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json } from "../../http/responses.ts";
import { IdempotencyHeader, PageParams, pageOf } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";
import { readWorkflow } from "./read-workflow.ts";

const Workflow = StoredWorkflow.meta({ id: "Workflow" });
const tags = ["workflows"];
const NameParam = z.strictObject({ name: WorkflowName });
/** Not zod: readWorkflow judges every form the same way, so that YAML and JSON get the same faults. */
const documentSchema = { $ref: "#/components/schemas/WorkflowDocument" };

const create = createRoute({
  tags,
  middleware: requireRole("operator"),
  method: "post",
  path: "/v1/workflows",
  summary: "Store a workflow version",
  description:
    "JSON or YAML. Checked completely: shape, tools and their parameters, expressions, templates, the input schema. A version never changes.",
  request: {
    headers: IdempotencyHeader,
    body: {
      required: true,
      content: { "application/json": { schema: documentSchema }, "application/yaml": { schema: documentSchema } },
    },
  },
  responses: {
    201: json(Workflow, "The stored workflow"),
    ...problems(
      "request.malformed",
      "auth.required",
      "auth.forbidden",
      "resource.conflict",
      "request.unsupported_media",
      "workflow.invalid",
    ),
  },
});

const list = createRoute({
  tags,
  method: "get",
  path: "/v1/workflows",
  summary: "List workflows, newest first",
  request: { query: PageParams.extend({ name: WorkflowName.optional() }) },
  responses: { 200: json(pageOf(Workflow), "One page"), ...problems("request.invalid", "auth.required") },
});

const versions = createRoute({
  tags,
  method: "get",
  path: "/v1/workflows/{name}/versions",
  summary: "List the versions of a workflow, newest first",
  request: { params: NameParam, query: PageParams },
  responses: {
    200: json(pageOf(Workflow), "One page"),
    ...problems("request.invalid", "auth.required", "resource.not_found"),
  },
});

const get = createRoute({
  tags,
  method: "get",
  path: "/v1/workflows/{name}",
  summary: "Read a workflow",
  request: {
    params: NameParam,
    query: z.strictObject({ version: z.coerce.number().int().min(1).max(1_000_000).optional() }),
  },
  responses: {
    200: json(Workflow, "The version asked for, or the newest"),
    ...problems("request.invalid", "auth.required", "resource.not_found"),
  },
});

export function workflowRoutes(app: App, services: Services): void {
  const { database } = services;
  app.openAPIRegistry.register("WorkflowDocument", WorkflowDocument.meta({ description: "A workflow" }));

  app.openapi(create, async (c) => {
    const { principal } = c.var;
    const document = await readWorkflow(c);
    const stored = await runOnce(c, services, document, (tx) =>
      insertWorkflow(tx, { tenantId: principal.tenantId, document, createdBy: principal.id }),
    );
    return c.json(stored, 201);
  });

  app.openapi(list, async (c) => {
    const { name, ...page } = c.req.valid("query");
    const filters = name === undefined ? {} : { name };
    return c.json(await database.tenant(c.var.principal.tenantId, (tx) => listWorkflows(tx, filters, page)), 200);
  });

  app.openapi(versions, async (c) => {
    const { name } = c.req.valid("param");
    const page = await database.tenant(c.var.principal.tenantId, (tx) =>
      listWorkflows(tx, { name }, c.req.valid("query")),
    );
    if (page.items.length === 0 && c.req.valid("query").cursor === undefined) throw noSuchWorkflow();
    return c.json(page, 200);
  });

  app.openapi(get, async (c) => {
    const { name } = c.req.valid("param");
    const { version } = c.req.valid("query");
    const reference = version === undefined ? name : `${name}@${version}`;
    const workflow = await database.tenant(c.var.principal.tenantId, (tx) => findWorkflow(tx, reference));
    if (workflow === null) throw noSuchWorkflow();
    return c.json(workflow, 200);
  });
}

const noSuchWorkflow = () => new FleetError("resource.not_found", "there is no such workflow");
