import { type Batch, type Page, type PageQuery, TASK_STATES, type Task, TaskEnding } from "@deskfleet/contracts";
import { and, asc, count, desc, eq, gt, inArray, lt } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { decodeCursor, toPage } from "./paging.ts";
import { batches, tasks } from "./schema/index.ts";
import { toTasks } from "./task-record.ts";

export async function findBatch(tx: Tx, id: string): Promise<Batch | null> {
  const [batch] = await toBatches(tx, await tx.select().from(batches).where(eq(batches.id, id)));
  return batch ?? null;
}

export async function findBatchByReference(tx: Tx, reference: string): Promise<Batch | null> {
  const [batch] = await toBatches(tx, await tx.select().from(batches).where(eq(batches.reference, reference)));
  return batch ?? null;
}

/** Newest first. */
export async function listBatches(
  tx: Tx,
  filters: { state?: Batch["state"] | undefined },
  page: PageQuery,
): Promise<Page<Batch>> {
  const after = decodeCursor(page.cursor);
  const rows = await tx
    .select()
    .from(batches)
    .where(
      and(
        filters.state === undefined ? undefined : eq(batches.state, filters.state),
        after === null ? undefined : lt(batches.id, after),
      ),
    )
    .orderBy(desc(batches.id))
    .limit(page.limit + 1);
  const { items, nextCursor } = toPage(rows, page.limit, (row) => row);
  return { items: await toBatches(tx, items), nextCursor };
}

/** Rows in order, read in portions by row number: memory does not grow with the batch. Keep the transaction open while reading. */
export async function* listBatchRows(
  tx: Tx,
  batchId: string,
  options: { afterRow?: number; portion?: number } = {},
): AsyncGenerator<Task> {
  const portion = options.portion ?? 500;
  for (let afterRow = options.afterRow ?? 0; ; ) {
    const rows = await tx
      .select()
      .from(tasks)
      .where(and(eq(tasks.batchId, batchId), gt(tasks.row, afterRow)))
      .orderBy(asc(tasks.row))
      .limit(portion);
    yield* await toTasks(tx, rows);
    const last = rows.at(-1);
    if (!last || rows.length < portion) return;
    afterRow = last.row ?? afterRow;
  }
}

/** With the number of rows in each state and of each ending, counted now: one query for any number of batches. */
export async function toBatches(tx: Tx, rows: readonly (typeof batches.$inferSelect)[]): Promise<Batch[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const counted = await tx
    .select({ batchId: tasks.batchId, state: tasks.state, outcome: tasks.outcome, n: count() })
    .from(tasks)
    .where(inArray(tasks.batchId, ids))
    .groupBy(tasks.batchId, tasks.state, tasks.outcome);
  return rows.map((row) => {
    const counts = zeros(TASK_STATES);
    const outcomes = zeros(TaskEnding.options);
    for (const { batchId, state, outcome, n } of counted) {
      if (batchId !== row.id) continue;
      counts[state] += n;
      const ending = state === "expired" ? state : outcome;
      if (ending !== null) outcomes[ending] += n;
    }
    return {
      id: row.id,
      reference: row.reference,
      workflow: row.workflow,
      state: row.state,
      concurrency: row.concurrency,
      rows: row.rows,
      counts,
      outcomes,
      createdAt: row.createdAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
    };
  });
}

const zeros = <K extends string>(keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;
