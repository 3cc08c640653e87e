import { RerunBatch } from "@deskfleet/contracts";
import { rerunBatch as queueAgain } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import type { App } from "../../app-env.ts";
import { runOnce } from "../../http/idempotent.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { IdempotencyHeader, IdParam } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";
import { BatchSchema, tags } from "./batch-schema.ts";

const route = createRoute({
  tags,
  middleware: requireRole("operator"),
  method: "post",
  path: "/v1/batches/{id}/rerun",
  summary: "Run the failed rows again",
  description:
    "As further attempts of the same tasks, in the caller's name, with as many tries as at first; a batch that was over runs again. Rows that succeeded or still run are never touched. Rows that ended in a business error run again only when `outcomes` names it: as they are, they would end so again. A deadline that has passed is dropped.",
  request: { params: IdParam, headers: IdempotencyHeader, ...jsonBody(RerunBatch) },
  responses: {
    202: json(BatchSchema, "The batch, running again"),
    ...problems(
      ...(["request.invalid", "auth.required", "auth.forbidden", "resource.not_found"] as const),
      ...(["resource.conflict", "idempotency.mismatch"] as const),
    ),
  },
});

export function rerunBatch(app: App, services: Services): void {
  app.openapi(route, async (c) => {
    const input = { id: c.req.valid("param").id, ...c.req.valid("json") };
    const createdBy = c.var.principal.id;
    return c.json(await runOnce(c, services, input, (tx) => queueAgain(tx, { ...input, createdBy })), 202);
  });
}
