import { and, asc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { endTask, lockTask } from "./end-task.ts";
import { tasks } from "./schema/index.ts";
import { IS_ACTIVE, TENANT_LOAD } from "./tenant-load.ts";

/** What goes to the transport; the job's id is `<taskId>-<dispatch>`. */
export interface Dispatch {
  readonly taskId: string;
  readonly tenantId: string;
  readonly dispatch: number;
  /** 0 (last) to 100 (first). */
  readonly priority: number;
}

/** Limits hold only if one claim at a time counts what is active. */
const CLAIM_LOCK = 7_341_902_553;

/**
 * Claims due tasks in weighted fair share. Every tenant's next tasks are numbered on from what it has active, divided by its
 * weight, and the smallest come first: a tenant with weight 2 gets two for each one of a tenant with weight 1, and one that waits
 * for the first time is before one that has many. Within a tenant: priority, then age. Never beyond the tenant's concurrentTasks
 * or the batch's concurrency; nothing of a batch that is not running. The answer is in the order to be served in: a queue that sorted
 * it by `priority` again would let one tenant's urgent work starve the others. Cost grows with tenants and running batches, not with rows.
 */
export async function claimDueTasks(tx: Tx, input: { limit: number }): Promise<Dispatch[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`);
  const isDue = sql.raw(
    "state = 'queued' and dispatched_at is null and (not_before is null or not_before <= now()) and (deadline is null or deadline > now())",
  );
  // `nulls last` is how the index tasks_due is sorted; `= any(array(…))` is found by key even before the first analyze.
  const { rows } = await tx.execute<{ task_id: string; tenant_id: string; dispatch: number; priority: number }>(sql`
    with load as materialized (${TENANT_LOAD}),
    room as materialized (
      select id, weight, active, concurrent_tasks - active as room from load where concurrent_tasks > active
    ),
    candidate as (
      select t.* from room, lateral (
        select id, tenant_id, priority from tasks
        where tenant_id = room.id and batch_id is null and ${isDue}
        order by priority desc nulls last, id limit least(room.room, ${input.limit}::int)) t
      union all
      select t.* from room
      join batches b on b.tenant_id = room.id and b.state = 'running',
      lateral (
        select b.concurrency - count(*)::int as room from tasks where batch_id = b.id and tenant_id = b.tenant_id and ${IS_ACTIVE}
      ) free,
      lateral (
        select id, tenant_id, priority from tasks
        where tenant_id = b.tenant_id and batch_id = b.id and ${isDue}
        order by priority desc nulls last, id limit greatest(0, least(room.room, free.room, ${input.limit}::int))) t
    ),
    ranked as (
      select c.id, c.priority, room.weight, room.active, room.room,
        row_number() over (partition by c.tenant_id order by c.priority desc, c.id) as place
      from candidate c join room on room.id = c.tenant_id
    ),
    chosen as (
      select id, row_number() over (order by (active + place)::float / weight, priority desc, id) as turn
      from ranked where place <= room order by turn limit ${input.limit}
    ),
    locked as (
      select id from tasks where id = any(array(select id from chosen)) and ${isDue} for update skip locked
    ),
    claimed as (
      update tasks set dispatch = dispatch + 1, dispatched_at = clock_timestamp()
      where id = any(array(select id from locked))
      returning id, tenant_id, dispatch, priority
    )
    select id as task_id, tenant_id, dispatch, priority from claimed join chosen using (id) order by turn`);
  return rows.map((row) => ({
    taskId: row.task_id,
    tenantId: row.tenant_id,
    dispatch: row.dispatch,
    priority: row.priority,
  }));
}

/** The transport has them (again): not stale for now. */
export async function markDispatched(tx: Tx, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return;
  await tx
    .update(tasks)
    .set({ dispatchedAt: sql`clock_timestamp()` })
    .where(and(inArray(tasks.id, [...taskIds]), eq(tasks.state, "queued"), sql`${tasks.dispatchedAt} is not null`));
}

/** The transport lost them: due again, under the next dispatch number. */
export async function undispatch(tx: Tx, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return;
  await tx
    .update(tasks)
    .set({ dispatchedAt: null })
    .where(and(inArray(tasks.id, [...taskIds]), eq(tasks.state, "queued")));
}

/** Given to the transport longer ago than this, and still nobody has begun: for each, look there, then markDispatched or undispatch. */
export async function staleDispatches(tx: Tx, olderThanMs: number, limit = 500): Promise<Dispatch[]> {
  return tx
    .select({ taskId: tasks.id, tenantId: tasks.tenantId, dispatch: tasks.dispatch, priority: tasks.priority })
    .from(tasks)
    .where(
      and(
        eq(tasks.state, "queued"),
        lt(tasks.dispatchedAt, sql`clock_timestamp() - ${olderThanMs} * interval '1 millisecond'`),
      ),
    )
    .orderBy(asc(tasks.dispatchedAt))
    .limit(limit);
}

/** Ends queued tasks whose deadline has passed. Answers how many. */
export async function expireTasks(tx: Tx, limit = 200): Promise<number> {
  const due = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.state, "queued"), lt(tasks.deadline, sql`clock_timestamp()`)))
    .orderBy(asc(tasks.batchId), asc(tasks.id))
    .limit(limit);
  let ended = 0;
  for (const { id } of due) {
    const task = await lockTask(tx, id);
    if (task?.state !== "queued") continue;
    await endTask(tx, task, {
      state: "expired",
      outcome: null,
      reason: "not started before its deadline",
      output: null,
    });
    ended += 1;
  }
  return ended;
}
