import { AuditProof, AuditRecord, AuditResult, Id, Outcome, Timestamp } from "@deskfleet/contracts";
import { type AuditFilters, exportAudit, listAudit, verifyChain, verifyTenant } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { problems } from "../../http/problems.ts";
import { json } from "../../http/responses.ts";
import { PageParams, pageOf } from "../../http/schemas.ts";
import { streamDownload } from "../../http/stream-download.ts";
import type { Services } from "../../services.ts";
import { readingTenant, TenantQuery } from "./reading-tenant.ts";

const Filters = z.strictObject({
  sessionId: Id.optional(),
  taskId: Id.optional(),
  attemptId: Id.optional(),
  action: z.string().max(128).optional().meta({ description: "Tool id, or resource.event" }),
  result: AuditResult.optional(),
  actor: z.string().max(100).optional().meta({ description: "As recorded: `principal:<id>`, `worker:<id>`, `system`" }),
  verdict: Outcome.optional().meta({ description: "What the gates decided together" }),
  from: Timestamp.optional().meta({ description: "Inclusive" }),
  to: Timestamp.optional().meta({ description: "Exclusive" }),
});
const Query = TenantQuery.extend(Filters.shape);
const refusals = problems(
  ...(["request.invalid", "auth.required", "auth.forbidden", "resource.not_found", "audit.unavailable"] as const),
);
const Proof = AuditProof.meta({ id: "AuditProof" });
const tags = ["audit"];
/** Said to be text: hono's types take every name that ends like this for one JSON value. */
const JSONL = "application/jsonl" as "application/octet-stream";

const list = createRoute({
  tags,
  method: "get",
  path: "/v1/audit",
  summary: "List audit records, newest first",
  request: { query: PageParams.extend(Query.shape) },
  responses: {
    200: json(pageOf(AuditRecord.meta({ id: "AuditRecord" })), "One page"),
    ...refusals,
  },
});

const verify = createRoute({
  tags,
  method: "get",
  path: "/v1/audit/verify",
  summary: "Verify the audit chains",
  description:
    "Recomputes every hash. With `chain` (a session's id, or `tenant:<id>`) that chain's proof; without, those of all chains of the tenant.",
  request: { query: TenantQuery.extend({ chain: z.string().max(100).optional() }) },
  responses: {
    200: json(
      z.union([Proof, z.strictObject({ isIntact: z.boolean(), items: z.array(Proof) })]),
      "The proof, or all of them",
    ),
    ...refusals,
  },
});

const download = createRoute({
  tags,
  method: "get",
  path: "/v1/audit/export",
  summary: "Export audit records as JSON lines",
  description:
    "One object a line, oldest first: timestamp, action, redacted params, result, reason, duration, frame reference, and its place in the chain.",
  request: { query: Query },
  responses: {
    200: { description: "The records", content: { [JSONL]: { schema: z.string() } } },
    ...refusals,
  },
});

export function auditRoutes(app: App, services: Services): void {
  const { database, config } = services;

  app.openapi(list, async (c) => {
    const { limit, cursor, tenantId: asked, ...filters } = c.req.valid("query");
    const tenantId = await readingTenant(services, c.var.principal, asked, { read: "list", ...filters });
    return c.json(await database.tenant(tenantId, (tx) => listAudit(tx, filters, { limit, cursor })), 200);
  });

  app.openapi(verify, async (c) => {
    const { chain, tenantId: asked } = c.req.valid("query");
    const tenantId = await readingTenant(services, c.var.principal, asked, { read: "verify", chain });
    if (chain !== undefined)
      return c.json(await database.tenant(tenantId, (tx) => verifyChain(tx, chain, config.secret)), 200);
    const items = await database.tenant(tenantId, (tx) => verifyTenant(tx, tenantId, config.secret));
    return c.json({ isIntact: items.every(({ isIntact }) => isIntact), items }, 200);
  });

  app.openapi(download, async (c) => {
    const { tenantId: asked, ...filters } = c.req.valid("query");
    const tenantId = await readingTenant(services, c.var.principal, asked, { read: "export", ...filters });
    c.header("Content-Type", `${JSONL}; charset=utf-8`);
    c.header("Content-Disposition", 'attachment; filename="audit.jsonl"');
    return streamDownload(c, async (out) => {
      for (let afterId: string | null = null; !out.aborted; ) {
        const records = await readPortion(services, tenantId, filters, afterId);
        await out.write(records.map((record) => `${JSON.stringify(exported(record))}\n`).join(""));
        if (records.length < PORTION) return;
        afterId = records.at(-1)?.id ?? null;
      }
    });
  });
}

/** Records per transaction: a slow download must not hold a connection of the pool. */
const PORTION = 1_000;

async function readPortion(
  { database }: Services,
  tenantId: string,
  filters: AuditFilters,
  afterId: string | null,
): Promise<AuditRecord[]> {
  return database.tenant(tenantId, async (tx) => {
    const records: AuditRecord[] = [];
    for await (const record of exportAudit(tx, filters, { afterId, portion: PORTION })) {
      records.push(record);
      if (records.length === PORTION) break;
    }
    return records;
  });
}

/** The same record under the names that reviewers expect of a log. */
function exported({ at, durationMs, frame, ...record }: AuditRecord): Record<string, unknown> {
  return { timestamp: at, ...record, duration: durationMs, frame };
}
