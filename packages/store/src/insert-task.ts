import type { JsonObject, PolicyDocument, Task } from "@deskfleet/contracts";
import type { Tx } from "./database.ts";
import { appendEvent } from "./events.ts";
import { newId } from "./ids.ts";
import { type InlineProgram, tasks } from "./schema/index.ts";
import { notify } from "./signals.ts";
import { toTasks } from "./task-record.ts";

/** What single tasks and rows of a batch have in common. */
export interface TaskSettings {
  readonly priority: number;
  /** ISO 8601. */
  readonly notBefore?: string | null | undefined;
  readonly deadline?: string | null | undefined;
  /** Of one attempt. */
  readonly timeoutMs: number;
  readonly maxAttempts: number;
  /** What it is for. */
  readonly goal?: string | null | undefined;
  readonly trustedDomains?: readonly string[] | undefined;
}

export interface NewTask extends TaskSettings {
  readonly tenantId: string;
  /** Id of the principal. */
  readonly createdBy: string;
  /** A stored workflow, or `program` with inline steps: exactly one. */
  readonly workflow?: { readonly id: string; readonly name: string; readonly version: number } | undefined;
  readonly program?: InlineProgram | undefined;
  readonly inputs: JsonObject;
  readonly policy?: PolicyDocument | undefined;
  readonly projectId?: string | undefined;
  readonly reference?: string | undefined;
  readonly webhook?: string | undefined;
}

/** The task (which is its own outbox entry, see schema/tasks.ts), its event and the dispatcher's signal: all or nothing. */
export async function insertTask(tx: Tx, input: NewTask): Promise<Task> {
  const { workflow, notBefore, deadline, ...columns } = input;
  const [row] = await tx
    .insert(tasks)
    .values({
      id: newId(),
      ...columns,
      workflowId: workflow?.id ?? null,
      workflow: workflow ? `${workflow.name}@${workflow.version}` : null,
      notBefore: notBefore ? new Date(notBefore) : null,
      deadline: deadline ? new Date(deadline) : null,
    })
    .returning();
  const reference = input.reference ?? null;
  await appendEvent(tx, { tenantId: input.tenantId, type: "task.queued", taskId: row!.id, data: { reference } });
  await notify(tx, { kind: "task.queued" });
  const [task] = await toTasks(tx, [row!]);
  return task!;
}
