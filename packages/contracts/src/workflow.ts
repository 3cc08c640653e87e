import { z } from "zod";
import { Duration, JsonObject } from "./common.ts";
import { ElementState, Target, TextMatch } from "./locator.ts";

const ExpectLeaf = z.strictObject({
  /** A visible window with this title. */
  window: z.strictObject({ title: TextMatch }).optional(),
  /** An element that is there, visible, and as the next four say. */
  element: Target.optional(),
  value: TextMatch.optional(),
  state: ElementState.optional(),
  /** So many elements match, no more and no fewer. */
  count: z.number().int().min(0).max(10_000).optional(),
  /** false: no such element is there. */
  exists: z.boolean().optional(),
  /** A CEL condition over inputs, row, steps, result. */
  that: z.string().min(1).max(4_096).optional(),
  /** When this alternative holds the attempt ends with it. */
  outcome: z.literal("business_error").optional(),
  /** Liquid text for people; goes into the outcome. */
  message: z.string().max(2_000).optional(),
});
export type ExpectLeaf = z.infer<typeof ExpectLeaf>;

/** Post-condition: waited for until the step's timeout. `any`: the first that holds decides. */
export const Expect = z.union([ExpectLeaf, z.strictObject({ any: z.array(ExpectLeaf).min(1).max(20) })]);
export type Expect = z.infer<typeof Expect>;

const StepId = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, "lower-case letters, digits and _");

export const Step = z.strictObject({
  id: StepId.optional(),
  /** Tool id. */
  do: z.string().min(1).max(128),
  with: JsonObject.default({}),
  /** CEL; false skips the step. */
  when: z.string().max(4_096).optional(),
  retry: z.strictObject({ attempts: z.number().int().min(1).max(20), delay: Duration.default("500ms") }).optional(),
  timeout: Duration.optional(),
  expect: Expect.optional(),
  /** Name -> CEL over result, inputs, row, steps; read later as steps.<id>.<name>. */
  save: z.record(StepId, z.string().min(1).max(4_096)).optional(),
  /** CEL list; the step runs once for each, as `item`. */
  for_each: z.string().max(4_096).optional(),
});
export type Step = z.infer<typeof Step>;

export const WorkflowName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, "lower-case letters, digits and -");

export const DesktopSpec = z.strictObject({
  image: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._/:-]{0,199}$/)
    .default("default"),
  display: z
    .string()
    .regex(/^[1-9][0-9]{2,3}x[1-9][0-9]{2,3}$/, "WIDTHxHEIGHT in pixels")
    .default("1280x800"),
  isolation: z.enum(["container", "gvisor", "vm"]).default("container"),
});
export type DesktopSpec = z.infer<typeof DesktopSpec>;

/** The stored program. `inputs` is a JSON Schema for inputs or row. */
export const WorkflowDocument = z.strictObject({
  name: WorkflowName,
  version: z.number().int().min(1).max(1_000_000),
  description: z.string().max(2_000).optional(),
  inputs: JsonObject.default({ type: "object" }),
  desktop: DesktopSpec.default({ image: "default", display: "1280x800", isolation: "container" }),
  grants: z.array(z.string().max(128)).max(50).default([]),
  steps: z.array(Step).min(1).max(500),
  /** Name -> CEL; the task's result. */
  output: z.record(StepId, z.string().min(1).max(4_096)).default({}),
});
export type WorkflowDocument = z.infer<typeof WorkflowDocument>;

/** `name@version`, or `name` for the newest. */
export const WorkflowRef = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}(@[1-9][0-9]{0,6})?$/, "name or name@version");

export const StoredWorkflow = WorkflowDocument.extend({ id: z.uuid(), createdAt: z.string() });
export type StoredWorkflow = z.infer<typeof StoredWorkflow>;
