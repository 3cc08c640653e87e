import { FleetError, Worker } from "@deskfleet/contracts";
import { findWorker, setWorkerDraining } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { auditEvent } from "../../audit-event.ts";
import { problems } from "../../http/problems.ts";
import { requireRole } from "../../http/require-role.ts";
import { json } from "../../http/responses.ts";
import { isOperator, type Services } from "../../services.ts";
import { toWorker } from "../../sessions/to-worker.ts";

const WorkerParam = z.object({ id: z.string().min(1).max(100) });

const verb = <V extends "drain" | "resume">(name: V, summary: string, description: string) =>
  createRoute({
    tags: ["operations"],
    middleware: requireRole("admin"),
    method: "post",
    path: `/v1/workers/{id}/${name}` as `/v1/workers/{id}/${V}`,
    summary,
    description: `Administrators of the fleet's operator. ${description}`,
    request: { params: WorkerParam },
    responses: {
      200: json(Worker.meta({ id: "Worker" }), "The worker afterwards"),
      ...problems("request.invalid", "auth.required", "auth.forbidden", "resource.not_found", "audit.unavailable"),
    },
  });

const drain = verb(
  "drain",
  "Drain a worker",
  "Within three seconds it opens no session and takes no attempt any more; what runs there goes on. It stays so, over a restart of the worker too, until `resume`.",
);
const resume = verb("resume", "Let a drained worker take work again", "Within three seconds.");

export function drainWorker(app: App, services: Services): void {
  const { database, audit, directory } = services;
  for (const [route, isDraining] of [
    [drain, true],
    [resume, false],
  ] as const)
    app.openapi(route, async (c) => {
      const { principal } = c.var;
      // Before anything is looked up: whoever may not do it does not learn which workers there are.
      if (!isOperator(services, principal))
        throw new FleetError("auth.forbidden", "Only administrators of the fleet's operator drain and resume workers");
      const { id } = c.req.valid("param");
      const known = await database.system((tx) => findWorker(tx, id));
      if (known === null) throw unknown();
      const record = () =>
        audit.append(
          auditEvent(principal, { action: isDraining ? "worker.drained" : "worker.resumed", params: { workerId: id } }),
        );
      if (!isDraining) await record();
      const worker = await database.system((tx) => setWorkerDraining(tx, id, isDraining));
      directory.forget();
      if (isDraining) await record();
      if (worker === null) throw unknown();
      return c.json(toWorker(worker), 200);
    });
}

const unknown = () => new FleetError("resource.not_found", "There is no such worker");
