import { type AttemptOutcome, FINAL_TASK_STATES, type JsonObject } from "@deskfleet/contracts";
import { and, count, eq, isNull, notInArray, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { appendEvent } from "./events.ts";
import { batches, tasks } from "./schema/index.ts";

export interface TaskEnd {
  readonly state: (typeof FINAL_TASK_STATES)[number];
  readonly outcome: AttemptOutcome | null;
  readonly reason: string | null;
  readonly output: JsonObject | null;
}

/**
 * Locks in the one order that everybody keeps, batch before task, and gives the task as it is then. Whoever holds these locks
 * may decide the task's next state, and nobody else counts the batch's failures meanwhile.
 */
export async function lockTask(tx: Tx, taskId: string): Promise<typeof tasks.$inferSelect | null> {
  const [found] = await tx.select({ batchId: tasks.batchId }).from(tasks).where(eq(tasks.id, taskId));
  if (!found) return null;
  if (found.batchId)
    await tx.select({ id: batches.id }).from(batches).where(eq(batches.id, found.batchId)).for("update");
  const [task] = await tx.select().from(tasks).where(eq(tasks.id, taskId)).for("update");
  return task ?? null;
}

/** Under lockTask. Ends the task, tells of it, and lets its batch stop or finish when that is due. */
export async function endTask(tx: Tx, task: typeof tasks.$inferSelect, end: TaskEnd): Promise<void> {
  await tx
    .update(tasks)
    .set({ ...end, endedAt: sql`clock_timestamp()`, dispatchedAt: null })
    .where(eq(tasks.id, task.id));
  await appendEvent(tx, {
    tenantId: task.tenantId,
    type: "task.finished",
    taskId: task.id,
    batchId: task.batchId,
    data: { state: end.state, outcome: end.outcome, reason: end.reason, reference: task.reference },
  });
  if (task.batchId) await settleBatch(tx, task.batchId);
}

/** Under the batch's lock: the stop rule first, then the end when no row is left. */
export async function settleBatch(tx: Tx, batchId: string): Promise<void> {
  const [batch] = await tx.select().from(batches).where(eq(batches.id, batchId));
  if (!batch) return;
  let { state } = batch;
  if ((state === "running" || state === "paused") && batch.stopAfterFailures !== null) {
    const failures = (await countRows(tx, batchId, "failed")) - batch.failuresBefore;
    if (failures >= batch.stopAfterFailures) {
      state = "stopped";
      await tx.update(batches).set({ state }).where(eq(batches.id, batchId));
      await cancelQueuedRows(tx, batchId, `the batch stopped after ${failures} failed rows`);
    }
  }
  if (batch.endedAt !== null || (await countRows(tx, batchId, "open")) > 0) return;
  if (state === "running" || state === "paused") state = "finished";
  await tx
    .update(batches)
    .set({ state, endedAt: sql`clock_timestamp()` })
    .where(and(eq(batches.id, batchId), isNull(batches.endedAt)));
  await appendEvent(tx, {
    tenantId: batch.tenantId,
    type: "batch.finished",
    batchId,
    data: { state, reference: batch.reference },
  });
}

/** Rows that have not begun; those that a worker is just beginning are waited for and then left to it. */
export async function cancelQueuedRows(tx: Tx, batchId: string, reason: string): Promise<void> {
  await tx
    .update(tasks)
    .set({ state: "cancelled", outcome: "cancelled", reason, endedAt: sql`clock_timestamp()`, dispatchedAt: null })
    .where(and(eq(tasks.batchId, batchId), eq(tasks.state, "queued")));
}

async function countRows(tx: Tx, batchId: string, which: "failed" | "open"): Promise<number> {
  const state = which === "failed" ? eq(tasks.state, "failed") : notInArray(tasks.state, [...FINAL_TASK_STATES]);
  const [row] = await tx
    .select({ n: count() })
    .from(tasks)
    .where(and(eq(tasks.batchId, batchId), state));
  return row!.n;
}
