import { and, eq, isNull, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { endTask, lockTask } from "./end-task.ts";
import { appendEvent } from "./events.ts";
import type { LeaseProof } from "./leases.ts";
import { attempts, tasks } from "./schema/index.ts";
import { notify } from "./signals.ts";

/**
 * Ends an attempt whose worker stops on purpose: the task is due again at once, and because the attempt was ours to end it
 * takes none of the task's attempts away. False: the token is stale or the attempt has ended; nothing was changed.
 */
export async function giveBackAttempt(tx: Tx, input: LeaseProof & { reason: string }): Promise<boolean> {
  const [known] = await tx.select({ taskId: attempts.taskId }).from(attempts).where(eq(attempts.id, input.attemptId));
  const task = known && (await lockTask(tx, known.taskId));
  if (!task) return false;
  const [attempt] = await tx
    .update(attempts)
    .set({ outcome: "infrastructure_error", reason: input.reason, endedAt: sql`clock_timestamp()` })
    .where(and(eq(attempts.id, input.attemptId), eq(attempts.fencingToken, input.token), isNull(attempts.endedAt)))
    .returning({ number: attempts.number });
  if (!attempt) return false;
  if (task.cancelRequestedAt !== null) {
    await endTask(tx, task, { state: "cancelled", outcome: "cancelled", reason: "cancelled on request", output: null });
    return true;
  }
  await tx
    .update(tasks)
    .set({ state: "queued", dispatchedAt: null, maxAttempts: sql`${tasks.maxAttempts} + 1` })
    .where(eq(tasks.id, task.id));
  await appendEvent(tx, {
    tenantId: task.tenantId,
    type: "task.retried",
    taskId: task.id,
    batchId: task.batchId,
    data: { outcome: "infrastructure_error", reason: input.reason, attempt: attempt.number, retryAt: null },
  });
  await notify(tx, { kind: "task.queued" });
  return true;
}
