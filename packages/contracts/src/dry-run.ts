import { z } from "zod";
import { JsonObject } from "./common.ts";
import { Fault } from "./errors.ts";
import { Verdict } from "./gate.ts";
import { ProjectRef } from "./project.ts";
import { WorkflowRef } from "./workflow.ts";

/** `POST /v1/workflows/dry-run`: a stored workflow or a document that is not stored yet, with the values of one row. */
export const DryRunRequest = z
  .strictObject({
    workflow: WorkflowRef.optional(),
    document: z.string().min(1).optional().meta({ description: "JSON or YAML text" }),
    row: JsonObject.optional().meta({ description: "The same as `inputs`, under the name that reads better" }),
    inputs: JsonObject.optional(),
    project: ProjectRef.optional().meta({ description: "Whose policy layers hold too" }),
  })
  .refine(({ workflow, document }) => (workflow === undefined) !== (document === undefined), {
    message: "exactly one of workflow and document is needed",
  })
  .refine(({ row, inputs }) => row === undefined || inputs === undefined, {
    message: "row and inputs are the same: give one of them",
  });
export type DryRunRequest = z.infer<typeof DryRunRequest>;

/** One step as it would be for this row. A step of `for_each` is shown once. */
export const DryRunStep = z.strictObject({
  index: z.number().int().meta({ description: "From 0, in the document's order" }),
  id: z.string().nullable(),
  do: z.string(),
  when: z
    .strictObject({
      text: z.string(),
      value: z.boolean().nullable().meta({ description: "null: only a run can know, or a fault says why not" }),
    })
    .nullable(),
  forEach: z
    .strictObject({
      text: z.string(),
      items: z.number().int().nullable().meta({ description: "How many rounds; null as for `when`" }),
    })
    .nullable(),
  params: JsonObject.nullable().meta({
    description: "Filled in; what needs earlier results stays as its template. null: the row skips the step",
  }),
  unknown: z.array(z.string()).meta({ description: "Expressions and templates that only a run can know" }),
  verdict: Verdict.pick({ outcome: true, gate: true, code: true, reason: true, layer: true })
    .nullable()
    .meta({ description: "null: the row skips the step, or the parameters are not all known or not right" }),
});
export type DryRunStep = z.infer<typeof DryRunStep>;

export const DryRun = z.strictObject({
  workflow: z.string().nullable().meta({ description: "name@version; null: the document has no such thing" }),
  faults: z.array(Fault).meta({
    description:
      "The first hundred: `/document/…` of the workflow, `/row/…` or `/inputs/…` of the values; empty when fine",
  }),
  steps: z.array(DryRunStep).meta({ description: "Empty while the document itself has faults" }),
});
export type DryRun = z.infer<typeof DryRun>;
