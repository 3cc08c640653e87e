import { AuditCase, CreateAuditCase } from "@deskfleet/contracts";
import { deleteCase, insertCase, listCases } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { auditEvent } from "../../audit-event.ts";
import { runOnce } from "../../http/idempotent.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { IdempotencyHeader, IdParam, PageParams, pageOf } from "../../http/schemas.ts";
import { streamDownload } from "../../http/stream-download.ts";
import type { Services } from "../../services.ts";
import { readCases } from "./read-cases.ts";

const Case = AuditCase.meta({ id: "AuditCase" });
const tags = ["auditor"];
/** Said to be text: hono's types take every name that ends like this for one JSON value. */
const JSONL = "application/jsonl" as "application/octet-stream";

const create = createRoute({
  tags,
  middleware: requireRole("admin"),
  method: "post",
  path: "/v1/auditor/cases",
  summary: "Make a case of a judgement",
  description:
    "Its context with the verdict that it should get. Every rule pack is tried on all cases before it is in force. A case outlives its judgement.",
  request: { headers: IdempotencyHeader, ...jsonBody(CreateAuditCase) },
  responses: {
    201: json(Case, "The case"),
    ...problems(
      ...(["request.invalid", "request.malformed", "auth.required", "auth.forbidden", "resource.not_found"] as const),
      ...(["resource.conflict", "idempotency.mismatch", "audit.unavailable"] as const),
    ),
  },
});

const list = createRoute({
  tags,
  method: "get",
  path: "/v1/auditor/cases",
  summary: "List the auditor's cases, newest first",
  request: { query: PageParams },
  responses: { 200: json(pageOf(Case), "One page"), ...problems("request.invalid", "auth.required") },
});

const remove = createRoute({
  tags,
  middleware: requireRole("admin"),
  method: "delete",
  path: "/v1/auditor/cases/{id}",
  summary: "Delete a case",
  request: { params: IdParam },
  responses: {
    200: json(Case, "The case as it was"),
    ...problems("request.invalid", "auth.required", "auth.forbidden", "resource.not_found", "audit.unavailable"),
  },
});

const download = createRoute({
  tags,
  method: "get",
  path: "/v1/auditor/cases.jsonl",
  summary: "Export the auditor's cases as JSON lines",
  description: "One case a line, oldest first: what `npm run -s corpus -- cases FILE` reads.",
  responses: {
    200: { description: "The cases", content: { [JSONL]: { schema: z.string() } } },
    ...problems("auth.required"),
  },
});

export function caseRoutes(app: App, services: Services): void {
  const { database, audit } = services;

  app.openapi(create, async (c) => {
    const { principal } = c.var;
    const input = c.req.valid("json");
    const made = await runOnce(c, services, input, async (tx) => {
      const { tenantId } = principal;
      const stored = await insertCase(tx, { ...input, tenantId, createdBy: `principal:${principal.id}` });
      const params = { caseId: stored.id, judgementId: stored.judgementId, expect: stored.expect };
      await audit.append(auditEvent(principal, { action: "auditor.create_case", params }));
      return stored;
    });
    return c.json(made, 201);
  });

  app.openapi(list, async (c) =>
    c.json(await database.tenant(c.var.principal.tenantId, (tx) => listCases(tx, c.req.valid("query"))), 200),
  );

  app.openapi(remove, async (c) => {
    const { principal } = c.var;
    const { id } = c.req.valid("param");
    const gone = await database.tenant(principal.tenantId, async (tx) => {
      const deleted = await deleteCase(tx, id);
      const params = { caseId: id, judgementId: deleted.judgementId, expect: deleted.expect };
      await audit.append(auditEvent(principal, { action: "auditor.delete_case", params }));
      return deleted;
    });
    return c.json(gone, 200);
  });

  app.openapi(download, async (c) => {
    const { tenantId } = c.var.principal;
    c.header("Content-Type", `${JSONL}; charset=utf-8`);
    c.header("Content-Disposition", 'attachment; filename="cases.jsonl"');
    return streamDownload(c, async (out) => {
      for await (const cases of readCases(database, tenantId)) {
        if (out.aborted) return;
        await out.write(cases.map((one) => `${JSON.stringify(one)}\n`).join(""));
      }
    });
  });
}
