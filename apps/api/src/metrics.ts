import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { AppEnv } from "./app-env.ts";

export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<"method" | "route" | "status">;
  readonly streams: Gauge;
  readonly mcpSessions: Gauge;
  readonly viewers: Gauge<"mode">;
  readonly tickets: Counter<"outcome">;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: "deskfleet_api_request_seconds",
      help: "Time to answer a request, by route pattern",
      labelNames: ["method", "route", "status"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
      registers,
    }),
    streams: new Gauge({ name: "deskfleet_api_event_streams", help: "Open event streams", registers }),
    mcpSessions: new Gauge({ name: "deskfleet_api_mcp_sessions", help: "Open MCP connections", registers }),
    viewers: new Gauge({ name: "deskfleet_api_viewers", help: "Open live views", labelNames: ["mode"], registers }),
    tickets: new Counter({
      name: "deskfleet_api_view_tickets_total",
      help: "Live view tickets presented, by outcome",
      labelNames: ["outcome"],
      registers,
    }),
  };
}

/** The route's pattern is the label, never the path: ids would make a series each. */
export const observeRequests = (metrics: Metrics) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const end = metrics.requests.startTimer();
    await next();
    end({ method: c.req.method, route: routePath(c, -1), status: String(c.res.status) });
  });
