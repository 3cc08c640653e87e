import { BATCH_STATES, FleetError, Task } from "@deskfleet/contracts";
import { cancelBatch, findBatch, listBatches, listBatchRows, pauseBatch, resumeBatch } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json } from "../../http/responses.ts";
import { IdParam, PageParams, pageOf } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";
import { BatchSchema, tags } from "./batch-schema.ts";
import { checkBatch } from "./check-batch.ts";

const list = createRoute({
  tags,
  method: "get",
  path: "/v1/batches",
  summary: "List batches, newest first",
  request: { query: PageParams.extend({ state: z.enum(BATCH_STATES).optional() }) },
  responses: { 200: json(pageOf(BatchSchema), "One page"), ...problems("request.invalid", "auth.required") },
});

const get = createRoute({
  tags,
  method: "get",
  path: "/v1/batches/{id}",
  summary: "Read a batch with its rows counted by state",
  request: { params: IdParam },
  responses: {
    200: json(BatchSchema, "The batch"),
    ...problems("request.invalid", "auth.required", "resource.not_found"),
  },
});

const rows = createRoute({
  tags,
  method: "get",
  path: "/v1/batches/{id}/rows",
  summary: "List the rows of a batch in order, each as its task",
  request: { params: IdParam, query: PageParams },
  responses: {
    200: json(pageOf(Task.meta({ id: "Task" })), "One page"),
    ...problems("request.invalid", "auth.required", "resource.not_found"),
  },
});

const verb = <V extends string>(name: V, summary: string, description: string) =>
  createRoute({
    tags,
    middleware: requireRole("operator"),
    method: "post",
    path: `/v1/batches/{id}/${name}` as `/v1/batches/{id}/${V}`,
    summary,
    description,
    request: { params: IdParam },
    responses: {
      200: json(BatchSchema, "The batch afterwards"),
      ...problems("request.invalid", "auth.required", "auth.forbidden", "resource.not_found", "resource.conflict"),
    },
  });
const pause = verb("pause", "Pause a batch", "No further row starts; running rows go on.");
const resume = verb("resume", "Resume a paused batch", "Rows start again.");
const cancel = verb("cancel", "Cancel a batch", "Waiting rows are cancelled at once, running ones are asked to stop.");

/** The same answer for an unknown batch and for another tenant's. */
export const noSuchBatch = () => new FleetError("resource.not_found", "there is no such batch");

export function batchRoutes(app: App, services: Services): void {
  const { database } = services;
  checkBatch(app, services);

  app.openapi(list, async (c) => {
    const { state, ...page } = c.req.valid("query");
    return c.json(await database.tenant(c.var.principal.tenantId, (tx) => listBatches(tx, { state }, page)), 200);
  });

  app.openapi(get, async (c) => {
    const { id } = c.req.valid("param");
    const batch = await database.tenant(c.var.principal.tenantId, (tx) => findBatch(tx, id));
    if (batch === null) throw noSuchBatch();
    return c.json(batch, 200);
  });

  app.openapi(rows, async (c) => {
    const { id } = c.req.valid("param");
    const { limit, cursor } = c.req.valid("query");
    const afterRow = decodeRow(cursor);
    const page = await database.tenant(c.var.principal.tenantId, async (tx) => {
      if ((await findBatch(tx, id)) === null) throw noSuchBatch();
      const items: Task[] = [];
      for await (const task of listBatchRows(tx, id, { afterRow, portion: limit + 1 })) {
        if (items.length === limit) return { items, nextCursor: encodeRow(items.at(-1)?.row ?? 0) };
        items.push(task);
      }
      return { items, nextCursor: null };
    });
    return c.json(page, 200);
  });

  for (const [route, change] of [
    [pause, pauseBatch],
    [resume, resumeBatch],
    [cancel, cancelBatch],
  ] as const)
    app.openapi(route, async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await database.tenant(c.var.principal.tenantId, (tx) => change(tx, id)), 200);
    });
}

const encodeRow = (row: number) => Buffer.from(String(row)).toString("base64url");

/** @throws FleetError `request.invalid` for a cursor that is not one of ours */
function decodeRow(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text);
  throw new FleetError("request.invalid", "the cursor is not one of ours", {
    faults: [{ path: "/cursor", message: "use the nextCursor of the page before" }],
  });
}
