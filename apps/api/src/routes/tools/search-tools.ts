import { TOOLS } from "@deskfleet/contracts";
import { mergePolicies } from "@deskfleet/gates";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { problems } from "../../http/problems.ts";
import { json, jsonBody } from "../../http/responses.ts";
import { layersInForce } from "../../policy-layers.ts";
import type { Services } from "../../services.ts";
import { describeTool, Tool } from "./describe-tool.ts";
import { rankTools } from "./rank-tools.ts";
import { filterTools } from "./tool-filters.ts";

const Search = z.strictObject({
  query: z.string().min(1).max(500).meta({
    description: "`select:a,b` for tools by id; else words, of which `+word` must be there",
  }),
  limit: z.number().int().min(1).max(50).default(5),
});
const Found = z.strictObject({
  items: z.array(Tool),
  total: z.number().int().meta({ description: "Found, listed or not" }),
});

const route = createRoute({
  tags: ["tools"],
  method: "post",
  path: "/v1/tools/search",
  summary: "Find tools, rare ones too",
  description: "Full descriptions, the best match first. What the caller could only be refused is never found.",
  request: jsonBody(Search),
  responses: {
    200: json(Found, "The tools"),
    ...problems("request.invalid", "request.malformed", "auth.required", "policy.invalid"),
  },
});

export function searchTools(app: App, services: Services): void {
  app.openapi(route, async (c) => {
    const { principal } = c.var;
    const { query, limit } = c.req.valid("json");
    const own = { tenantId: principal.tenantId, principalId: principal.id, projectId: null };
    const policy = mergePolicies(await layersInForce(services, own));
    const view = { mode: "full", role: principal.role, policy, session: null } as const;
    const { visible } = filterTools([...TOOLS.values()], view);
    const found = rankTools(visible, query);
    return c.json({ items: found.slice(0, limit).map(describeTool), total: found.length }, 200);
  });
}
