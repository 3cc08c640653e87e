import type { Attempt, PolicyDocument, Task } from "@deskfleet/contracts";
import { asc, inArray } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { attempts, type tasks } from "./schema/index.ts";
import { explainWaiting } from "./waiting.ts";

/** A task with what the worker needs and clients do not see. */
export interface TaskRecord extends Omit<Task, "attempts" | "waitingFor"> {
  readonly tenantId: string;
  /** Id of the principal that submitted it. */
  readonly createdBy: string;
  /** Flag layer. */
  readonly policy: PolicyDocument | null;
  readonly projectId: string | null;
  readonly goal: string | null;
  readonly trustedDomains: readonly string[];
  readonly timeoutMs: number;
  readonly maxAttempts: number;
  readonly deadline: string | null;
  readonly isCancelRequested: boolean;
}

type TaskRow = typeof tasks.$inferSelect;

export function toTaskRecord(row: TaskRow): TaskRecord {
  return {
    ...commonFields(row),
    tenantId: row.tenantId,
    createdBy: row.createdBy,
    policy: row.policy,
    projectId: row.projectId,
    goal: row.goal,
    trustedDomains: row.trustedDomains,
    timeoutMs: row.timeoutMs,
    maxAttempts: row.maxAttempts,
    deadline: row.deadline?.toISOString() ?? null,
    isCancelRequested: row.cancelRequestedAt !== null,
  };
}

export function toAttempt(row: typeof attempts.$inferSelect): Attempt {
  return {
    id: row.id,
    number: row.number,
    workerId: row.workerId,
    sessionId: row.sessionId,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    outcome: row.outcome,
    reason: row.reason,
  };
}

/** Tasks as clients see them: with their attempts, and why they wait. Three queries for any number of tasks. */
export async function toTasks(tx: Tx, rows: readonly TaskRow[]): Promise<Task[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const tried = await tx.select().from(attempts).where(inArray(attempts.taskId, ids)).orderBy(asc(attempts.number));
  const waiting = await explainWaiting(tx, rows);
  return rows.map((row) => ({
    ...commonFields(row),
    waitingFor: waiting.get(row.id) ?? null,
    attempts: tried.filter(({ taskId }) => taskId === row.id).map(toAttempt),
  }));
}

function commonFields(row: TaskRow): Omit<Task, "attempts" | "waitingFor"> {
  return {
    id: row.id,
    state: row.state,
    reference: row.reference,
    workflow: row.workflow,
    batchId: row.batchId,
    row: row.row,
    inputs: row.inputs,
    priority: row.priority,
    outcome: row.outcome,
    reason: row.reason,
    output: row.output,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}
