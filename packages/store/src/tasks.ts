import type { AttemptOutcome, Page, PageQuery, Task, TaskState } from "@deskfleet/contracts";
import { and, desc, eq, lt } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { decodeCursor, toPage } from "./paging.ts";
import { tasks } from "./schema/index.ts";
import { toTasks } from "./task-record.ts";

/** Null for an unknown task and for another tenant's: nobody can tell them apart. */
export async function findTask(tx: Tx, id: string): Promise<Task | null> {
  const rows = await tx.select().from(tasks).where(eq(tasks.id, id));
  const [task] = await toTasks(tx, rows);
  return task ?? null;
}

export interface TaskFilters {
  readonly state?: TaskState | undefined;
  /** How it ended: of ended tasks alone. Those that expired have none. */
  readonly outcome?: AttemptOutcome | undefined;
  readonly reference?: string | undefined;
  readonly batchId?: string | undefined;
  /** `name@version`. */
  readonly workflow?: string | undefined;
}

/** Newest first. */
export async function listTasks(tx: Tx, filters: TaskFilters, page: PageQuery): Promise<Page<Task>> {
  const after = decodeCursor(page.cursor);
  const rows = await tx
    .select()
    .from(tasks)
    .where(
      and(
        filters.state === undefined ? undefined : eq(tasks.state, filters.state),
        filters.outcome === undefined ? undefined : eq(tasks.outcome, filters.outcome),
        filters.reference === undefined ? undefined : eq(tasks.reference, filters.reference),
        filters.batchId === undefined ? undefined : eq(tasks.batchId, filters.batchId),
        filters.workflow === undefined ? undefined : eq(tasks.workflow, filters.workflow),
        after === null ? undefined : lt(tasks.id, after),
      ),
    )
    .orderBy(desc(tasks.id))
    .limit(page.limit + 1);
  const { items, nextCursor } = toPage(rows, page.limit, (row) => row);
  return { items: await toTasks(tx, items), nextCursor };
}
