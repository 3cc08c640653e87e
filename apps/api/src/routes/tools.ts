import { RISKS, TOOLS, type ToolDefinition } from "@deskfleet/contracts";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { App } from "../app-env.ts";
import { problems } from "../http/problems.ts";
import { json } from "../http/responses.ts";

const JsonSchema = z.record(z.string(), z.unknown()).meta({ description: "JSON Schema 2020-12" });
const Tool = z
  .strictObject({
    id: z.string(),
    category: z.string(),
    title: z.string(),
    description: z.string(),
    risk: z.enum(RISKS),
    readOnly: z.boolean(),
    concurrencySafe: z.boolean(),
    grant: z.string().nullable(),
    timeoutMs: z.number().int(),
    outputBytesMax: z.number().int(),
    parameters: JsonSchema,
    result: JsonSchema,
  })
  .meta({ id: "Tool" });

const route = createRoute({
  tags: ["tools"],
  method: "get",
  path: "/v1/tools",
  summary: "List the tools of the action registry",
  description:
    "What `tool` in a session's action and `do` in a workflow's step can name, with parameters and result as JSON Schema.",
  responses: { 200: json(z.strictObject({ items: z.array(Tool) }), "The registry"), ...problems("auth.required") },
});

export function tools(app: App): void {
  // The registry does not change while the process lives.
  const items = [...TOOLS.values()].filter(({ enabled }) => enabled).map(describe);
  app.openapi(route, (c) => c.json({ items }, 200));
}

function describe(tool: ToolDefinition): z.infer<typeof Tool> {
  const { id, category, title, description, risk, grant, timeoutMs, outputBytesMax } = tool;
  return {
    ...{ id, category, title, description, risk, grant, timeoutMs, outputBytesMax },
    readOnly: tool.isReadOnly,
    concurrencySafe: tool.isConcurrencySafe,
    parameters: z.toJSONSchema(tool.parameters, { io: "input" }) as Record<string, unknown>,
    result: z.toJSONSchema(tool.result) as Record<string, unknown>,
  };
}
