import { CreateSession, FleetError, Id, Session, SessionState } from "@deskfleet/contracts";
import { listSessions, toSession } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { runOnce } from "../../http/idempotent.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { IdempotencyHeader, IdParam, PageParams, pageOf } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";
import { readSession } from "../../sessions/locate-session.ts";
import { insertRequested, startSession } from "../../sessions/start-session.ts";

export const SessionSchema = Session.meta({ id: "Session" });
const tags = ["sessions"];

const create = createRoute({
  tags,
  middleware: requireRole("operator"),
  method: "post",
  path: "/v1/sessions",
  summary: "Start an interactive session",
  description: "Answers when its desktop is ready: at once from the warm pool, after some seconds from cold.",
  request: { headers: IdempotencyHeader, ...jsonBody(CreateSession) },
  responses: {
    201: json(SessionSchema, "The session, active"),
    ...problems(
      ...(["request.invalid", "request.malformed", "auth.required", "auth.forbidden", "idempotency.mismatch"] as const),
      ...([
        "capacity.exhausted",
        "desktop.unavailable",
        "desktop.isolation_unavailable",
        "worker.unreachable",
      ] as const),
    ),
  },
});

const list = createRoute({
  tags,
  method: "get",
  path: "/v1/sessions",
  summary: "List sessions, newest first",
  request: {
    query: PageParams.extend({
      state: SessionState.optional(),
      taskId: Id.optional(),
      live: z.enum(["true"]).optional().meta({ description: "Only those that have not ended" }),
    }),
  },
  responses: { 200: json(pageOf(SessionSchema), "One page"), ...problems("request.invalid", "auth.required") },
});

const get = createRoute({
  tags,
  method: "get",
  path: "/v1/sessions/{id}",
  summary: "Read a session",
  request: { params: IdParam },
  responses: {
    200: json(SessionSchema, "The session"),
    ...problems("request.invalid", "auth.required", "resource.not_found"),
  },
});

export function sessionRoutes(app: App, services: Services): void {
  const { database } = services;

  app.openapi(create, async (c) => {
    const { principal } = c.var;
    const request = c.req.valid("json");
    let isNew = false;
    const { id } = await runOnce(c, services, request, async (tx) => {
      isNew = true;
      return insertRequested(tx, principal, request);
    });
    if (isNew) await startSession(services, principal, { sessionId: id, request });
    const session = await readSession(services, principal, id);
    if (!isNew && session.state === "ended" && session.workerId === null)
      throw new FleetError("desktop.unavailable", "The first request with this key started no desktop; use a new key");
    return c.json(toSession(session), 201);
  });

  app.openapi(list, async (c) => {
    const { limit, cursor, live, ...filters } = c.req.valid("query");
    const page = await database.tenant(c.var.principal.tenantId, (tx) =>
      listSessions(tx, { ...filters, isLive: live === "true" }, { limit, cursor }),
    );
    return c.json({ ...page, items: page.items.map(toSession) }, 200);
  });

  app.openapi(get, async (c) =>
    c.json(toSession(await readSession(services, c.var.principal, c.req.valid("param").id)), 200),
  );
}
