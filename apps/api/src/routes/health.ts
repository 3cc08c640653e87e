import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../app-env.ts";
import { describeError } from "../http/describe-error.ts";
import { problems } from "../http/problems.ts";
import { json } from "../http/responses.ts";
import type { Services } from "../services.ts";

const Status = z.strictObject({ status: z.literal("ok") });
const Readiness = z.strictObject({
  status: z.enum(["ready", "not_ready"]),
  store: z.boolean(),
  workers: z.number().int(),
});
const shared = { tags: ["operations"], security: [] };

const healthz = createRoute({
  ...shared,
  method: "get",
  path: "/healthz",
  summary: "The process lives",
  responses: { 200: json(Status, "It answers") },
});

const readyz = createRoute({
  ...shared,
  method: "get",
  path: "/readyz",
  summary: "The process can serve",
  description: "Ready while Postgres answers and the process is not shutting down. Workers are counted, not required.",
  responses: { 200: json(Readiness, "Ready"), 503: json(Readiness, "Not ready"), ...problems("internal") },
});

const metrics = createRoute({
  ...shared,
  method: "get",
  path: "/metrics",
  summary: "Prometheus metrics",
  responses: { 200: { description: "Text format", content: { "text/plain": { schema: z.string() } } } },
});

export function health(app: App, services: Services): void {
  app.openapi(healthz, (c) => c.json({ status: "ok" as const }, 200));

  app.openapi(readyz, async (c) => {
    try {
      const workers = (await services.directory.all()).length;
      if (!services.closing.aborted) return c.json({ status: "ready" as const, store: true, workers }, 200);
      return c.json({ status: "not_ready" as const, store: true, workers }, 503);
    } catch (error) {
      services.logger.warn({ error: describeError(error) }, "not ready");
      return c.json({ status: "not_ready" as const, store: false, workers: 0 }, 503);
    }
  });

  app.openapi(metrics, async (c) =>
    c.text(await services.metrics.registry.metrics(), 200, { "Content-Type": services.metrics.registry.contentType }),
  );
}
