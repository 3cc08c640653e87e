import { CreateProject, FleetError, Project } from "@deskfleet/contracts";
import { findProject, insertProject, listProjects } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import type { App } from "../../app-env.ts";
import { auditEvent } from "../../audit-event.ts";
import { runOnce } from "../../http/idempotent.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { IdempotencyHeader, IdParam, PageParams, pageOf } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";

const ProjectSchema = Project.meta({ id: "Project" });
const tags = ["projects"];

const create = createRoute({
  tags,
  middleware: requireRole("admin"),
  method: "post",
  path: "/v1/projects",
  summary: "Register a project",
  description: "Tasks and sessions that name it get its policy layers `project` and `local`.",
  request: { headers: IdempotencyHeader, ...jsonBody(CreateProject) },
  responses: {
    201: json(ProjectSchema, "The project"),
    ...problems(
      ...(["request.invalid", "request.malformed", "auth.required", "auth.forbidden"] as const),
      ...(["resource.conflict", "idempotency.mismatch", "audit.unavailable"] as const),
    ),
  },
});

const list = createRoute({
  tags,
  method: "get",
  path: "/v1/projects",
  summary: "List projects, newest first",
  request: { query: PageParams },
  responses: { 200: json(pageOf(ProjectSchema), "One page"), ...problems("request.invalid", "auth.required") },
});

const get = createRoute({
  tags,
  method: "get",
  path: "/v1/projects/{id}",
  summary: "Read a project",
  request: { params: IdParam },
  responses: {
    200: json(ProjectSchema, "The project"),
    ...problems("request.invalid", "auth.required", "resource.not_found"),
  },
});

export function projectRoutes(app: App, services: Services): void {
  const { database, audit } = services;

  app.openapi(create, async (c) => {
    const { principal } = c.var;
    const { name } = c.req.valid("json");
    const project = await runOnce(c, services, { name }, async (tx) => {
      const made = await insertProject(tx, { tenantId: principal.tenantId, name, createdBy: principal.id });
      await audit.append(auditEvent(principal, { action: "project.create", params: { projectId: made.id, name } }));
      return made;
    });
    return c.json(project, 201);
  });

  app.openapi(list, async (c) =>
    c.json(await database.tenant(c.var.principal.tenantId, (tx) => listProjects(tx, c.req.valid("query"))), 200),
  );

  app.openapi(get, async (c) => {
    const project = await database.tenant(c.var.principal.tenantId, (tx) => findProject(tx, c.req.valid("param").id));
    if (project === null) throw new FleetError("resource.not_found", "there is no such project");
    return c.json(project, 200);
  });
}
