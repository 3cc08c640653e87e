import { z } from "zod";
import { Id, JsonObject } from "./common.ts";
import { Evaluation, Layer, Outcome } from "./gate.ts";
import { ProjectRef } from "./project.ts";

/** `POST /v1/policies/explain`: what would be decided, without doing it. Exactly one of tool, command and path. */
export const ExplainRequest = z
  .strictObject({
    tool: z.string().max(128).optional(),
    params: JsonObject.optional(),
    /** Text for Bash, as `computer_process_start` takes it. */
    command: z.string().min(1).max(65_536).optional(),
    cwd: z.string().max(4_096).optional(),
    path: z.string().max(4_096).optional(),
    /** With `path`; default: read. */
    operation: z.enum(["read", "write", "delete", "list", "info"]).optional(),
    /** Under the policy and the consents of this running session; absent: the caller's own, now. */
    session: Id.optional(),
    project: ProjectRef.optional(),
  })
  .refine(({ tool, command, path }) => [tool, command, path].filter((each) => each !== undefined).length === 1, {
    message: "exactly one of tool, command and path is needed",
  })
  .superRefine((request, context) => {
    // Left out without a word, they would make the answer one to another question.
    for (const [field, of] of [
      ["params", "tool"],
      ["cwd", "command"],
      ["operation", "path"],
    ] as const)
      if (request[field] !== undefined && request[of] === undefined)
        context.addIssue({ code: "custom", path: [field], message: `goes with ${of} only` });
  });
export type ExplainRequest = z.infer<typeof ExplainRequest>;

export const CHANGE_KINDS = [
  "approval",
  "grant",
  "rule_removed",
  "rule_added",
  "feature_on",
  "directory_added",
  "programs_added",
  "confinement_preferred",
  "app_not_sensitive",
  "time_passed",
  "session_resumed",
] as const;
/** One thing that could be different. */
const PossibleChange = {
  kind: z.enum(CHANGE_KINDS),
  /** For people. */
  says: z.string(),
  /** The layer whose document would change; null: no document. */
  layer: Layer.nullable(),
  /** JSON Pointer into that document. */
  path: z.string().nullable(),
};
/** What was decided and what would make it milder; every change was tried by judging again. */
export const Explanation = Evaluation.extend({
  /** Versions that it was judged by. */
  policyVersion: z.string(),
  /** Of a script: the place of the step that this is about, the first of the strictest; null: the call itself. */
  step: z.number().int().nullable(),
  /** Each alone makes the outcome milder: to this. */
  changes: z.array(z.strictObject({ ...PossibleChange, outcome: Outcome })),
  /** Where no single one allows it: a smallest set of them that does, or comes nearest. */
  together: z.strictObject({ changes: z.array(z.strictObject(PossibleChange)), outcome: Outcome }).nullable(),
  /** Nothing of what was tried changes the outcome: a hard rule. */
  isFinal: z.boolean(),
});
export type Explanation = z.infer<typeof Explanation>;
