import { z } from "zod";
import { Duration, Id, JsonObject, Timestamp } from "./common.ts";
import { PolicyDocument } from "./policy.ts";
import { ProjectRef } from "./project.ts";
import { Purpose } from "./purpose.ts";
import { WebhookUrl } from "./webhook.ts";
import { DesktopSpec, Step, WorkflowDocument, WorkflowRef } from "./workflow.ts";

export const TASK_STATES = [
  "queued",
  "running",
  "waiting_approval",
  "human_control",
  "paused",
  "succeeded",
  "failed",
  "cancelled",
  "expired",
] as const;
export const TaskState = z.enum(TASK_STATES);
export type TaskState = z.infer<typeof TaskState>;
export const FINAL_TASK_STATES = ["succeeded", "failed", "cancelled", "expired"] as const satisfies TaskState[];

/** How an attempt ended. Only application_error and infrastructure_error are tried again. */
export const AttemptOutcome = z.enum([
  "success",
  "business_error",
  "application_error",
  "policy_denied",
  "approval_expired",
  "timeout",
  "infrastructure_error",
  "cancelled",
]);
export type AttemptOutcome = z.infer<typeof AttemptOutcome>;
/** How a task ended: as its last attempt, or not begun before its deadline. */
export const TaskEnding = z.enum([...AttemptOutcome.options, "expired"]);
export type TaskEnding = z.infer<typeof TaskEnding>;
export const RETRYABLE_OUTCOMES = ["application_error", "infrastructure_error"] as const satisfies AttemptOutcome[];

const TaskOptions = {
  ...Purpose,
  /** 0 (last) to 100 (first). */
  priority: z.number().int().min(0).max(100).default(50),
  notBefore: Timestamp.optional(),
  /** Not started after this: the task ends `expired`. */
  deadline: Timestamp.optional(),
  /** Of one attempt. */
  timeout: Duration.default("10m"),
  maxAttempts: z.number().int().min(1).max(10).default(3),
};

export const CreateTask = z
  .strictObject({
    workflow: WorkflowRef.optional(),
    /** Inline program instead of a stored workflow. */
    steps: z.array(Step).min(1).max(500).optional(),
    desktop: DesktopSpec.optional(),
    grants: z.array(z.string().max(128)).max(50).optional(),
    /** Of inline steps: name -> expression, as a workflow's. */
    output: WorkflowDocument.shape.output.unwrap().optional(),
    inputs: JsonObject.default({}),
    /** Flag layer for this task only. */
    policy: PolicyDocument.optional(),
    /** Registered project, by id or name, whose policy layers hold too. */
    project: ProjectRef.optional(),
    reference: z.string().min(1).max(200).optional(),
    /** https URL that gets this task's task.* events, signed with the tenant's secret for tasks. */
    webhook: WebhookUrl.optional(),
    ...TaskOptions,
  })
  .refine((t) => (t.workflow === undefined) !== (t.steps === undefined), {
    message: "exactly one of workflow and steps is needed",
  });
export type CreateTask = z.infer<typeof CreateTask>;

export const Attempt = z.strictObject({
  id: Id,
  number: z.number().int(),
  workerId: z.string(),
  sessionId: Id.nullable(),
  startedAt: Timestamp,
  endedAt: Timestamp.nullable(),
  outcome: AttemptOutcome.nullable(),
  reason: z.string().nullable(),
});
export type Attempt = z.infer<typeof Attempt>;

export const Task = z.strictObject({
  id: Id,
  state: TaskState,
  reference: z.string().nullable(),
  workflow: z.string().nullable(),
  batchId: Id.nullable(),
  row: z.number().int().nullable(),
  inputs: JsonObject,
  priority: z.number().int(),
  outcome: AttemptOutcome.nullable(),
  /** For people. */
  reason: z.string().nullable(),
  output: JsonObject.nullable(),
  /** Why it waits, while it does. */
  waitingFor: z.string().nullable(),
  attempts: z.array(Attempt),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
});
export type Task = z.infer<typeof Task>;

export const BATCH_ROWS_MAX = 10_000;
export const BATCH_STATES = ["running", "paused", "finished", "stopped", "cancelled"] as const;

/** One row: column -> value. */
export const BatchRow = z.record(
  z.string().min(1).max(128),
  z.union([z.string().max(20_000), z.number(), z.boolean(), z.null()]),
);

export const CreateBatch = z
  .strictObject({
    /** Unique within the tenant. */
    reference: z.string().min(1).max(200),
    workflow: WorkflowRef,
    rows: z.array(BatchRow).min(1).max(BATCH_ROWS_MAX).optional(),
    /** RFC 4180 with a header line, UTF-8, a BOM is accepted. */
    csv: z.string().min(1).optional(),
    concurrency: z.number().int().min(1).max(1_000).default(10),
    /** After this many failed rows no further row starts; absent: never. */
    stopAfterFailures: z.number().int().min(1).optional(),
    /** Registered project, by id or name, whose policy layers hold for every row too. */
    project: ProjectRef.optional(),
    ...TaskOptions,
  })
  .refine((b) => (b.rows === undefined) !== (b.csv === undefined), {
    message: "exactly one of rows and csv is needed",
  });
export type CreateBatch = z.infer<typeof CreateBatch>;

export const Batch = z.strictObject({
  id: Id,
  reference: z.string(),
  workflow: z.string(),
  state: z.enum(BATCH_STATES),
  concurrency: z.number().int(),
  rows: z.number().int(),
  /** Rows by task state. */
  counts: z.record(TaskState, z.number().int()),
  /** Rows that ended, by how. */
  outcomes: z.record(TaskEnding, z.number().int()),
  createdAt: Timestamp,
  endedAt: Timestamp.nullable(),
});
export type Batch = z.infer<typeof Batch>;

/** Business errors are the row's own fault: running it again as it is repeats them, so they have to be named. */
export const RERUN_OUTCOMES = [
  "application_error",
  "infrastructure_error",
  "timeout",
  "policy_denied",
  "approval_expired",
  "cancelled",
  "expired",
  "business_error",
] as const satisfies TaskEnding[];
export const RerunBatch = z.strictObject({
  /** How the rows ended that run again; `expired`: not started before their deadline. Absent: all but business_error. */
  outcomes: z.array(z.enum(RERUN_OUTCOMES)).min(1).max(RERUN_OUTCOMES.length).optional(),
});
export type RerunBatch = z.infer<typeof RerunBatch>;
