import { Capacity } from "@deskfleet/contracts";
import { createRoute } from "@hono/zod-openapi";
import type { App } from "../app-env.ts";
import { problems } from "../http/problems.ts";
import { json } from "../http/responses.ts";
import type { Services } from "../services.ts";
import { readCapacity } from "../sessions/read-capacity.ts";

const route = createRoute({
  tags: ["capacity"],
  method: "get",
  path: "/v1/capacity",
  summary: "How much room there is",
  responses: { 200: json(Capacity.meta({ id: "Capacity" }), "Now"), ...problems("auth.required") },
});

export function capacity(app: App, services: Services): void {
  app.openapi(route, async (c) => c.json(await readCapacity(services, c.var.principal), 200));
}
