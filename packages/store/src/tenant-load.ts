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
 * tenant's) and active (tasks that count against the limit). What the fleet's policy locks, the tenant's does not say.
 */
export const TENANT_LOAD = sql`
  select t.id,
    coalesce(least(
      (f.document #>> '{limits,concurrentTasks}')::int,
      case when f.document -> 'locks' ? 'limits.concurrentTasks' then null
        else (p.document #>> '{limits,concurrentTasks}')::int end
    ), ${CONCURRENT_TASKS_DEFAULT}::int) as concurrent_tasks,
    coalesce(
      (f.document #>> '{limits,weight}')::int,
      case when f.document -> 'locks' ? 'limits.weight' then null else (p.document #>> '{limits,weight}')::int end,
      ${WEIGHT_DEFAULT}::int
    ) as weight,
    (select count(*)::int from tasks where tenant_id = t.id and ${IS_ACTIVE}) as active
  from tenants t
  left join lateral (
    select document from policies where tenant_id is null order by version desc limit 1) f on true
  left join lateral (
    select document from policies
    where tenant_id = t.id and project_id is null and principal_id is null order by version desc limit 1) p on true`;
