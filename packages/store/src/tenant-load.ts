import { sql } from "drizzle-orm";

/** What holds when no policy document says otherwise; the same numbers as in the gates' merge of policies. */
const CONCURRENT_TASKS_DEFAULT = 100;
const WEIGHT_DEFAULT = 1;

/** Has a desktop or is on its way to one. The index tasks_active has the same condition. */
export const IS_ACTIVE = sql.raw(
  "(state in ('running', 'waiting_approval', 'human_control', 'paused') or (state = 'queued' and dispatched_at is not null))",
);

/**
 * One row for each visible tenant: id, concurrent_tasks (the strictest of fleet and tenant), weight (the fleet's word before the
 * tenant's) and active (tasks that count against the limit).
 */
export const TENANT_LOAD = sql`
  select t.id,
    coalesce(least(
      (f.document #>> '{limits,concurrentTasks}')::int, (p.document #>> '{limits,concurrentTasks}')::int
    ), ${CONCURRENT_TASKS_DEFAULT}::int) as concurrent_tasks,
    coalesce(
      (f.document #>> '{limits,weight}')::int, (p.document #>> '{limits,weight}')::int, ${WEIGHT_DEFAULT}::int
    ) as weight,
    (select count(*)::int from tasks where tenant_id = t.id and ${IS_ACTIVE}) as active
  from tenants t
  left join lateral (
    select document from policies where tenant_id is null order by version desc limit 1) f on true
  left join lateral (
    select document from policies where tenant_id = t.id order by version desc limit 1) p on true`;
