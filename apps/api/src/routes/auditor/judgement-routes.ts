import {
  AUDITOR_MODES,
  AuditJudgement,
  AuditorReport,
  AuditReportKind,
  AuditVerdictName,
  FleetError,
  Id,
  ReportJudgement,
  Timestamp,
} from "@deskfleet/contracts";
import { auditorReport, findJudgement, listJudgements, reportJudgement } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { auditEvent } from "../../audit-event.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { IdParam, PageParams, pageOf } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";

const Judgement = AuditJudgement.meta({ id: "AuditJudgement" });
const tags = ["auditor"];
const REPORT_DAYS = 7;

const list = createRoute({
  tags,
  method: "get",
  path: "/v1/auditor/judgements",
  summary: "List what the auditor said of actions, newest first",
  description:
    "Without their contexts. Kept for as long as the recordings of the same sessions (`recording.retentionDays`).",
  request: {
    query: PageParams.extend({
      sessionId: Id.optional(),
      verdict: AuditVerdictName.optional(),
      rule: z.string().max(100).optional().meta({ description: "Id of a rule that fired" }),
      mode: z.enum(AUDITOR_MODES).optional(),
      report: AuditReportKind.optional().meta({ description: "As a person reported it later" }),
      overridden: z.enum(["true", "false"]).optional().meta({ description: "Whether a person ran it anyway" }),
    }),
  },
  responses: { 200: json(pageOf(Judgement), "One page"), ...problems("request.invalid", "auth.required") },
});

const get = createRoute({
  tags,
  method: "get",
  path: "/v1/auditor/judgements/{id}",
  summary: "Read a judgement with its context",
  description: "The context is what was judged, masked by gate 8 before it was kept.",
  request: { params: IdParam },
  responses: {
    200: json(Judgement, "The judgement"),
    ...problems("request.invalid", "auth.required", "resource.not_found"),
  },
});

const report = createRoute({
  tags,
  middleware: requireRole("operator"),
  method: "post",
  path: "/v1/auditor/judgements/{id}/report",
  summary: "Say what later turned out about an action",
  description: "`harmful` or `fine`, whatever the verdict was. The last report of a judgement counts.",
  request: { params: IdParam, ...jsonBody(ReportJudgement) },
  responses: {
    200: json(Judgement, "The judgement with the report"),
    ...problems(
      ...(["request.invalid", "request.malformed", "auth.required", "auth.forbidden"] as const),
      ...(["resource.not_found", "audit.unavailable"] as const),
    ),
  },
});

const summary = createRoute({
  tags,
  method: "get",
  path: "/v1/auditor/report",
  summary: "Read what came of the auditor's verdicts",
  description:
    "Of each rule in each mode: how often it fired, decided, was overridden, and was reported as harmful or fine; of each mode, how many actions were judged, and how many passed that were reported as harmful. Calls and tokens of the model by whole hours.",
  request: {
    query: z.strictObject({ since: Timestamp.optional().meta({ description: `Default: ${REPORT_DAYS} days ago` }) }),
  },
  responses: {
    200: json(AuditorReport.meta({ id: "AuditorReport" }), "The report"),
    ...problems("request.invalid", "auth.required"),
  },
});

export function judgementRoutes(app: App, { database, audit }: Services): void {
  app.openapi(list, async (c) => {
    const { limit, cursor, overridden, ...given } = c.req.valid("query");
    const filters = { ...given, isOverridden: overridden && overridden === "true" };
    const page = await database.tenant(c.var.principal.tenantId, (tx) =>
      listJudgements(tx, filters, { limit, cursor }),
    );
    return c.json(page, 200);
  });

  app.openapi(get, async (c) => {
    const { id } = c.req.valid("param");
    const judgement = await database.tenant(c.var.principal.tenantId, (tx) => findJudgement(tx, id));
    if (judgement === null) throw new FleetError("resource.not_found", "there is no such judgement");
    return c.json(judgement, 200);
  });

  app.openapi(report, async (c) => {
    const { principal } = c.var;
    const { id } = c.req.valid("param");
    const { kind, comment } = c.req.valid("json");
    const judgement = await database.tenant(principal.tenantId, async (tx) => {
      const reported = await reportJudgement(tx, { id, kind, comment, by: `principal:${principal.id}` });
      const params = { judgementId: id, sessionId: reported.sessionId, kind };
      await audit.append(auditEvent(principal, { action: "auditor.report", params }));
      return reported;
    });
    return c.json(judgement, 200);
  });

  app.openapi(summary, async (c) => {
    const { since } = c.req.valid("query");
    const from = since === undefined ? Date.now() - REPORT_DAYS * 86_400_000 : Date.parse(since);
    const answer = await database.tenant(c.var.principal.tenantId, (tx) =>
      auditorReport(tx, new Date(from).toISOString()),
    );
    return c.json(answer, 200);
  });
}
