import { AttemptOutcome, CreateTask, FleetError, Id, Task, TaskState } from "@deskfleet/contracts";
import { cancelTask, findTask, findTaskRequest, listTasks } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { runOnce } from "../../http/idempotent.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { IdempotencyHeader, IdParam, PageParams, pageOf } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";
import { requireAllowedUrl } from "../webhooks/webhook-routes.ts";
import { submitTask } from "./submit-task.ts";

const TaskSchema = Task.meta({ id: "Task" });
const tags = ["tasks"];

const create = createRoute({
  tags,
  middleware: requireRole("operator"),
  method: "post",
  path: "/v1/tasks",
  summary: "Submit a task",
  description:
    "A stored workflow with inputs, or inline steps. Answers as soon as the task is stored; follow it at its address or by events.",
  request: { headers: IdempotencyHeader, ...jsonBody(CreateTask) },
  responses: {
    202: json(TaskSchema, "The task is queued"),
    ...problems(
      "request.invalid",
      "request.malformed",
      "auth.required",
      "auth.forbidden",
      "idempotency.mismatch",
      "request.too_large",
      "request.unsupported_media",
      "workflow.invalid",
    ),
  },
});

const list = createRoute({
  tags,
  method: "get",
  path: "/v1/tasks",
  summary: "List tasks, newest first",
  request: {
    query: PageParams.extend({
      state: TaskState.optional(),
      outcome: AttemptOutcome.optional().meta({ description: "How it ended; what expired has none" }),
      batchId: Id.optional(),
      reference: z.string().max(200).optional(),
      workflow: z.string().max(80).optional().meta({ description: "name@version" }),
    }),
  },
  responses: { 200: json(pageOf(TaskSchema), "One page"), ...problems("request.invalid", "auth.required") },
});

const get = createRoute({
  tags,
  method: "get",
  path: "/v1/tasks/{id}",
  summary: "Read a task with its attempts",
  request: { params: IdParam },
  responses: {
    200: json(TaskSchema, "The task"),
    ...problems("request.invalid", "auth.required", "resource.not_found"),
  },
});

const getRequest = createRoute({
  tags,
  middleware: requireRole("operator"),
  method: "get",
  path: "/v1/tasks/{id}/request",
  summary: "Read what a task was asked for with",
  description:
    "To be changed and sent again, as the body of `POST /v1/tasks`. The workflow has the version that ran; of a batch's row it is that row alone; a start time is there until the first try.",
  request: { params: IdParam },
  responses: {
    200: json(CreateTask, "As the body of a new task"),
    ...problems("request.invalid", "auth.required", "auth.forbidden", "resource.not_found"),
  },
});

const cancel = createRoute({
  tags,
  middleware: requireRole("operator"),
  method: "post",
  path: "/v1/tasks/{id}/cancel",
  summary: "Cancel a task",
  description:
    "A queued task ends at once, a running one as soon as its worker heard of it. Repeating it changes nothing.",
  request: { params: IdParam },
  responses: {
    200: json(TaskSchema, "The task, cancelled or about to be"),
    ...problems("request.invalid", "auth.required", "auth.forbidden", "resource.not_found", "resource.conflict"),
  },
});

export function taskRoutes(app: App, services: Services): void {
  const { database } = services;

  app.openapi(create, async (c) => {
    const input = c.req.valid("json");
    if (input.webhook !== undefined) requireAllowedUrl("/webhook", input.webhook, services.config.allowPrivateWebhooks);
    return c.json(await runOnce(c, services, input, (tx) => submitTask(tx, c.var.principal, input)), 202);
  });

  app.openapi(list, async (c) => {
    const { limit, cursor, ...filters } = c.req.valid("query");
    const page = { limit, cursor };
    return c.json(await database.tenant(c.var.principal.tenantId, (tx) => listTasks(tx, filters, page)), 200);
  });

  app.openapi(get, async (c) => {
    const { id } = c.req.valid("param");
    const task = await database.tenant(c.var.principal.tenantId, (tx) => findTask(tx, id));
    if (task === null) throw noSuchTask();
    return c.json(task, 200);
  });

  app.openapi(getRequest, async (c) => {
    const { id } = c.req.valid("param");
    const request = await database.tenant(c.var.principal.tenantId, (tx) => findTaskRequest(tx, id));
    if (request === null) throw noSuchTask();
    return c.json(request, 200);
  });

  app.openapi(cancel, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await database.tenant(c.var.principal.tenantId, (tx) => cancelTask(tx, id)), 200);
  });
}

const noSuchTask = () => new FleetError("resource.not_found", "there is no such task");
