import { FindElements, FoundElements } from "@deskfleet/contracts";
import { createRoute } from "@hono/zod-openapi";
import type { App } from "../../app-env.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { IdParam } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";
import { locateSession } from "../../sessions/locate-session.ts";
import { Asked } from "./perform-action.ts";

const route = createRoute({
  tags: ["sessions"],
  middleware: requireRole("operator"),
  method: "post",
  path: "/v1/sessions/{id}/elements/find",
  summary: "Find elements",
  description:
    "What a locator or an anchor finds, without acting and without starting anything. Waits up to `timeoutMs` while nothing matches, then answers with what comes nearest. Needs what get_app_state needs; numbers of an earlier state stay as they are.",
  request: { params: IdParam, ...jsonBody(FindElements) },
  responses: {
    200: json(FoundElements.meta({ id: "FoundElements" }), "What there is"),
    202: json(Asked, "A person has to approve it first; nothing was looked at"),
    ...problems(
      ...(["request.invalid", "request.malformed", "auth.required", "auth.forbidden", "policy.denied"] as const),
      ...(["resource.not_found", "session.ended", "session.paused", "session.stopped"] as const),
      ...(["action.failed", "action.timeout", "desktop.lost", "audit.unavailable", "worker.unreachable"] as const),
    ),
  },
});

export function findElements(app: App, services: Services): void {
  app.openapi(route, async (c) => {
    const { principal } = c.var;
    const sessionId = c.req.valid("param").id;
    const { worker } = await locateSession(services, principal, sessionId);
    // Nobody waits for the answer of a caller that has gone.
    const { signal } = c.req.raw;
    const finding = await services.workers.find(worker, principal, { sessionId, request: c.req.valid("json"), signal });
    if (finding.outcome === "ask") return c.json({ approval: finding.approval, code: finding.code }, 202);
    return c.json(finding.found, 200);
  });
}
