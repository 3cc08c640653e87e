import { RISKS, STEP_TOOLS, type ToolDefinition, toolHints } from "@deskfleet/contracts";
import { z } from "zod";

const JsonSchema = z.record(z.string(), z.unknown()).meta({ description: "JSON Schema 2020-12" });
const name = { id: z.string(), category: z.string(), title: z.string() };

/** A tool with everything that is needed to call it. */
export const Tool = z
  .strictObject({
    ...name,
    deferred: z.literal(false),
    description: z.string(),
    prompt: z.string().meta({ description: "When to use it and what to look out for, for a model; may be empty" }),
    risk: z.enum(RISKS),
    readOnly: z.boolean(),
    destructive: z.boolean().meta({ description: "Changes local state or leaves the desktop" }),
    concurrencySafe: z.boolean(),
    grant: z.string().nullable(),
    timeoutMs: z.number().int(),
    outputBytesMax: z.number().int(),
    parameters: JsonSchema,
    result: JsonSchema,
  })
  .meta({ id: "Tool" });
export type Tool = z.infer<typeof Tool>;

/** A rare tool's name: `POST /v1/tools/search` has the rest. */
export const DeferredTool = z.strictObject({ ...name, deferred: z.literal(true) }).meta({ id: "DeferredTool" });
export type DeferredTool = z.infer<typeof DeferredTool>;

export function nameTool({ id, category, title }: ToolDefinition): DeferredTool {
  return { id, category, title, deferred: true };
}

/** The registry does not change while the process lives. */
const described = new Map<ToolDefinition, Tool>();

export function describeTool(tool: ToolDefinition): Tool {
  const known = described.get(tool);
  if (known !== undefined) return known;
  const { id, category, title, description, prompt, risk, grant, timeoutMs, outputBytesMax } = tool;
  const made: Tool = {
    ...{ id, category, title, deferred: false, description, prompt, risk, ...toolHints(tool) },
    ...{ concurrencySafe: tool.isConcurrencySafe, grant, timeoutMs, outputBytesMax },
    parameters: schemaOf(tool.parameters, "input"),
    result: schemaOf(tool.result, "output"),
  };
  described.set(tool, made);
  return made;
}

/**
 * A script with the schemas of the steps that stand behind it: whoever sees only the script knows from it what a step can
 * be. Rare steps are in it by name, like everywhere.
 */
export function describeScript(tool: ToolDefinition, steps: readonly ToolDefinition[]): Tool {
  const step = (one: ToolDefinition) => ({
    title: one.title,
    description: one.description,
    type: "object",
    properties: {
      tool: { const: one.id },
      params: one.exposure === "deferred" ? { type: "object" } : schemaOf(one.parameters, "input"),
    },
    required: ["tool"],
    additionalProperties: false,
  });
  const whole = describeTool(tool);
  const { properties } = whole.parameters as { properties: { steps: object } };
  const items = { anyOf: steps.filter(({ id }) => STEP_TOOLS.has(id)).map(step) };
  return { ...whole, parameters: { ...whole.parameters, properties: { steps: { ...properties.steps, items } } } };
}

const schemaOf = (schema: z.ZodType, io: "input" | "output") =>
  z.toJSONSchema(schema, { io }) as Record<string, unknown>;
