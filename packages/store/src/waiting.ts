import { inArray, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { batches, type tasks } from "./schema/index.ts";
import { IS_ACTIVE, TENANT_LOAD } from "./tenant-load.ts";

type TaskRow = typeof tasks.$inferSelect;

/** Task id -> why it waits, for people. Told when asked, from the same facts as the dispatcher uses; not stored, so never stale. */
export async function explainWaiting(tx: Tx, rows: readonly TaskRow[]): Promise<Map<string, string>> {
  const queued = rows.filter(({ state, dispatchedAt }) => state === "queued" && dispatchedAt === null);
  const loads = queued.length > 0 ? await tenantLoads(tx) : new Map<string, Load>();
  const waitingBatches = new Set(queued.flatMap(({ batchId }) => batchId ?? []));
  const inBatch = waitingBatches.size > 0 ? await batchLoads(tx, [...waitingBatches]) : new Map<string, BatchLoad>();
  const reasons = new Map<string, string>();
  for (const row of rows) {
    const reason = whyWaiting(row, loads.get(row.tenantId), inBatch.get(row.batchId ?? ""));
    if (reason !== null) reasons.set(row.id, reason);
  }
  return reasons;
}

function whyWaiting(row: TaskRow, tenant: Load | undefined, batch: BatchLoad | undefined): string | null {
  if (row.state === "waiting_approval") return "a person's approval";
  if (row.state === "human_control") return "the person in control to hand back";
  if (row.state === "paused") return "a person to resume it";
  if (row.state !== "queued") return null;
  if (row.cancelRequestedAt !== null) return "its cancellation";
  if (row.dispatchedAt !== null) return "a worker that takes new work and has a free desktop";
  if (row.notBefore !== null && row.notBefore.getTime() > Date.now())
    return `its start time, ${row.notBefore.toISOString()}`;
  if (batch?.state === "paused") return "its batch to be resumed";
  if (batch && batch.active >= batch.concurrency)
    return `its batch: ${batch.active} of ${batch.concurrency} rows are running`;
  if (tenant && tenant.active >= tenant.concurrentTasks)
    return `the tenant's limit: ${tenant.active} of ${tenant.concurrentTasks} tasks are running`;
  return "the dispatcher, behind tasks with a higher priority or a fairer share";
}

interface Load {
  readonly concurrentTasks: number;
  readonly active: number;
}

async function tenantLoads(tx: Tx): Promise<Map<string, Load>> {
  const { rows } = await tx.execute<{ id: string; concurrent_tasks: number; active: number }>(TENANT_LOAD);
  return new Map(rows.map(({ id, concurrent_tasks, active }) => [id, { concurrentTasks: concurrent_tasks, active }]));
}

interface BatchLoad {
  readonly state: string;
  readonly concurrency: number;
  readonly active: number;
}

async function batchLoads(tx: Tx, ids: string[]): Promise<Map<string, BatchLoad>> {
  const rows = await tx
    .select({
      id: batches.id,
      state: batches.state,
      concurrency: batches.concurrency,
      active: sql<number>`(select count(*)::int from tasks where batch_id = "batches"."id" and ${IS_ACTIVE})`,
    })
    .from(batches)
    .where(inArray(batches.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}
