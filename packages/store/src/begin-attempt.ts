import type { Attempt, JsonObject, Principal, WorkflowDocument } from "@deskfleet/contracts";
import { DesktopSpec } from "@deskfleet/contracts";
import { asc, count, eq, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { endTask, lockTask } from "./end-task.ts";
import { appendEvent } from "./events.ts";
import { newId } from "./ids.ts";
import { findPrincipal } from "./keys.ts";
import { attemptSteps, attempts, batches, tasks, workflows } from "./schema/index.ts";
import { type TaskRecord, toAttempt, toTaskRecord } from "./task-record.ts";

export interface BegunAttempt {
  readonly attempt: Attempt;
  /** Greater than that of every lease before it. */
  readonly fencingToken: number;
  readonly leaseExpiresAt: string;
  readonly task: TaskRecord;
  /** The stored workflow; inline steps as one named `inline`. */
  readonly workflow: WorkflowDocument;
  /** Who submitted the task; null when its key was revoked meanwhile, and then nothing may be done in its name. */
  readonly principal: Principal | null;
  /** Steps that earlier attempts have proven, oldest first. */
  readonly journal: readonly { readonly step: string; readonly attemptId: string; readonly saved: JsonObject }[];
}

/**
 * Takes the task for this worker, or answers null when it is not to be done now: taken, finished, not due, its batch not running.
 * The row's lock decides between parallel callers. A task past its deadline ends `expired` here.
 */
export async function beginAttempt(
  tx: Tx,
  input: { taskId: string; workerId: string; leaseMs: number },
): Promise<BegunAttempt | null> {
  const row = await lockTask(tx, input.taskId);
  if (row?.state !== "queued") return null;
  const now = await databaseTime(tx);
  if (row.deadline !== null && row.deadline <= now) {
    await endTask(tx, row, {
      state: "expired",
      outcome: null,
      reason: "not started before its deadline",
      output: null,
    });
    return null;
  }
  const isEarly = row.notBefore !== null && row.notBefore > now;
  if (isEarly || !(await isBatchRunning(tx, row.batchId))) {
    // Back to the dispatcher, which finds it again when it is due.
    await tx.update(tasks).set({ dispatchedAt: null }).where(eq(tasks.id, row.id));
    return null;
  }
  const [tried] = await tx.select({ n: count() }).from(attempts).where(eq(attempts.taskId, row.id));
  const [attempt] = await tx
    .insert(attempts)
    .values({
      id: newId(),
      tenantId: row.tenantId,
      taskId: row.id,
      number: tried!.n + 1,
      workerId: input.workerId,
      fencingToken: sql`nextval('fencing_tokens')`,
      leaseExpiresAt: sql`clock_timestamp() + ${input.leaseMs} * interval '1 millisecond'`,
      startedAt: sql`clock_timestamp()`,
    })
    .returning();
  const [running] = await tx
    .update(tasks)
    .set({ state: "running", startedAt: sql`coalesce(${tasks.startedAt}, clock_timestamp())`, notBefore: null })
    .where(eq(tasks.id, row.id))
    .returning();
  await appendEvent(tx, {
    tenantId: row.tenantId,
    type: "task.started",
    taskId: row.id,
    batchId: row.batchId,
    data: { attempt: attempt!.number, attemptId: attempt!.id, workerId: input.workerId },
  });
  return {
    attempt: toAttempt(attempt!),
    fencingToken: attempt!.fencingToken,
    leaseExpiresAt: attempt!.leaseExpiresAt.toISOString(),
    task: toTaskRecord(running!),
    workflow: await programOf(tx, row),
    principal: await findPrincipal(tx, row.createdBy),
    journal: await journalOf(tx, row.id),
  };
}

async function databaseTime(tx: Tx): Promise<Date> {
  const { rows } = await tx.execute<{ now: string }>(sql`select clock_timestamp() as now`);
  return new Date(rows[0]!.now);
}

async function isBatchRunning(tx: Tx, batchId: string | null): Promise<boolean> {
  if (batchId === null) return true;
  const [batch] = await tx.select({ state: batches.state }).from(batches).where(eq(batches.id, batchId));
  return batch?.state === "running";
}

async function programOf(tx: Tx, task: typeof tasks.$inferSelect): Promise<WorkflowDocument> {
  if (task.workflowId !== null) {
    const [stored] = await tx
      .select({ document: workflows.document })
      .from(workflows)
      .where(eq(workflows.id, task.workflowId));
    return stored!.document;
  }
  const { steps = [], desktop = DesktopSpec.parse({}), grants = [], output = {} } = task.program ?? {};
  return { name: "inline", version: 1, inputs: { type: "object" }, desktop, grants, steps, output };
}

function journalOf(tx: Tx, taskId: string): Promise<{ step: string; attemptId: string; saved: JsonObject }[]> {
  return tx
    .select({ step: attemptSteps.step, attemptId: attemptSteps.attemptId, saved: attemptSteps.saved })
    .from(attemptSteps)
    .where(eq(attemptSteps.taskId, taskId))
    .orderBy(asc(attemptSteps.id));
}
