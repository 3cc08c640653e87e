import { CreateBatch, durationMs, FleetError } from "@deskfleet/contracts";
import { findWorkflow, insertBatch } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import type { App } from "../../app-env.ts";
import { runOnce } from "../../http/idempotent.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json } from "../../http/responses.ts";
import { IdempotencyHeader } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";
import { projectIdOf } from "../../sessions/project-id.ts";
import { BatchSchema, tags } from "./batch-schema.ts";
import { checkRows } from "./check-rows.ts";
import { CsvQuery, readBatch } from "./read-batch.ts";

const route = createRoute({
  tags,
  middleware: requireRole("operator"),
  method: "post",
  path: "/v1/batches",
  summary: "Submit a batch",
  description:
    "A workflow over many rows: JSON with `rows` or `csv`, or a text/csv body with the rest as query parameters. All rows are checked against the workflow's inputs first; if one has a fault, none is stored.",
  request: {
    headers: IdempotencyHeader,
    query: CsvQuery,
    body: {
      required: true,
      content: {
        // Not zod here: readBatch judges both forms, because only one of them has a body that zod can read.
        "application/json": { schema: { $ref: "#/components/schemas/CreateBatch" } },
        "text/csv": {
          schema: { type: "string" as const, description: "RFC 4180, header line, UTF-8, a BOM is accepted" },
        },
      },
    },
  },
  responses: {
    202: json(BatchSchema, "The batch; its rows are queued"),
    ...problems(
      ...(["request.invalid", "request.malformed", "auth.required", "auth.forbidden", "resource.conflict"] as const),
      ...(["idempotency.mismatch", "request.too_large", "request.unsupported_media"] as const),
      ...(["batch.csv_invalid", "batch.rows_invalid"] as const),
    ),
  },
});

export function createBatch(app: App, services: Services): void {
  app.openAPIRegistry.register("CreateBatch", CreateBatch.meta({ description: "A batch with its rows" }));
  app.openapi(route, async (c) => {
    const { tenantId, id: createdBy } = c.var.principal;
    const request = await readBatch(c, c.req.valid("query"));
    const { timeout, workflow: reference, project, ...settings } = request.settings;
    const workflow = await services.database.tenant(tenantId, (tx) => findWorkflow(tx, reference));
    if (workflow === null)
      throw new FleetError("request.invalid", "The batch has faults; each says where", {
        faults: [{ path: "/workflow", message: "there is no such workflow or version" }],
      });
    const rows = await checkRows(workflow, request);
    const batch = await runOnce(c, services, request, async (tx) => {
      const projectId = await projectIdOf(tx, project);
      const timeoutMs = durationMs(timeout);
      return insertBatch(tx, { ...settings, tenantId, createdBy, projectId, workflow, rows, timeoutMs });
    });
    return c.json(batch, 202);
  });
}
