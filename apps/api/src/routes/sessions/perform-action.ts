import { ActionResult, Approval, PerformAction } from "@deskfleet/contracts";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { IdParam } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";
import { performOnSession } from "../../sessions/perform-on-session.ts";

/** The action waits for a person. `code` is given out here once; an approver who is shown it can send it with the answer. */
export const Asked = z.strictObject({ approval: Approval.meta({ id: "Approval" }), code: z.string() });

const route = createRoute({
  tags: ["sessions"],
  middleware: requireRole("operator"),
  method: "post",
  path: "/v1/sessions/{id}/actions",
  summary: "Perform an action",
  description:
    "One call of one tool (GET /v1/tools). With `observe` the answer has a frame of the quiet screen afterwards; app-state tools answer `result.text` with a picture of the window beside it. `image` is base64.",
  request: { params: IdParam, ...jsonBody(PerformAction) },
  responses: {
    200: json(ActionResult.meta({ id: "ActionResult" }), "Done"),
    202: json(Asked, "A person has to approve it first; nothing was done"),
    ...problems(
      ...(["request.invalid", "request.malformed", "auth.required", "auth.forbidden", "policy.denied"] as const),
      ...([
        "resource.not_found",
        "session.ended",
        "session.paused",
        "session.stopped",
        "session.human_control",
      ] as const),
      ...(["action.rate_limited", "action.failed", "action.timeout", "action.unknown", "desktop.lost"] as const),
      ...(["audit.unavailable", "content.withheld", "worker.unreachable"] as const),
    ),
  },
});

export function performAction(app: App, services: Services): void {
  app.openapi(route, async (c) => {
    const { principal } = c.var;
    const sessionId = c.req.valid("param").id;
    const performed = await performOnSession(services, principal, { sessionId, action: c.req.valid("json") });
    if (performed.outcome === "ask") return c.json({ approval: performed.approval, code: performed.code }, 202);
    return c.json(withImage(performed), 200);
  });
}

/** The frame's bytes as base64 inside the JSON answer. */
export function withImage({
  result,
  image,
}: {
  result: z.infer<typeof ActionResult>;
  image: Buffer | null;
}): z.infer<typeof ActionResult> {
  if (image === null || result.frame === undefined) return result;
  return { ...result, frame: { ...result.frame, image: image.toString("base64") } };
}
