import { FleetError, Id } from "@deskfleet/contracts";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { problems } from "../../http/problems.ts";
import { hasRole } from "../../http/require-role.ts";
import { json } from "../../http/responses.ts";
import type { Services } from "../../services.ts";
import { readSession } from "../../sessions/locate-session.ts";
import { DeferredTool, Tool } from "./describe-tool.ts";
import { FILTER_NAMES, TOOL_MODES } from "./tool-filters.ts";
import { listInView, viewTools } from "./view-tools.ts";

const Query = z.strictObject({
  mode: z.enum(TOOL_MODES).default("full").meta({
    description: "`simple`: a small fixed set. `script`: single actions only as steps of `computer_run_steps`",
  }),
  session: Id.optional().meta({ description: "Only what this session can do now" }),
  explain: z.enum(["true", "false"]).default("false").meta({
    description: "Administrators: which filter hides each tool that is not listed",
  }),
});
const Hidden = z.strictObject({ id: z.string(), filter: z.enum(FILTER_NAMES), reason: z.string() });
const Listing = z.strictObject({
  items: z.array(z.discriminatedUnion("deferred", [Tool, DeferredTool])),
  hidden: z.array(Hidden).optional(),
});

const route = createRoute({
  tags: ["tools"],
  method: "get",
  path: "/v1/tools",
  summary: "List the tools that the caller can use",
  description:
    "What `tool` in a session's action and `do` in a workflow's step can name, with parameters and result as JSON Schema; rare tools by name only (`deferred`). Left out is what this caller could only be refused.",
  request: { query: Query },
  responses: {
    200: json(Listing, "The registry as the caller sees it"),
    ...problems("request.invalid", "auth.required", "auth.forbidden", "resource.not_found", "policy.invalid"),
  },
});

export function listTools(app: App, services: Services): void {
  app.openapi(route, async (c) => {
    const { principal } = c.var;
    const { mode, session: sessionId, explain } = c.req.valid("query");
    const isExplained = explain === "true";
    if (isExplained && !hasRole(principal, "admin"))
      throw new FleetError("auth.forbidden", "What is hidden from others is shown to administrators");
    const session = sessionId === undefined ? null : await readSession(services, principal, sessionId);
    const view = await viewTools(services, principal, { mode, session });
    const hidden = isExplained ? { hidden: [...view.hidden] } : {};
    return c.json({ items: listInView(view, mode), ...hidden }, 200);
  });
}
