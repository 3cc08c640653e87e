import { type AttemptOutcome, type JsonObject, RETRYABLE_OUTCOMES, type TaskState } from "@deskfleet/contracts";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { endTask, lockTask, type TaskEnd } from "./end-task.ts";
import { appendEvent } from "./events.ts";
import { attempts, tasks } from "./schema/index.ts";
import { notify } from "./signals.ts";

export interface FinishAttempt {
  readonly attemptId: string;
  readonly token: number;
  readonly outcome: AttemptOutcome;
  /** For people; redacted. */
  readonly reason?: string | null;
  readonly output?: JsonObject | null;
}

export interface Finished {
  /** False: the token is stale or the attempt has ended; nothing was changed. */
  readonly isAccepted: boolean;
  /** The task's state now; null when there is no such attempt. */
  readonly taskState: TaskState | null;
  /** When the next attempt is due. */
  readonly retryAt: string | null;
}

const BACKOFF_MS_FIRST = 1_000;
const BACKOFF_MS_MAX = 60_000;

/**
 * Ends an attempt and decides what becomes of its task: only application and infrastructure errors are tried again, after
 * 1, 2, 4 … seconds, and only while attempts are left and nobody asked to cancel. A lease that ran out is accepted as long as
 * nobody closed the attempt: no other can have begun, and what was done is done.
 */
export async function finishAttempt(tx: Tx, input: FinishAttempt): Promise<Finished> {
  const [known] = await tx.select({ taskId: attempts.taskId }).from(attempts).where(eq(attempts.id, input.attemptId));
  if (!known) return { isAccepted: false, taskState: null, retryAt: null };
  const task = (await lockTask(tx, known.taskId))!;
  const [attempt] = await tx
    .update(attempts)
    .set({
      outcome: input.outcome,
      reason: input.reason ?? null,
      output: input.output ?? null,
      endedAt: sql`clock_timestamp()`,
    })
    .where(and(eq(attempts.id, input.attemptId), eq(attempts.fencingToken, input.token), isNull(attempts.endedAt)))
    .returning();
  if (!attempt) return { isAccepted: false, taskState: task.state, retryAt: null };

  const isRetryable = (RETRYABLE_OUTCOMES as readonly AttemptOutcome[]).includes(input.outcome);
  const tries = attempt.number - task.attemptsBefore;
  if (isRetryable && task.cancelRequestedAt === null && tries < task.maxAttempts)
    return retryTask(tx, task, { number: attempt.number, tries }, input);
  const state = finalState(input.outcome, isRetryable && task.cancelRequestedAt !== null);
  const outcome = state === "cancelled" ? "cancelled" : input.outcome;
  await endTask(tx, task, { state, outcome, reason: input.reason ?? null, output: input.output ?? null });
  return { isAccepted: true, taskState: state, retryAt: null };
}

function finalState(outcome: AttemptOutcome, wasToBeCancelled: boolean): TaskEnd["state"] {
  if (outcome === "success") return "succeeded";
  return outcome === "cancelled" || wasToBeCancelled ? "cancelled" : "failed";
}

async function retryTask(
  tx: Tx,
  task: typeof tasks.$inferSelect,
  { number, tries }: { number: number; tries: number },
  input: FinishAttempt,
): Promise<Finished> {
  const delayMs = Math.min(BACKOFF_MS_FIRST * 2 ** (tries - 1), BACKOFF_MS_MAX);
  const [queued] = await tx
    .update(tasks)
    .set({
      state: "queued",
      dispatchedAt: null,
      notBefore: sql`clock_timestamp() + ${delayMs} * interval '1 millisecond'`,
      reason: input.reason ?? null,
    })
    .where(eq(tasks.id, task.id))
    .returning({ notBefore: tasks.notBefore });
  const retryAt = queued!.notBefore!.toISOString();
  await appendEvent(tx, {
    tenantId: task.tenantId,
    type: "task.retried",
    taskId: task.id,
    batchId: task.batchId,
    data: { outcome: input.outcome, reason: input.reason ?? null, attempt: number, retryAt },
  });
  await notify(tx, { kind: "task.queued" });
  return { isAccepted: true, taskState: "queued", retryAt };
}
