import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../../app-env.ts";
import { problems } from "../../http/problems.ts";
import { json, jsonBody } from "../../http/responses.ts";
import type { Services } from "../../services.ts";
import { describeTool, Tool } from "./describe-tool.ts";
import { rankTools } from "./rank-tools.ts";
import { viewTools } from "./view-tools.ts";

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
    const { visible } = await viewTools(services, principal, { mode: "full", session: null });
    const found = rankTools(visible, query);
    return c.json({ items: found.slice(0, limit).map(describeTool), total: found.length }, 200);
  });
}
