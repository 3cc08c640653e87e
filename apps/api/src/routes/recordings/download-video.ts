import { FleetError } from "@deskfleet/contracts";
import { framePictures, type KeptFrame, keptFramesAfter, requireSession } from "@deskfleet/store";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { problems } from "../../http/problems.ts";
import { IdParam } from "../../http/schemas.ts";
import { streamDownload } from "../../http/stream-download.ts";
import type { Services } from "../../services.ts";
import { byteRange } from "./byte-range.ts";
import { readVideo } from "./read-video.ts";
import { planVideo } from "./video-plan.ts";

const bytes = { schema: z.string().meta({ format: "binary" }) };

const route = createRoute({
  tags: ["recordings"],
  method: "get",
  path: "/v1/sessions/{id}/recording.webm",
  summary: "Download what was recorded of a session as a video",
  description:
    "The kept pictures in their order, as they are: nothing is encoded again. A pause longer than 3 seconds takes 3, the last picture is shown for 2. Can be had in parts (Range, If-Range); of a live session it is what is there so far.",
  request: {
    params: IdParam,
    headers: z.object({ range: z.string().max(1_000).optional(), "if-range": z.string().max(1_000).optional() }),
  },
  responses: {
    200: { description: "The video", content: { "video/webm": bytes } },
    206: { description: "The part that was asked for", content: { "video/webm": bytes } },
    ...problems("request.invalid", "auth.required", "resource.not_found"),
  },
});

export function downloadVideo(app: App, services: Services): void {
  app.openapi(route, async (c) => {
    const { tenantId } = c.var.principal;
    const { id } = c.req.valid("param");
    const plan = planVideo(await keptFrames(services, tenantId, id));
    if (plan === null) throw new FleetError("resource.not_found", "no picture of this session was kept");

    const { totalBytes } = plan;
    const etag = `"${plan.digest}"`;
    const { range: wanted, "if-range": ifRange } = c.req.valid("header");
    const part = byteRange({ totalBytes, etag }, { range: wanted, ifRange });
    const range = part ?? { start: 0, end: totalBytes };
    c.header("Content-Type", "video/webm");
    c.header("Content-Disposition", `attachment; filename="session-${id}.webm"`);
    c.header("Content-Length", String(range.end - range.start));
    c.header("Accept-Ranges", "bytes");
    c.header("ETag", etag);
    if (part) {
      c.status(206);
      c.header("Content-Range", `bytes ${range.start}-${range.end - 1}/${totalBytes}`);
    }
    const readPictures = (ids: readonly string[]) => services.database.tenant(tenantId, (tx) => framePictures(tx, ids));
    return streamDownload(c, async (out) => {
      for await (const chunk of readVideo(plan, range, readPictures)) {
        if (out.aborted) return;
        await out.write(chunk);
      }
    });
  });
}

/** Rows per transaction: a long recording must not hold a connection of the pool. */
const PORTION = 5_000;

/** @throws FleetError `resource.not_found`: no such session */
async function keptFrames({ database }: Services, tenantId: string, sessionId: string): Promise<KeptFrame[]> {
  await database.tenant(tenantId, (tx) => requireSession(tx, sessionId));
  const frames: KeptFrame[] = [];
  for (;;) {
    const afterId = frames.at(-1)?.id ?? null;
    const portion = await database.tenant(tenantId, (tx) =>
      keptFramesAfter(tx, sessionId, { afterId, limit: PORTION }),
    );
    frames.push(...portion);
    if (portion.length < PORTION) return frames;
  }
}
