import { BatchCheck, CheckBatch, FleetError } from "@deskfleet/contracts";
import { findWorkflow } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import type { App } from "../../app-env.ts";
import { parseCsv } from "../../csv/parse-csv.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json, jsonBody } from "../../http/responses.ts";
import type { Services } from "../../services.ts";
import { tags } from "./batch-schema.ts";
import { judgeRows } from "./check-rows.ts";

/** Rows that the answer lists; all are checked. */
const ITEMS_MAX = 1_000;

const route = createRoute({
  tags,
  middleware: requireRole("operator"),
  method: "post",
  path: "/v1/batches/check",
  summary: "Check the rows of a batch without starting it",
  description: `Every row against the workflow's inputs, as submitting would. The first ${ITEMS_MAX.toLocaleString("en")} rows are listed, each with its faults.`,
  request: jsonBody(CheckBatch),
  responses: {
    200: json(BatchCheck.meta({ id: "BatchCheck" }), "What the batch would be"),
    ...problems(
      ...(["request.invalid", "request.malformed", "auth.required", "auth.forbidden"] as const),
      ...(["request.too_large", "batch.csv_invalid"] as const),
    ),
  },
});

export function checkBatch(app: App, { database }: Services): void {
  app.openapi(route, async (c) => {
    const { workflow: reference, csv } = c.req.valid("json");
    const workflow = await database.tenant(c.var.principal.tenantId, (tx) => findWorkflow(tx, reference));
    if (workflow === null)
      throw new FleetError("request.invalid", "The batch has faults; each says where", {
        faults: [{ path: "/workflow", message: "there is no such workflow or version" }],
      });
    const { columns, rows, lines } = await parseCsv(csv);
    const judged = await judgeRows(workflow, { rows, lines });
    const faulty = judged.filter(({ faults }) => faults.length > 0);
    const answer = {
      workflow: `${workflow.name}@${workflow.version}`,
      rows: judged.length,
      faultyRows: faulty.length,
      faultCount: faulty.reduce((total, { faults }) => total + faults.length, 0),
      columns: [...columns],
      items: judged.slice(0, ITEMS_MAX).map(({ row: values, faults }, index) => {
        return { row: index + 1, line: lines[index] ?? 0, values, faults: [...faults] };
      }),
    };
    return c.json(answer, 200);
  });
}
