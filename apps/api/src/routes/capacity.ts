import { DesktopConfinement } from "@deskfleet/contracts";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../app-env.ts";
import { problems } from "../http/problems.ts";
import { json } from "../http/responses.ts";
import type { Services } from "../services.ts";
import { readCapacity } from "../sessions/read-capacity.ts";

export const Capacity = z
  .strictObject({
    used: z.number().int().meta({ description: "Desktops in use" }),
    free: z.number().int().meta({ description: "Desktops that a session could take now" }),
    warm: z.number().int().meta({ description: "Desktops that are started already and wait" }),
    queued: z.number().int().meta({ description: "Tasks of the tenant that wait" }),
    workers: z.array(
      z.strictObject({
        id: z.string(),
        slots: z.number().int(),
        used: z.number().int(),
        warm: z.number().int(),
        confinement: DesktopConfinement.nullable().meta({
          description:
            "Whether its desktops can confine commands (isolation `container`): `none` denies or asks about each; null until the first desktop is up",
        }),
      }),
    ),
    refusals: z
      .array(z.strictObject({ code: z.string(), reason: z.string() }))
      .meta({ description: "Why a session would be refused, or a task would wait, right now; empty when neither" }),
  })
  .meta({ id: "Capacity" });

const route = createRoute({
  tags: ["capacity"],
  method: "get",
  path: "/v1/capacity",
  summary: "How much room there is",
  responses: { 200: json(Capacity, "Now"), ...problems("auth.required") },
});

export function capacity(app: App, services: Services): void {
  app.openapi(route, async (c) => c.json(await readCapacity(services, c.var.principal), 200));
}
