import { sql } from "drizzle-orm";
import type { Tx } from "./database.ts";

/** Tasks that ended in one hour, of a tenant. */
export interface HourOfTasks {
  /** When the hour began. */
  readonly at: string;
  readonly succeeded: number;
  /** Failed, and those that expired before they began. */
  readonly failed: number;
  readonly cancelled: number;
}

/** How tasks ended in each of the last `hours` hours, oldest first; the current one is not over yet. Empty hours are there too. */
export async function taskHours(tx: Tx, hours: number): Promise<HourOfTasks[]> {
  const { rows } = await tx.execute<{ at: string; succeeded: number; failed: number; cancelled: number }>(sql`
    with hours as (
      select generate_series(
        date_trunc('hour', now()) - make_interval(hours => ${hours - 1}::int), date_trunc('hour', now()), interval '1 hour') as hour
    ), ended as (
      select date_trunc('hour', ended_at) as hour, state, count(*)::int as n
      from tasks where ended_at >= (select min(hour) from hours) group by 1, 2
    )
    select to_char(hours.hour at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
      coalesce(sum(n) filter (where state = 'succeeded'), 0)::int as succeeded,
      coalesce(sum(n) filter (where state in ('failed', 'expired')), 0)::int as failed,
      coalesce(sum(n) filter (where state = 'cancelled'), 0)::int as cancelled
    from hours left join ended on ended.hour = hours.hour
    group by hours.hour order by hours.hour`);
  return rows;
}

/** What waits in one tenant. */
export interface TenantQueue {
  readonly tenantId: string;
  readonly name: string;
  readonly queued: number;
  readonly active: number;
  /** Of the task that waits longest; null where none does. */
  readonly oldestQueuedAt: string | null;
}

/** Of every tenant that the transaction sees: its own, or in a system transaction all, those with the longest queue first. */
export async function tenantQueues(tx: Tx): Promise<TenantQueue[]> {
  const { rows } = await tx.execute<Record<keyof TenantQueue, string | number | null>>(sql`
    select t.id as "tenantId", t.name,
      count(*) filter (where tasks.state = 'queued')::int as queued,
      count(*) filter (where tasks.state in ('running', 'waiting_approval', 'human_control', 'paused'))::int as active,
      to_char(min(tasks.created_at) filter (where tasks.state = 'queued') at time zone 'utc',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "oldestQueuedAt"
    from tenants t
    left join tasks on tasks.tenant_id = t.id
      and tasks.state in ('queued', 'running', 'waiting_approval', 'human_control', 'paused')
    group by t.id, t.name order by queued desc, t.name`);
  return rows as unknown as TenantQueue[];
}
