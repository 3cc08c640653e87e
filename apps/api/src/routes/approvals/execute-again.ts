import { ActionResult, FleetError } from "@deskfleet/contracts";
import { expiredError, findApproval } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { problems } from "../../http/problems.ts";
import { hasRole, requireRole } from "../../http/require-role.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { IdParam } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";
import { executeApproved } from "./execute-approved.ts";

const route = createRoute({
  tags: ["approvals"],
  middleware: requireRole("operator"),
  method: "post",
  path: "/v1/approvals/{id}/execute",
  summary: "Execute an approved action that could not be executed when it was answered",
  description:
    "For whoever asked, and for approvers: after an answer whose `problem` was one that passes (too fast, paused, a person in control, the worker did not answer). Executes exactly the frozen action, once, and takes no parameters of its own.",
  request: { params: IdParam, ...jsonBody(z.strictObject({})) },
  responses: {
    200: json(ActionResult.meta({ id: "ActionResult" }), "Done"),
    ...problems(
      ...(["request.invalid", "request.malformed", "auth.required", "auth.forbidden", "policy.denied"] as const),
      ...(["resource.not_found", "resource.conflict", "approval.expired", "approval.used"] as const),
      ...(["approval.target_changed", "session.ended", "session.paused", "session.stopped"] as const),
      ...(["session.human_control", "action.rate_limited", "action.failed", "action.timeout"] as const),
      ...(["action.unknown", "desktop.lost", "audit.unavailable", "content.withheld", "worker.unreachable"] as const),
    ),
  },
});

export function executeAgain(app: App, services: Services): void {
  app.openapi(route, async (c) => {
    const { principal } = c.var;
    const { id } = c.req.valid("param");
    const approval = await services.database.tenant(principal.tenantId, (tx) => findApproval(tx, id));
    if (approval === null) throw new FleetError("resource.not_found", "there is no such approval");
    const isRequester = approval.requestedBy === `principal:${principal.id}`;
    if (!isRequester && !hasRole(principal, "approver"))
      throw new FleetError("auth.forbidden", "Another principal's approvals are for approvers to execute");
    refuseUnlessWaiting(approval);
    const { result, error } = await executeApproved(services, principal, approval);
    if (result === null) throw error;
    return c.json(result, 200);
  });
}

/** The worker decides, of course; this is so that the caller hears it also when the worker is gone. */
function refuseUnlessWaiting({ state, isTaskStep, expiredBecause }: Parameters<typeof executeApproved>[2]): void {
  if (state === "executed") throw new FleetError("approval.used", "the approved action was executed already");
  if (state === "expired") throw expiredError(expiredBecause);
  if (state !== "approved") throw new FleetError("resource.conflict", `the approval is ${state}`);
  if (isTaskStep) throw new FleetError("resource.conflict", "the task that asked goes on by itself");
}
