import { EVENT_TYPES, Id } from "@deskfleet/contracts";
import { eventsAfter, eventsNow } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { streamSSE } from "hono/streaming";
import { z } from "zod";
import type { App } from "../app-env.ts";
import { followEvents } from "../events/follow-events.ts";
import { problems } from "../http/problems.ts";
import { StreamLimit } from "../http/stream-limit.ts";
import type { Services } from "../services.ts";

const Query = z.strictObject({
  taskId: Id.optional(),
  batchId: Id.optional(),
  sessionId: Id.optional(),
  types: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(EVENT_TYPES)).max(EVENT_TYPES.length))
    .optional()
    .meta({ description: "Event types, separated by commas" }),
});

const route = createRoute({
  method: "get",
  path: "/v1/events",
  tags: ["events"],
  summary: "Follow what happens, as server-sent events",
  description:
    "Events of the tenant in order and without gaps, from now on; after a break send the last id as Last-Event-ID and nothing is missed. A comment every 15 seconds keeps the connection open.",
  request: {
    query: Query,
    headers: z.object({ "last-event-id": z.string().max(64).optional() }),
  },
  responses: {
    200: { description: "The stream", content: { "text/event-stream": { schema: z.string() } } },
    ...problems("request.invalid", "auth.required", "request.rate_limited"),
  },
});

export function events(app: App, services: Services): void {
  const limit = new StreamLimit(services.config.streamsPerPrincipal);
  app.openapi(route, async (c) => {
    const { principal } = c.var;
    const { types, taskId, batchId, sessionId } = c.req.valid("query");
    const filters = {
      ...(types && { types }),
      ...(taskId && { taskId }),
      ...(batchId && { batchId }),
      ...(sessionId && { sessionId }),
    };
    const given = c.req.valid("header")["last-event-id"];
    const afterId = await services.database.tenant(principal.tenantId, async (tx) => {
      if (given === undefined || given === "") return eventsNow(tx);
      // A cursor that is not one of ours is refused now, while there still is a status to say so.
      await eventsAfter(tx, { afterId: given, limit: 1 });
      return given;
    });
    const release = limit.take(principal.id);
    const ended = new AbortController();
    const signal = AbortSignal.any([ended.signal, services.closing]);
    services.metrics.streams.inc();
    // A proxy that buffers would deliver events minutes late.
    c.header("X-Accel-Buffering", "no");
    return streamSSE(
      c,
      async (stream) => {
        stream.onAbort(() => ended.abort());
        try {
          await stream.write("retry: 1000\n\n");
          for await (const event of followEvents({ ...services, principal, filters, afterId, signal })) {
            if (event === null) await stream.write(":\n\n");
            else await stream.writeSSE({ id: event.id, event: event.type, data: JSON.stringify(event) });
          }
        } finally {
          ended.abort();
          release();
          services.metrics.streams.dec();
        }
      },
      async (error) => services.logger.warn({ error: error.name, requestId: c.var.requestId }, "event stream broke"),
    );
  });
}
