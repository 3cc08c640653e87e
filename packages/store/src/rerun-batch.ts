import { type Batch, FleetError, RERUN_OUTCOMES, type RerunBatch } from "@deskfleet/contracts";
import { and, count, eq, inArray, or, sql } from "drizzle-orm";
import { findBatch } from "./batches.ts";
import type { Tx } from "./database.ts";
import { appendEvent } from "./events.ts";
import { batches, tasks } from "./schema/index.ts";
import { notify } from "./signals.ts";

export interface BatchRerun extends RerunBatch {
  readonly id: string;
  /** Id of the principal in whose name the rows run from now on. */
  readonly createdBy: string;
}

/**
 * Queues rows that did not succeed once more: the same tasks, with further attempts beside those they had. A row that
 * succeeded is never touched, and neither is one that still runs. A batch that was over runs again; a deadline that has
 * passed is dropped, because whoever asks wants the row done now.
 * @throws FleetError `resource.not_found`, `resource.conflict` when no row ended in one of the outcomes.
 */
export async function rerunBatch(tx: Tx, input: BatchRerun): Promise<Batch> {
  // Batch before task, as lockTask does: no row ends while it is decided which have ended.
  const [batch] = await tx.select().from(batches).where(eq(batches.id, input.id)).for("update");
  if (!batch) throw new FleetError("resource.not_found", "there is no such batch");
  const chosen = input.outcomes ?? RERUN_OUTCOMES.filter((outcome) => outcome !== "business_error");
  const rows = await tx
    .update(tasks)
    .set({
      ...{ state: "queued", outcome: null, reason: null, output: null, createdBy: input.createdBy },
      ...{ startedAt: null, endedAt: null, notBefore: null, dispatchedAt: null, cancelRequestedAt: null },
      attemptsBefore: sql`(select count(*)::int from attempts where attempts.task_id = tasks.id)`,
      deadline: sql`case when ${tasks.deadline} > clock_timestamp() then ${tasks.deadline} end`,
    })
    .where(
      and(
        eq(tasks.batchId, input.id),
        inArray(tasks.state, ["failed", "expired", "cancelled"]),
        or(
          inArray(
            tasks.outcome,
            chosen.filter((outcome) => outcome !== "expired"),
          ),
          chosen.includes("expired") ? eq(tasks.state, "expired") : undefined,
        ),
      ),
    )
    .returning({ id: tasks.id });
  if (rows.length === 0) throw new FleetError("resource.conflict", "no row of the batch ended so that it runs again");
  const [left] = await tx
    .select({ failed: count() })
    .from(tasks)
    .where(and(eq(tasks.batchId, input.id), eq(tasks.state, "failed")));
  const state = batch.state === "paused" ? "paused" : "running";
  await tx.update(batches).set({ state, endedAt: null, failuresBefore: left!.failed }).where(eq(batches.id, input.id));
  const data = { state, reference: batch.reference, rerunRows: rows.length };
  await appendEvent(tx, { tenantId: batch.tenantId, type: "batch.updated", batchId: input.id, data });
  await notify(tx, { kind: "task.queued" });
  return (await findBatch(tx, input.id))!;
}
