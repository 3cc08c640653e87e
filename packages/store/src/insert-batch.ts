import type { Batch, JsonObject } from "@deskfleet/contracts";
import { sql } from "drizzle-orm";
import { toBatches } from "./batches.ts";
import type { Tx } from "./database.ts";
import { appendEvent } from "./events.ts";
import { newId } from "./ids.ts";
import type { TaskSettings } from "./insert-task.ts";
import { batches } from "./schema/index.ts";
import { notify } from "./signals.ts";

export interface NewBatch extends TaskSettings {
  readonly tenantId: string;
  /** Id of the principal. */
  readonly createdBy: string;
  readonly reference: string;
  readonly workflow: { readonly id: string; readonly name: string; readonly version: number };
  /** Each row's inputs, in order; row numbers start at 1. */
  readonly rows: readonly JsonObject[];
  readonly concurrency: number;
  readonly stopAfterFailures?: number | undefined;
  /** Of every row's task. */
  readonly projectId?: string | null | undefined;
}

/** Rows per statement: keeps a statement of wide rows within a few megabytes. */
const CHUNK_ROWS = 1_000;

/** The batch and a task for each row, in the caller's transaction. @throws FleetError `resource.conflict` when the reference is taken. */
export async function insertBatch(tx: Tx, input: NewBatch): Promise<Batch> {
  const id = newId();
  const workflow = `${input.workflow.name}@${input.workflow.version}`;
  const [batch] = await tx
    .insert(batches)
    .values({
      id,
      tenantId: input.tenantId,
      reference: input.reference,
      workflowId: input.workflow.id,
      workflow,
      concurrency: input.concurrency,
      stopAfterFailures: input.stopAfterFailures ?? null,
      rows: input.rows.length,
      createdBy: input.createdBy,
    })
    .returning();
  for (let start = 0; start < input.rows.length; start += CHUNK_ROWS) {
    const chunk = input.rows
      .slice(start, start + CHUNK_ROWS)
      .map((inputs, index) => ({ id: newId(), row: start + index + 1, inputs }));
    await tx.execute(sql`
      insert into tasks (id, tenant_id, workflow_id, workflow, batch_id, row, inputs, priority, not_before, deadline, timeout_ms, max_attempts, created_by,
        project_id, goal, trusted_domains)
      select r.id, ${input.tenantId}, ${input.workflow.id}, ${workflow}, ${id}, r.row, r.inputs, ${input.priority},
        ${input.notBefore ?? null}::timestamptz, ${input.deadline ?? null}::timestamptz, ${input.timeoutMs}, ${input.maxAttempts}, ${input.createdBy},
        ${input.projectId ?? null}::uuid, ${input.goal ?? null}::text, ${JSON.stringify(input.trustedDomains ?? [])}::jsonb
      from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb) as r(id uuid, "row" int, inputs jsonb)`);
  }
  const data = { state: "running", reference: input.reference, rows: input.rows.length };
  await appendEvent(tx, { tenantId: input.tenantId, type: "batch.updated", batchId: id, data });
  await notify(tx, { kind: "task.queued" });
  const [answer] = await toBatches(tx, [batch!]);
  return answer!;
}
