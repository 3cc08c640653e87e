import { type Batch, FleetError } from "@deskfleet/contracts";
import { and, eq, isNull, sql } from "drizzle-orm";
import { findBatch } from "./batches.ts";
import type { Tx } from "./database.ts";
import { cancelQueuedRows, settleBatch } from "./end-task.ts";
import { appendEvent } from "./events.ts";
import { batches, tasks } from "./schema/index.ts";
import { notify } from "./signals.ts";

/** No further row begins; running rows go on. @throws FleetError `resource.not_found`, `resource.conflict` when it is over. */
export const pauseBatch = (tx: Tx, id: string): Promise<Batch> => change(tx, id, "paused");

/** @throws FleetError as pauseBatch. */
export const resumeBatch = (tx: Tx, id: string): Promise<Batch> => change(tx, id, "running");

/** Waiting rows are cancelled at once, running ones are asked to stop. @throws FleetError as pauseBatch. */
export async function cancelBatch(tx: Tx, id: string): Promise<Batch> {
  await change(tx, id, "cancelled");
  await cancelQueuedRows(tx, id, "the batch was cancelled");
  const running = await tx
    .update(tasks)
    .set({ cancelRequestedAt: sql`coalesce(${tasks.cancelRequestedAt}, now())` })
    .where(and(eq(tasks.batchId, id), isNull(tasks.endedAt)))
    .returning({ id: tasks.id });
  for (const task of running) await notify(tx, { kind: "task.cancel", taskId: task.id });
  await settleBatch(tx, id);
  return (await findBatch(tx, id))!;
}

/** To the state it has already: no change, no event. */
async function change(tx: Tx, id: string, state: "running" | "paused" | "cancelled"): Promise<Batch> {
  const [batch] = await tx.select().from(batches).where(eq(batches.id, id)).for("update");
  if (!batch) throw new FleetError("resource.not_found", "there is no such batch");
  if (batch.state !== state) {
    if (batch.state !== "running" && batch.state !== "paused")
      throw new FleetError("resource.conflict", `the batch is over: ${batch.state}`);
    await tx.update(batches).set({ state }).where(eq(batches.id, id));
    const data = { state, reference: batch.reference };
    await appendEvent(tx, { tenantId: batch.tenantId, type: "batch.updated", batchId: id, data });
    if (state === "running") await notify(tx, { kind: "task.queued" });
  }
  return (await findBatch(tx, id))!;
}
