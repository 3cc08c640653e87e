import { createHash } from "node:crypto";
import { FleetError, Id, SessionFrame } from "@deskfleet/contracts";
import { findFramePicture, listSessionFrames, requireSession } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { problems } from "../../http/problems.ts";
import { json } from "../../http/responses.ts";
import { IdParam, PageParams, pageOf } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";

const tags = ["recordings"];
/** Its bytes never change. For no longer than this a browser shows it after it was removed. */
const FRAME_MAX_AGE_SECONDS = 3_600;

const list = createRoute({
  tags,
  method: "get",
  path: "/v1/sessions/{id}/frames",
  summary: "List what was recorded of a session, oldest first",
  description:
    "One entry for each look at its screen that showed something new: what made the recorder look, the last action before it, what gate 8 masked. A picture is there when `status` is `kept`; `hash`: policy keeps no pictures, or the session has used up its bytes; `withheld`: something that may not be recorded was on the screen.",
  request: { params: IdParam, query: PageParams },
  responses: {
    200: json(pageOf(SessionFrame.meta({ id: "SessionFrame" })), "One page"),
    ...problems("request.invalid", "auth.required", "resource.not_found"),
  },
});

const picture = createRoute({
  tags,
  method: "get",
  path: "/v1/sessions/{id}/frames/{frameId}",
  summary: "Get the picture of a recorded frame",
  description: "Masked when it was taken. Its bytes never change: the ETag is their SHA-256.",
  request: {
    params: IdParam.extend({ frameId: Id }),
    headers: z.object({ "if-none-match": z.string().max(1_000).optional() }),
  },
  responses: {
    200: { description: "The picture", content: { "image/webp": { schema: z.string().meta({ format: "binary" }) } } },
    304: { description: "The client has it" },
    ...problems("request.invalid", "auth.required", "resource.not_found"),
  },
});

export function recordingRoutes(app: App, { database }: Services): void {
  app.openapi(list, async (c) => {
    const { id } = c.req.valid("param");
    const page = await database.tenant(c.var.principal.tenantId, async (tx) => {
      await requireSession(tx, id);
      return listSessionFrames(tx, id, c.req.valid("query"));
    });
    return c.json(page, 200);
  });

  app.openapi(picture, async (c) => {
    const { id: sessionId, frameId } = c.req.valid("param");
    const content = await database.tenant(c.var.principal.tenantId, (tx) =>
      findFramePicture(tx, { sessionId, id: frameId }),
    );
    if (content === null) throw new FleetError("resource.not_found", "there is no such picture");
    const etag = `"${createHash("sha256").update(content).digest("hex")}"`;
    c.header("ETag", etag);
    c.header("Cache-Control", `private, max-age=${FRAME_MAX_AGE_SECONDS}, immutable`);
    // Whoever signs in to the same browser next asks for it anew.
    c.header("Vary", "Authorization, Cookie");
    if (c.req.valid("header")["if-none-match"]?.includes(etag)) return c.body(null, 304);
    return c.body(new Uint8Array(content), 200, { "Content-Type": "image/webp" });
  });
}
