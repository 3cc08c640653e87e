import type { JsonObject, TaskState } from "@deskfleet/contracts";
import { and, asc, eq, gt, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { newId } from "./ids.ts";
import { attemptSteps, attempts, tasks } from "./schema/index.ts";

/** Names a lease: whoever shows these two, while it lasts, speaks for the attempt. */
export interface LeaseProof {
  readonly attemptId: string;
  readonly token: number;
}

const holds = ({ attemptId, token }: LeaseProof): SQL | undefined =>
  and(
    eq(attempts.id, attemptId),
    eq(attempts.fencingToken, token),
    isNull(attempts.endedAt),
    gt(attempts.leaseExpiresAt, sql`clock_timestamp()`),
  );

/** Prolongs the lease. False: it ran out or was never this caller's; stop at once, another attempt may begin. */
export async function heartbeat(tx: Tx, lease: LeaseProof & { leaseMs: number }): Promise<boolean> {
  const rows = await tx
    .update(attempts)
    .set({ leaseExpiresAt: sql`clock_timestamp() + ${lease.leaseMs} * interval '1 millisecond'` })
    .where(holds(lease))
    .returning({ id: attempts.id });
  return rows.length === 1;
}

/** Which session serves the attempt. False when the lease is lost. */
export async function setAttemptSession(tx: Tx, lease: LeaseProof & { sessionId: string }): Promise<boolean> {
  const rows = await tx
    .update(attempts)
    .set({ sessionId: lease.sessionId })
    .where(holds(lease))
    .returning({ id: attempts.id });
  return rows.length === 1;
}

type WorkingState = Extract<TaskState, "running" | "waiting_approval" | "human_control" | "paused">;

/** Between running and waiting for a person. False when the lease is lost or the task has ended. */
export async function setTaskState(tx: Tx, lease: LeaseProof & { state: WorkingState }): Promise<boolean> {
  const rows = await tx
    .update(tasks)
    .set({ state: lease.state })
    .from(attempts)
    .where(and(eq(tasks.id, attempts.taskId), isNull(tasks.endedAt), holds(lease)))
    .returning({ id: tasks.id });
  return rows.length === 1;
}

/** Journals a step whose post-condition held; again for the same step of the attempt is a no-op. False when the lease is lost. */
export async function recordStep(tx: Tx, lease: LeaseProof & { step: string; saved: JsonObject }): Promise<boolean> {
  const [attempt] = await tx
    .select({ tenantId: attempts.tenantId, taskId: attempts.taskId })
    .from(attempts)
    .where(holds(lease))
    .for("share");
  if (!attempt) return false;
  const { attemptId, step, saved } = lease;
  await tx
    .insert(attemptSteps)
    .values({ id: newId(), ...attempt, attemptId, step, saved })
    .onConflictDoNothing({ target: [attemptSteps.attemptId, attemptSteps.step] });
  return true;
}

export interface ExpiredAttempt extends LeaseProof {
  readonly tenantId: string;
  readonly taskId: string;
  readonly workerId: string;
  readonly sessionId: string | null;
}

/** Open attempts whose worker fell silent. finishAttempt with their token, as infrastructure_error, gives the task back. */
export async function expiredAttempts(tx: Tx, limit = 100): Promise<ExpiredAttempt[]> {
  return tx
    .select({
      attemptId: attempts.id,
      token: attempts.fencingToken,
      tenantId: attempts.tenantId,
      taskId: attempts.taskId,
      workerId: attempts.workerId,
      sessionId: attempts.sessionId,
    })
    .from(attempts)
    .where(and(isNull(attempts.endedAt), lte(attempts.leaseExpiresAt, sql`clock_timestamp()`)))
    .orderBy(asc(attempts.leaseExpiresAt))
    .limit(limit);
}

/** A token for a lease that is no attempt: an interactive session. */
export async function nextFencingToken(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ token: string }>(sql`select nextval('fencing_tokens') as token`);
  return Number(rows[0]!.token);
}

/** Tasks among these that somebody asked to cancel: for a worker that reconnected and may have missed the signal. */
export async function cancelRequests(tx: Tx, taskIds: readonly string[]): Promise<string[]> {
  if (taskIds.length === 0) return [];
  const rows = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(inArray(tasks.id, [...taskIds]), sql`${tasks.cancelRequestedAt} is not null`));
  return rows.map(({ id }) => id);
}
