import { Image } from "@deskfleet/contracts";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../app-env.ts";
import { problems } from "../http/problems.ts";
import { json } from "../http/responses.ts";
import type { Services } from "../services.ts";

const Images = z.strictObject({ items: z.array(Image.meta({ id: "Image" })) });

const route = createRoute({
  tags: ["capacity"],
  method: "get",
  path: "/v1/images",
  summary: "What a session can ask for as `desktop.image`",
  description: "As the workers report it, with the applications that each image can start.",
  responses: { 200: json(Images, "By name"), ...problems("auth.required") },
});

export function images(app: App, { directory }: Services): void {
  app.openapi(route, async (c) => {
    const byName = new Map<string, Image>();
    for (const worker of (await directory.all()).toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      for (const { name, apps } of worker.images) {
        const known = byName.get(name);
        byName.set(name, {
          name,
          workers: [...(known?.workers ?? []), worker.id],
          // A drained worker gives none of its desktops away.
          warm: (known?.warm ?? 0) + (worker.isDraining ? 0 : worker.warm),
          apps: known?.apps ?? apps,
        });
      }
    const items = [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
    return c.json({ items }, 200);
  });
}
