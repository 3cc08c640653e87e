import { createHash } from "node:crypto";
import {
  ActionResult,
  AnswerApproval,
  APPROVAL_STATES,
  Approval,
  FleetError,
  Id,
  Problem,
  toProblem,
} from "@deskfleet/contracts";
import { mergePolicies } from "@deskfleet/gates";
import { answerApproval, findApproval, listApprovals, toApproval } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { auditEvent } from "../../audit-event.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { IdParam, PageParams, pageOf } from "../../http/schemas.ts";
import { policyLayers } from "../../policy-layers.ts";
import type { Services } from "../../services.ts";
import { executeApproved } from "./execute-approved.ts";

const ApprovalSchema = Approval.meta({ id: "Approval" });
const tags = ["approvals"];

const list = createRoute({
  tags,
  method: "get",
  path: "/v1/approvals",
  summary: "List approvals, newest first",
  request: {
    query: PageParams.extend({
      state: z.enum(APPROVAL_STATES).optional(),
      sessionId: Id.optional(),
      taskId: Id.optional(),
    }),
  },
  responses: { 200: json(pageOf(ApprovalSchema), "One page"), ...problems("request.invalid", "auth.required") },
});

const get = createRoute({
  tags,
  method: "get",
  path: "/v1/approvals/{id}",
  summary: "Read an approval",
  request: { params: IdParam },
  responses: {
    200: json(ApprovalSchema, "The approval"),
    ...problems("request.invalid", "auth.required", "resource.not_found"),
  },
});

const answer = createRoute({
  tags,
  middleware: requireRole("approver"),
  method: "post",
  path: "/v1/approvals/{id}/answer",
  summary: "Answer an approval",
  description:
    "One answer counts. A yes executes exactly the frozen action, once: a task whose program asked (`isTaskStep`) goes on by itself; any other action is executed here, in a task's session too, and `result` or `problem` says how it went.",
  request: { params: IdParam, ...jsonBody(AnswerApproval) },
  responses: {
    200: json(
      z.strictObject({
        approval: ApprovalSchema,
        result: ActionResult.meta({ id: "ActionResult" }).nullable(),
        problem: Problem.meta({ id: "Problem" }).nullable(),
      }),
      "The answer counts",
    ),
    ...problems(
      ...(["request.invalid", "auth.required", "auth.forbidden", "resource.not_found"] as const),
      ...(["approval.expired", "approval.used", "audit.unavailable", "policy.invalid"] as const),
    ),
  },
});

export function approvalRoutes(app: App, services: Services): void {
  const { database, audit } = services;

  app.openapi(list, async (c) => {
    const { limit, cursor, ...filters } = c.req.valid("query");
    const page = await database.tenant(c.var.principal.tenantId, (tx) => listApprovals(tx, filters, { limit, cursor }));
    return c.json({ ...page, items: page.items.map(toApproval) }, 200);
  });

  app.openapi(get, async (c) => {
    const { id } = c.req.valid("param");
    const approval = await database.tenant(c.var.principal.tenantId, (tx) => findApproval(tx, id));
    if (approval === null) throw new FleetError("resource.not_found", "there is no such approval");
    return c.json(toApproval(approval), 200);
  });

  app.openapi(answer, async (c) => {
    const { principal } = c.var;
    const { id } = c.req.valid("param");
    const { answer, code, note } = c.req.valid("json");
    const policy = mergePolicies(await policyLayers(services, principal.tenantId));
    const answered = await database.tenant(principal.tenantId, async (tx) => {
      const record = await answerApproval(tx, {
        id,
        answer,
        note,
        answeredBy: `principal:${principal.id}`,
        fourEyes: policy.fourEyes.value,
        ...(code === undefined ? {} : { codeSha256: createHash("sha256").update(code).digest("hex") }),
      });
      // Before the commit: an answer that the audit store does not have is no answer.
      await audit.append(auditEvent(principal, { action: "approval.answer", params: { approvalId: id, answer } }));
      return record;
    });
    const { result, error } = await executeApproved(services, principal, answered);
    const problem = error === null ? null : toProblem(error, c.var.requestId);
    return c.json({ approval: toApproval(answered), result, problem }, 200);
  });
}
