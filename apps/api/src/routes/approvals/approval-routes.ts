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
import { findApproval, listApprovals, newConfirmationCode, replaceCode, toApproval } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { auditEvent } from "../../audit-event.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { IdParam, PageParams, pageOf } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";
import { answerAndExecute, digestCode } from "./answer-and-execute.ts";
import { executeAgain } from "./execute-again.ts";

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
      tool: z.string().max(128).optional(),
      requestedBy: Id.optional().meta({ description: "Id of the principal" }),
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
    "One answer counts. A yes executes exactly the frozen action, once: a task whose program asked (`isTaskStep`) goes on by itself; any other action is executed here, in a task's session too, and `result` or `problem` says how it went. `session` and `always` also give the `offers`. Where `isCodeRequired`, a yes needs the code that the requester was shown; the fifth wrong code ends the approval.",
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

const code = createRoute({
  tags,
  middleware: requireRole("operator"),
  method: "post",
  path: "/v1/approvals/{id}/code",
  summary: "Show the requester another confirmation code",
  description:
    "For whoever asked, while nobody has answered: the creator of a task whose program asked, or a caller that lost the first one. The code before is worth nothing from then on; wrong ones stay counted. Takes no Idempotency-Key: the answer would have to be stored.",
  request: { params: IdParam },
  responses: {
    200: json(z.strictObject({ code: z.string() }), "The code, which is kept nowhere"),
    ...problems(
      ...(["request.invalid", "auth.required", "auth.forbidden", "resource.not_found"] as const),
      ...(["approval.expired", "approval.used", "audit.unavailable"] as const),
    ),
  },
});

export function approvalRoutes(app: App, services: Services): void {
  const { database, audit } = services;

  app.openapi(list, async (c) => {
    const { limit, cursor, requestedBy, ...given } = c.req.valid("query");
    const filters = { ...given, requestedBy: requestedBy && `principal:${requestedBy}` };
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
    const { answered, executed } = await answerAndExecute(services, principal, { id, answer, note, code });
    const { result, error } = executed;
    const problem = error === null ? null : toProblem(error, c.var.requestId);
    return c.json({ approval: toApproval(answered), result, problem }, 200);
  });

  app.openapi(code, async (c) => {
    const { principal } = c.var;
    const { id } = c.req.valid("param");
    const made = newConfirmationCode();
    await database.tenant(principal.tenantId, async (tx) => {
      const requestedBy = `principal:${principal.id}`;
      await replaceCode(tx, { id, requestedBy, codeSha256: digestCode(made) });
      await audit.append(auditEvent(principal, { action: "approval.code", params: { approvalId: id } }));
    });
    return c.json({ code: made }, 200);
  });

  executeAgain(app, services);
}
