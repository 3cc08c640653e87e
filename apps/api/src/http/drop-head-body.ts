import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env.ts";

/**
 * hono answers HEAD with the headers of GET and forgets the body. A stream in it would wait for its reader for ever, and keep
 * the place that its caller has for streams.
 */
export const dropHeadBody = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (c.req.method === "HEAD") await c.res.body?.cancel();
});
