import { ClipboardText } from "@deskfleet/contracts";
import { createRoute } from "@hono/zod-openapi";
import type { App } from "../../app-env.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json } from "../../http/responses.ts";
import { IdParam } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";
import { locateSession } from "../../sessions/locate-session.ts";

const route = createRoute({
  tags: ["sessions"],
  middleware: requireRole("operator"),
  method: "post",
  path: "/v1/sessions/{id}/clipboard/read",
  summary: "Read what was copied on the desktop",
  description:
    "For the person who has control of the session at that moment, where policy says `view.clipboard: both`. At most 100,000 bytes, secrets masked; recorded by length and kinds, never the text. Nothing changes on the desktop.",
  request: { params: IdParam },
  responses: {
    200: json(ClipboardText.meta({ id: "ClipboardText" }), "The text; empty: nothing was copied, or it is no text"),
    ...problems(
      ...(["request.invalid", "auth.required", "auth.forbidden", "policy.denied", "resource.not_found"] as const),
      ...(["resource.conflict", "session.human_control", "session.ended", "action.failed", "action.timeout"] as const),
      ...(["desktop.lost", "audit.unavailable", "worker.unreachable"] as const),
    ),
  },
});

export function readClipboard(app: App, services: Services): void {
  app.openapi(route, async (c) => {
    const { principal } = c.var;
    const { id } = c.req.valid("param");
    const { worker } = await locateSession(services, principal, id);
    return c.json(await services.workers.readClipboard(worker, principal, id), 200);
  });
}
