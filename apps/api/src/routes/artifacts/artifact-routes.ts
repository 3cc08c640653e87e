import { Artifact, FleetError } from "@deskfleet/contracts";
import { findArtifact, findTask, listArtifacts } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { problems } from "../../http/problems.ts";
import { json } from "../../http/responses.ts";
import { IdParam } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";

const tags = ["artifacts"];
const bytes = { schema: z.string().meta({ format: "binary" }) };
/** What a browser may be told it is; whatever else a desktop produced is a file of unknown kind. */
const SERVED_TYPES = ["image/png", "image/jpeg", "image/webp", "text/plain", "application/json"] as const;
/** Where a browser is made to open it as a page all the same, it has no origin, runs nothing and loads nothing. */
const SANDBOX_CSP = "default-src 'none'; sandbox; frame-ancestors 'none'";

const list = createRoute({
  tags,
  method: "get",
  path: "/v1/tasks/{id}/artifacts",
  summary: "List what was kept of a task, oldest first",
  description:
    "Frames that its steps captured, and one of what the screen showed when it failed; masked when they were taken.",
  request: { params: IdParam },
  responses: {
    200: json(z.strictObject({ items: z.array(Artifact.meta({ id: "Artifact" })) }), "Without their bytes"),
    ...problems("request.invalid", "auth.required", "resource.not_found"),
  },
});

const get = createRoute({
  tags,
  method: "get",
  path: "/v1/artifacts/{id}",
  summary: "Download an artifact",
  description: "Its bytes. They never change: the ETag is their SHA-256.",
  request: { params: IdParam },
  responses: {
    200: {
      description: "The bytes",
      content: { ...Object.fromEntries(SERVED_TYPES.map((type) => [type, bytes])), "application/octet-stream": bytes },
    },
    ...problems("request.invalid", "auth.required", "resource.not_found"),
  },
});

export function artifactRoutes(app: App, { database }: Services): void {
  app.openapi(list, async (c) => {
    const { id } = c.req.valid("param");
    const items = await database.tenant(c.var.principal.tenantId, async (tx) => {
      if ((await findTask(tx, id)) === null) throw new FleetError("resource.not_found", "there is no such task");
      return listArtifacts(tx, id);
    });
    return c.json({ items }, 200);
  });

  app.openapi(get, async (c) => {
    const { id } = c.req.valid("param");
    const artifact = await database.tenant(c.var.principal.tenantId, (tx) => findArtifact(tx, id));
    if (artifact === null) throw new FleetError("resource.not_found", "there is no such artifact");
    const { content, contentType, name, sha256 } = artifact;
    return c.body(new Uint8Array(content), 200, {
      "Content-Type": SERVED_TYPES.find((type) => type === contentType) ?? "application/octet-stream",
      "Content-Disposition": `attachment; filename="${name.replaceAll(/[^A-Za-z0-9._-]/g, "_")}"`,
      "Content-Security-Policy": SANDBOX_CSP,
      ETag: `"${sha256}"`,
    });
  });
}
