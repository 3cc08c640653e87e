import { TASK_STATES, type TaskState } from "@deskfleet/contracts";
import { count } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { tasks } from "./schema/index.ts";

/** How many tasks this transaction can see in each state; zero where there are none. */
export async function countTasks(tx: Tx): Promise<Record<TaskState, number>> {
  const rows = await tx.select({ state: tasks.state, n: count() }).from(tasks).groupBy(tasks.state);
  const counts = Object.fromEntries(TASK_STATES.map((state) => [state, 0])) as Record<TaskState, number>;
  for (const { state, n } of rows) counts[state] = n;
  return counts;
}
