import { FleetError, FrameInfo, FrameRequest } from "@deskfleet/contracts";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { problems } from "../../http/problems.ts";
import { json } from "../../http/responses.ts";
import { IdParam } from "../../http/schemas.ts";
import type { Services } from "../../services.ts";
import { locateSession } from "../../sessions/locate-session.ts";
import { Asked } from "./perform-action.ts";

const { format, scale } = FrameRequest.shape;
const Query = z.strictObject({
  format,
  scale: z.coerce.number().pipe(scale.unwrap()).default(1),
  quality: z.coerce.number().int().min(1).max(100).default(80),
  region: z
    .string()
    .regex(/^\d{1,5},\d{1,5},\d{1,5},\d{1,5}$/, "x,y,width,height in device pixels")
    .optional(),
});
const image = { schema: z.string().meta({ format: "binary" }) };

const route = createRoute({
  tags: ["sessions"],
  method: "get",
  path: "/v1/sessions/{id}/frame",
  summary: "Capture the screen",
  description:
    "The image itself. X-Frame-Id, X-Frame-Width, X-Frame-Height and X-Frame-Scale describe it, X-Frame-Info is all of it as JSON. Send X-Frame-Id back as If-None-Match: while nothing changed the answer is 304 without an image.",
  request: { params: IdParam, query: Query, headers: z.object({ "if-none-match": z.string().max(80).optional() }) },
  responses: {
    200: { description: "The frame", content: { "image/png": image, "image/jpeg": image, "image/webp": image } },
    202: json(Asked, "A person has to approve it first"),
    304: { description: "The screen is as it was" },
    ...problems(
      ...(["request.invalid", "auth.required", "policy.denied", "resource.not_found", "session.ended"] as const),
      ...(["action.rate_limited", "action.failed", "desktop.lost", "content.withheld", "worker.unreachable"] as const),
    ),
  },
});

export function getFrame(app: App, services: Services): void {
  app.openapi(route, async (c) => {
    const { principal } = c.var;
    const sessionId = c.req.valid("param").id;
    const request = toRequest(c.req.valid("query"), c.req.valid("header")["if-none-match"]);
    const { worker } = await locateSession(services, principal, sessionId);
    const performed = await services.workers.frame(worker, principal, { sessionId, request });
    if (performed.outcome === "ask") return c.json({ approval: performed.approval, code: performed.code }, 202);
    const frame = performed.result.frame ?? FrameInfo.parse(performed.result.result);
    for (const [name, value] of Object.entries(frameHeaders(frame))) c.header(name, value);
    if (frame.unchanged) return c.body(null, 304);
    if (performed.image === null) throw new FleetError("content.withheld", "The worker answered without an image");
    return c.body(new Uint8Array(performed.image), 200, { "Content-Type": `image/${frame.format}` });
  });
}

function toRequest({ region, ...rest }: z.infer<typeof Query>, ifNoneMatch: string | undefined): FrameRequest {
  const [x = 0, y = 0, width = 0, height = 0] = region?.split(",").map(Number) ?? [];
  const ifChangedFrom = ifNoneMatch?.replaceAll(/^(W\/)?"|"$/g, "");
  const parsed = FrameRequest.safeParse({
    ...rest,
    ...(region === undefined ? {} : { region: { x, y, width, height } }),
    ...(ifChangedFrom ? { ifChangedFrom } : {}),
  });
  if (parsed.success) return parsed.data;
  throw new FleetError("request.invalid", "The region is empty", {
    faults: [{ path: "/region", message: "width and height are at least 1" }],
  });
}

function frameHeaders(frame: FrameInfo): Record<string, string> {
  return {
    ETag: `"${frame.frameId}"`,
    "X-Frame-Id": frame.frameId,
    "X-Frame-Width": String(frame.width),
    "X-Frame-Height": String(frame.height),
    "X-Frame-Scale": String(frame.scale),
    "X-Frame-Info": JSON.stringify(frame).replaceAll(/[^\x20-\x7e]/g, "?"),
  };
}
