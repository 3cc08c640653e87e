import type { ToolDefinition } from "@deskfleet/contracts";
import type { Tool as McpTool } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { describeTool, type Tool } from "../routes/tools/describe-tool.ts";

type JsonSchema = Record<string, unknown>;

/**
 * What a refused, failed or asked call answers in place of a result: the same document as a problem of the REST API. It is part of every
 * output schema, because clients check errors against that schema too.
 */
const PROBLEM_SCHEMA: JsonSchema = {
  title: "Problem",
  description: "RFC 9457 problem details; programs read `code`.",
  type: "object",
  properties: {
    type: { type: "string" },
    status: { type: "integer" },
    title: { type: "string" },
    detail: { type: "string" },
    instance: { type: "string" },
    code: { type: "string" },
    retryable: { type: "boolean" },
    faults: { type: "array", items: { type: "object" } },
    data: { type: "object" },
  },
  required: ["type", "status", "title", "detail", "instance", "code", "retryable"],
};

/** Descriptions do not change while the process lives, but a script's in script mode, which is made for each list. */
const made = new WeakMap<Tool, McpTool>();

/** A registered tool as MCP clients see it; `described` is how the list of this caller has it. */
export function toMcpTool(tool: ToolDefinition, described: Tool = describeTool(tool)): McpTool {
  const known = made.get(described) ?? makeMcpTool(tool, described);
  made.set(described, known);
  return known;
}

function makeMcpTool(tool: ToolDefinition, described: Tool): McpTool {
  const { title, description, prompt, readOnly, destructive } = described;
  const parameters = tool.mcpParameters === null ? described.parameters : inputOf(tool.mcpParameters);
  return {
    name: tool.id,
    title,
    description: prompt === "" ? description : `${description}\n\n${prompt}`,
    inputSchema: withoutDialect(parameters),
    outputSchema: outputOf(hasTextBlock(tool) ? withoutText(described.result) : described.result),
    annotations: {
      title,
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: readOnly,
      // Whatever happens, happens in the sandbox; what would leave it is asked about on its own.
      openWorldHint: false,
    },
  };
}

/** Its result has the text that an agent reads; `structuredContent` is the rest. */
export const hasTextBlock = ({ category }: ToolDefinition): boolean => category === "app_state";

function withoutText({ properties, required, ...schema }: JsonSchema): JsonSchema {
  const { text: _text, ...others } = properties as JsonSchema;
  return { ...schema, properties: others, required: ((required ?? []) as string[]).filter((name) => name !== "text") };
}

/** Definitions are looked up from the root, so they move there. */
export function outputOf(result: JsonSchema): NonNullable<McpTool["outputSchema"]> {
  const { $schema: _dialect, $defs, ...schema } = result;
  return { type: "object", ...($defs === undefined ? {} : { $defs }), anyOf: [schema, PROBLEM_SCHEMA] };
}

export const inputOf = (parameters: z.ZodType): McpTool["inputSchema"] =>
  withoutDialect(z.toJSONSchema(parameters, { io: "input" }));

/** It is MCP's default anyway, and validators of draft 7 refuse schemas that name one they do not have. */
function withoutDialect({ $schema: _dialect, ...schema }: JsonSchema): McpTool["inputSchema"] {
  return { ...schema, type: "object" };
}
