import { randomUUID } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { Logger } from "pino";
import type { AppEnv } from "../app-env.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Gives each request an id (a caller's own UUID is kept) and logs one line for it: never a body, query or header. */
export const requestId = (logger: Logger) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const given = c.req.header("x-request-id")?.toLowerCase();
    const id = given !== undefined && UUID.test(given) ? given : randomUUID();
    c.set("requestId", id);
    c.set("logger", logger);
    const startedAt = performance.now();
    await next();
    c.header("X-Request-Id", id);
    const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
    logger.debug(
      { requestId: id, method: c.req.method, path: c.req.path, status: c.res.status, durationMs },
      "request",
    );
  });
