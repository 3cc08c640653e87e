import type { AttemptOutcome, CreateTask, JsonObject, PolicyDocument } from "@deskfleet/contracts";
import { TASK_STATES } from "@deskfleet/contracts";
import { sql } from "drizzle-orm";
import {
  bigint,
  foreignKey,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { batches } from "./batches.ts";
import { createdAt, id, instant, tenantId } from "./columns.ts";
import { projects } from "./projects.ts";
import { tenants } from "./tenants.ts";
import { workflows } from "./workflows.ts";

/** The program of a task that names no stored workflow. */
export type InlineProgram = Pick<CreateTask, "steps" | "desktop" | "grants" | "output">;

/**
 * A task and, in the columns `dispatch` and `dispatched_at`, its outbox entry: `queued` and not dispatched is what the dispatcher
 * has to move (partial index tasks_due). Submitting is therefore one insert, and nothing can be in one table but not the other.
 * A trigger refuses state changes that the state machine does not know, and any change of a finished task but one: a row that
 * did not succeed is queued again by a rerun of its batch.
 */
export const tasks = pgTable(
  "tasks",
  {
    id: id(),
    tenantId: tenantId().references(() => tenants.id),
    state: text("state", { enum: TASK_STATES }).notNull().default("queued"),
    reference: text("reference"),
    workflowId: uuid("workflow_id"),
    /** `name@version`; null for an inline program. */
    workflow: text("workflow"),
    program: jsonb("program").$type<InlineProgram>(),
    batchId: uuid("batch_id"),
    row: integer("row"),
    inputs: jsonb("inputs").$type<JsonObject>().notNull(),
    /** Flag layer. */
    policy: jsonb("policy").$type<PolicyDocument>(),
    projectId: uuid("project_id"),
    /** What it is for; null: nobody said. */
    goal: text("goal"),
    trustedDomains: jsonb("trusted_domains").$type<readonly string[]>().notNull().default([]),
    priority: integer("priority").notNull(),
    /** Not dispatched before; a retry's backoff moves it. */
    notBefore: instant("not_before"),
    deadline: instant("deadline"),
    timeoutMs: integer("timeout_ms").notNull(),
    /** Of one run: a rerun has as many again. */
    maxAttempts: integer("max_attempts").notNull(),
    /** Made before the last rerun. */
    attemptsBefore: integer("attempts_before").notNull().default(0),
    webhook: text("webhook"),
    outcome: text("outcome").$type<AttemptOutcome>(),
    reason: text("reason"),
    output: jsonb("output").$type<JsonObject>(),
    createdBy: uuid("created_by").notNull(),
    createdAt: createdAt(),
    startedAt: instant("started_at"),
    endedAt: instant("ended_at"),
    /** Number of times it was handed to the transport; part of the job's id. */
    dispatch: integer("dispatch").notNull().default(0),
    dispatchedAt: instant("dispatched_at"),
    cancelRequestedAt: instant("cancel_requested_at"),
  },
  (table) => [
    unique("tasks_tenant_id").on(table.tenantId, table.id),
    index("tasks_due")
      .on(table.tenantId, table.batchId, table.priority.desc(), table.id)
      .where(sql`state = 'queued' and dispatched_at is null`),
    index("tasks_active")
      .on(table.tenantId, table.batchId)
      .where(
        sql`state in ('running', 'waiting_approval', 'human_control', 'paused') or (state = 'queued' and dispatched_at is not null)`,
      ),
    index("tasks_deadline").on(table.deadline).where(sql`state = 'queued' and deadline is not null`),
    // With all that counting a batch's rows reads, the tenant for row-level security among it: the rows themselves are not read.
    index("tasks_batch").on(table.batchId, table.state, table.outcome, table.tenantId),
    index("tasks_outcome").on(table.tenantId, table.outcome, table.id).where(sql`outcome <> 'success'`),
    uniqueIndex("tasks_batch_row").on(table.batchId, table.row).where(sql`batch_id is not null`),
    index("tasks_reference").on(table.tenantId, table.reference).where(sql`reference is not null`),
    foreignKey({
      name: "tasks_batch_of_tenant",
      columns: [table.tenantId, table.batchId],
      foreignColumns: [batches.tenantId, batches.id],
    }),
    foreignKey({
      name: "tasks_project_of_tenant",
      columns: [table.tenantId, table.projectId],
      foreignColumns: [projects.tenantId, projects.id],
    }),
    foreignKey({
      name: "tasks_workflow_of_tenant",
      columns: [table.tenantId, table.workflowId],
      foreignColumns: [workflows.tenantId, workflows.id],
    }),
  ],
);

/** One counter for the fleet: a later lease always has the greater token. */
export const fencingTokens = pgSequence("fencing_tokens");

export const attempts = pgTable(
  "attempts",
  {
    id: id(),
    tenantId: tenantId().references(() => tenants.id),
    taskId: uuid("task_id").notNull(),
    number: integer("number").notNull(),
    workerId: text("worker_id").notNull(),
    sessionId: uuid("session_id"),
    fencingToken: bigint("fencing_token", { mode: "number" }).notNull().unique(),
    leaseExpiresAt: instant("lease_expires_at").notNull(),
    startedAt: instant("started_at").notNull(),
    endedAt: instant("ended_at"),
    outcome: text("outcome").$type<AttemptOutcome>(),
    reason: text("reason"),
    output: jsonb("output").$type<JsonObject>(),
  },
  (table) => [
    unique("attempts_number").on(table.taskId, table.number),
    unique("attempts_tenant_id").on(table.tenantId, table.id),
    uniqueIndex("attempts_one_success").on(table.taskId).where(sql`outcome = 'success'`),
    uniqueIndex("attempts_one_open").on(table.taskId).where(sql`ended_at is null`),
    index("attempts_lease").on(table.leaseExpiresAt).where(sql`ended_at is null`),
    foreignKey({
      name: "attempts_task_of_tenant",
      columns: [table.tenantId, table.taskId],
      foreignColumns: [tasks.tenantId, tasks.id],
    }),
  ],
);

/** Journal of proven steps: the next attempt of the task starts with it. */
export const attemptSteps = pgTable(
  "attempt_steps",
  {
    id: id(),
    tenantId: tenantId().references(() => tenants.id),
    taskId: uuid("task_id").notNull(),
    attemptId: uuid("attempt_id").notNull(),
    /** Step id or index, with the iteration for `for_each`; unique within the attempt. */
    step: text("step").notNull(),
    saved: jsonb("saved").$type<JsonObject>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("attempt_steps_step").on(table.attemptId, table.step),
    index("attempt_steps_task").on(table.taskId, table.id),
    foreignKey({
      name: "attempt_steps_attempt_of_tenant",
      columns: [table.tenantId, table.attemptId],
      foreignColumns: [attempts.tenantId, attempts.id],
    }),
  ],
);
