import { FleetError, type Task } from "@deskfleet/contracts";
import { eq, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { endTask, lockTask } from "./end-task.ts";
import { tasks } from "./schema/index.ts";
import { notify } from "./signals.ts";
import { findTask } from "./tasks.ts";

/**
 * A waiting task is cancelled at once; one that a worker has is asked to stop by signal and ends when its attempt does.
 * Cancelling what is cancelled already is no error. @throws FleetError `resource.not_found`, `resource.conflict` when it ended otherwise.
 */
export async function cancelTask(tx: Tx, id: string, reason = "cancelled on request"): Promise<Task> {
  const task = await lockTask(tx, id);
  if (!task) throw new FleetError("resource.not_found", "there is no such task");
  if (task.endedAt !== null && task.state !== "cancelled")
    throw new FleetError("resource.conflict", `the task has ended already: ${task.state}`);
  if (task.state === "queued") {
    await endTask(tx, task, { state: "cancelled", outcome: "cancelled", reason, output: null });
  } else if (task.endedAt === null) {
    await tx
      .update(tasks)
      .set({ cancelRequestedAt: sql`coalesce(${tasks.cancelRequestedAt}, now())` })
      .where(eq(tasks.id, id));
    await notify(tx, { kind: "task.cancel", taskId: id });
  }
  return (await findTask(tx, id))!;
}
