import type { CreateTask } from "@deskfleet/contracts";
import { eq } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { projects, tasks } from "./schema/index.ts";

/**
 * What a task was asked for with, in a form that can be sent again; of a batch's row, what would run that row alone. A workflow
 * has the version that ran. Null for an unknown task and for another tenant's.
 */
export async function findTaskRequest(tx: Tx, id: string): Promise<CreateTask | null> {
  const [found] = await tx
    .select({ task: tasks, project: projects.name })
    .from(tasks)
    .leftJoin(projects, eq(projects.id, tasks.projectId))
    .where(eq(tasks.id, id));
  if (!found) return null;
  const { task, project } = found;
  // A try moves the start time: what is there after the first one is the time of the next.
  const notBefore = task.startedAt === null ? task.notBefore : null;
  return {
    ...(task.workflow === null ? task.program : { workflow: task.workflow }),
    inputs: task.inputs,
    ...(task.goal !== null && { goal: task.goal }),
    ...(task.trustedDomains.length > 0 && { trustedDomains: [...task.trustedDomains] }),
    ...(task.policy !== null && { policy: task.policy }),
    ...(project !== null && { project }),
    ...(task.reference !== null && { reference: task.reference }),
    ...(task.webhook !== null && { webhook: task.webhook }),
    priority: task.priority,
    ...(notBefore !== null && { notBefore: notBefore.toISOString() }),
    ...(task.deadline !== null && { deadline: task.deadline.toISOString() }),
    timeout: durationText(task.timeoutMs),
    maxAttempts: task.maxAttempts,
  };
}

const UNITS = [
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
] as const;

/** The shortest text that says exactly so many milliseconds: `10m`, `90s`, `1500ms`. */
function durationText(ms: number): string {
  const [unit, size] = UNITS.find(([, size]) => ms % size === 0) ?? ["ms", 1];
  return `${ms / size}${unit}`;
}
