import { z } from "zod";
import { JsonObject } from "../common.ts";
import { toFaults } from "../errors.ts";
import { defineTool, type ToolDefinition } from "./definition.ts";
import { displayTools } from "./display.ts";
import { fileTools } from "./file.ts";
import { inputTools } from "./input.ts";
import { processTools } from "./process.ts";

/**
 * What a script's step can name. A script answers texts: for a picture of its end it is called with `observe`, so the
 * capture is no step of it.
 */
export const STEP_TOOLS: ReadonlyMap<string, ToolDefinition> = new Map(
  [...inputTools, ...displayTools, ...fileTools, ...processTools]
    .filter(({ id }) => id !== "computer_screen_capture")
    .map((tool) => [tool.id, tool as ToolDefinition]),
);

const STEPS_MAX = 50;

/** All faults of all steps before the first one runs: half a script is worse than none. */
const ScriptStep = z
  .strictObject({ tool: z.string().min(1).max(128), params: JsonObject.default({}) })
  .superRefine(({ tool, params }, context) => {
    const known = STEP_TOOLS.get(tool);
    if (known === undefined) {
      const message = "a tool that a script can call; scripts and captures are none of its steps";
      context.addIssue({ code: "custom", path: ["tool"], message });
      return;
    }
    const parsed = known.parameters.safeParse(params);
    for (const { path, message } of parsed.success ? [] : toFaults(parsed.error))
      context.addIssue({ code: "custom", path: ["params", ...path.split("/").slice(1)], message });
  });

export const ScriptStepResult = z.strictObject({
  tool: z.string(),
  /** refused: by a gate or the role; asked: a person has to approve it first; failed: it was tried, or may have been. */
  outcome: z.enum(["done", "refused", "asked", "failed"]),
  /** Of a step that was done. */
  result: z.unknown().optional(),
  /** Kinds of secrets that were masked in the result. */
  masked: z.array(z.string()).optional(),
  truncated: z.boolean().optional(),
  /** Error code of a step that was not done; `detail` is for people. */
  code: z.string().optional(),
  detail: z.string().optional(),
  /** Of a step that was asked. */
  approvalId: z.string().optional(),
});
export type ScriptStepResult = z.infer<typeof ScriptStepResult>;

export const scriptTools = [
  defineTool({
    category: "script",
    id: "computer_run_steps",
    title: "Run several actions",
    description:
      "Performs actions one after the other, each judged, recorded and counted as if it were called alone, and stops at the first that is not done.",
    prompt:
      "Saves round trips where the next steps are certain. Coordinates of all steps refer to the frame you have now; ask for a frame of the end with `observe`. A step that needs an approval stops the script: nothing after it is done.",
    parameters: z.strictObject({ steps: z.array(ScriptStep).min(1).max(STEPS_MAX) }),
    result: z.strictObject({
      /** Index of the step that was not done; null when all were. Said beside the steps, whose last ones a cut may take. */
      stoppedAt: z.number().int().nullable(),
      /** One for each step that was tried. */
      steps: z.array(ScriptStepResult),
    }),
    risk: "R1_LOCAL_LOW",
    enabled: true,
    exposure: "listed",
    isReadOnly: false,
    isConcurrencySafe: true,
    role: "operator",
    grant: null,
    outputBytesMax: 262_144,
    redactedParameters: ["steps"],
    method: null,
    timeoutMs: 120_000,
  }),
] as const;
