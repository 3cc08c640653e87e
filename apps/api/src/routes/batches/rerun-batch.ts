import { type Batch, FleetError, type JsonObject, type Principal } from "@deskfleet/contracts";
import { findBatch, findTaskRecord, findWorkflow, insertBatch, listBatchRows, type Tx } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { runOnce } from "../../http/idempotent.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { IdempotencyHeader, IdParam } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";
import { noSuchBatch } from "./batch-routes.ts";
import { BatchSchema, tags } from "./batch-schema.ts";

const Rerun = z.strictObject({
  reference: z.string().min(1).max(200).meta({ description: "Of the new batch; unique within the tenant" }),
});

const route = createRoute({
  tags,
  middleware: requireRole("operator"),
  method: "post",
  path: "/v1/batches/{id}/rerun",
  summary: "Run the failed rows again",
  description:
    "A new batch of the rows that failed, expired or were cancelled, in their order, with the settings of the first one. What was recorded of the first tries stays as it is.",
  request: { params: IdParam, headers: IdempotencyHeader, ...jsonBody(Rerun) },
  responses: {
    202: json(BatchSchema, "The new batch"),
    ...problems(
      ...(["request.invalid", "auth.required", "auth.forbidden", "resource.not_found"] as const),
      ...(["resource.conflict", "idempotency.mismatch"] as const),
    ),
  },
});
const AGAIN = new Set(["failed", "expired", "cancelled"]);

export function rerunBatch(app: App, services: Services): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid("param");
    const { reference } = c.req.valid("json");
    const input = { id, reference };
    return c.json(await runOnce(c, services, input, (tx) => rerun(tx, c.var.principal, input)), 202);
  });
}

async function rerun(
  tx: Tx,
  principal: Principal,
  { id, reference }: { id: string; reference: string },
): Promise<Batch> {
  const batch = await findBatch(tx, id);
  if (batch === null) throw noSuchBatch();
  const rows: JsonObject[] = [];
  let lastTaskId = "";
  for await (const task of listBatchRows(tx, id)) {
    if (!AGAIN.has(task.state)) continue;
    rows.push(task.inputs);
    lastTaskId = task.id;
  }
  const record = await (rows.length === 0 ? null : findTaskRecord(tx, lastTaskId));
  const workflow = await findWorkflow(tx, batch.workflow);
  if (record === null || workflow === null) throw new FleetError("resource.conflict", "the batch has no failed rows");
  return insertBatch(tx, {
    tenantId: principal.tenantId,
    createdBy: principal.id,
    reference,
    workflow,
    rows,
    concurrency: batch.concurrency,
    priority: record.priority,
    timeoutMs: record.timeoutMs,
    maxAttempts: record.maxAttempts,
  });
}
