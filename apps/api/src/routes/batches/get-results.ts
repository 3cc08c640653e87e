import { type Batch, FINAL_TASK_STATES, FleetError, type Principal, type Task } from "@deskfleet/contracts";
import { findBatch, findWorkflow, listBatchRows } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { csvLine } from "../../csv/write-csv.ts";
import { problems } from "../../http/problems.ts";
import { IdParam } from "../../http/schemas.ts";
import { streamDownload } from "../../http/stream-download.ts";
import type { Services } from "../../services.ts";
import { noSuchBatch } from "./batch-routes.ts";
import { tags } from "./batch-schema.ts";

const route = createRoute({
  tags,
  method: "get",
  path: "/v1/batches/{id}/results.csv",
  summary: "Download the results",
  description:
    "Every row of the batch, whatever became of it: number, task, state, outcome, reason, attempts, times, then its inputs as `input.<name>` and its results as `output.<name>`. Text that a spreadsheet would run as a formula starts with an apostrophe.",
  request: { params: IdParam },
  responses: {
    200: { description: "The CSV", content: { "text/csv": { schema: z.string() } } },
    ...problems("request.invalid", "auth.required", "resource.not_found"),
  },
});

const FACTS = ["row", "task_id", "state", "outcome", "reason", "attempts", "started_at", "ended_at"] as const;
/** Rows per transaction: a slow download must not hold a connection of the pool. */
const PORTION = 500;

export function getResults(app: App, services: Services): void {
  app.openapi(route, async (c) => {
    const { principal } = c.var;
    const { id } = c.req.valid("param");
    const { batch, columns } = await readColumns(services, principal, id);
    c.header("Content-Type", "text/csv; charset=utf-8");
    c.header("Content-Disposition", `attachment; filename="results-${id}.csv"`);
    return streamDownload(c, async (out) => {
      await out.write(
        csvLine([...FACTS, ...columns.inputs.map((n) => `input.${n}`), ...columns.outputs.map((n) => `output.${n}`)]),
      );
      for (let afterRow = 0; afterRow < batch.rows && !out.aborted; ) {
        const tasks = await readPortion(services, principal, id, afterRow);
        await out.write(tasks.map((task) => resultLine(task, columns)).join(""));
        afterRow = tasks.at(-1)?.row ?? batch.rows;
      }
    });
  });
}

interface Columns {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** The header has to be known before the first row: the workflow's own columns first, then whatever else a row has. */
async function readColumns(
  services: Services,
  principal: Principal,
  id: string,
): Promise<{ batch: Batch; columns: Columns }> {
  const { batch, workflow } = await services.database.tenant(principal.tenantId, async (tx) => {
    const batch = await findBatch(tx, id);
    if (batch === null) throw noSuchBatch();
    return { batch, workflow: await findWorkflow(tx, batch.workflow) };
  });
  if (workflow === null) throw new FleetError("internal", "the batch's workflow is missing");
  const inputs = new Set(Object.keys((workflow.inputs.properties as object | undefined) ?? {}));
  const outputs = new Set(Object.keys(workflow.output));
  for (let afterRow = 0; afterRow < batch.rows; ) {
    const tasks = await readPortion(services, principal, id, afterRow);
    for (const task of tasks) {
      for (const name of Object.keys(task.inputs)) inputs.add(name);
      for (const name of Object.keys(task.output ?? {})) outputs.add(name);
    }
    afterRow = tasks.at(-1)?.row ?? batch.rows;
  }
  return { batch, columns: { inputs: [...inputs], outputs: [...outputs] } };
}

async function readPortion(services: Services, principal: Principal, id: string, afterRow: number): Promise<Task[]> {
  return services.database.tenant(principal.tenantId, async (tx) => {
    const tasks: Task[] = [];
    for await (const task of listBatchRows(tx, id, { afterRow, portion: PORTION })) {
      tasks.push(task);
      if (tasks.length === PORTION) break;
    }
    return tasks;
  });
}

function resultLine(task: Task, { inputs, outputs }: Columns): string {
  const isFinal = (FINAL_TASK_STATES as readonly string[]).includes(task.state);
  const own = (values: Record<string, unknown> | null, name: string) =>
    values !== null && Object.hasOwn(values, name) ? values[name] : null;
  return csvLine([
    ...[task.row, task.id, task.state, task.outcome, isFinal ? task.reason : task.waitingFor, task.attempts.length],
    ...[task.startedAt, task.endedAt],
    ...inputs.map((name) => own(task.inputs, name)),
    ...outputs.map((name) => own(task.output, name)),
  ]);
}
