import { type EventType, FleetError, type FleetEvent, type JsonObject, SIGNAL_CHANNEL } from "@deskfleet/contracts";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { events } from "./schema/index.ts";

export interface NewEvent {
  readonly tenantId: string;
  readonly type: EventType;
  readonly taskId?: string | null;
  readonly batchId?: string | null;
  readonly sessionId?: string | null;
  /** Nothing secret: it goes to SSE and webhooks. */
  readonly data?: JsonObject;
}

/**
 * In the transaction of the change it tells of: the event, a delivery for each webhook that wants it (the tenant's own and the
 * task's), and the signal, in one statement.
 */
export async function appendEvent(tx: Tx, event: NewEvent): Promise<void> {
  const { tenantId, type, taskId = null, batchId = null, sessionId = null, data = {} } = event;
  const signal = JSON.stringify({ kind: "event", tenantId });
  await tx.execute(sql`
    with written as (
      insert into events (tenant_id, type, task_id, batch_id, session_id, data)
      values (${tenantId}, ${type}, ${taskId}, ${batchId}, ${sessionId}, ${JSON.stringify(data)}::jsonb)
      returning id, xid, at
    ), registered as (
      select id, url from webhooks
      where tenant_id = ${tenantId} and disabled_at is null and (types = '[]'::jsonb or types ? ${type})
    ), targets as (
      select id, url from registered
      union all
      select null, webhook from tasks
      where ${type} like 'task.%' and id = ${taskId}::uuid and tenant_id = ${tenantId} and webhook is not null
        and webhook not in (select url from registered)
    ), deliveries as (
      insert into webhook_deliveries (tenant_id, event_id, webhook_id, url, body)
      select ${tenantId}::uuid, written.id, targets.id, targets.url, jsonb_build_object(
        'id', written.xid || '-' || written.id, 'type', ${type}::text, 'at', to_char(written.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'taskId', ${taskId}::text, 'batchId', ${batchId}::text, 'sessionId', ${sessionId}::text, 'data', ${JSON.stringify(data)}::jsonb)
      from written, targets
    )
    select pg_notify(${SIGNAL_CHANNEL}, ${signal})`);
}

export interface EventFilters {
  /** A cursor: the last event's id, or what `eventsNow` answered; null: from the first. */
  readonly afterId: string | null;
  readonly limit: number;
  readonly taskId?: string;
  readonly batchId?: string;
  readonly sessionId?: string;
  readonly types?: readonly EventType[];
}

/**
 * The oldest transaction of this database that was running when the statement began, else the first that was not begun. Numbers
 * are shared by all databases of a server, and so is `pg_snapshot_xmin`: somebody else's long transaction would hold readers
 * back. One that holds its own lock no more, or none yet, may be ours and counts.
 */
const OLDEST_RUNNING = sql`coalesce(
  (select min(running.xid) from pg_snapshot_xip(pg_current_snapshot()) as running (xid)
   where not exists (
     select from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'transactionid' and l.granted and l.mode = 'ExclusiveLock' and l.transactionid = running.xid::xid
       and a.datname <> current_database())),
  pg_snapshot_xmax(pg_current_snapshot()))`;

/**
 * Events after a cursor, oldest first, without gaps: what is not older than the oldest running transaction is left for the next
 * call, because a transaction with a smaller number could still commit.
 * @throws FleetError `request.invalid` for a cursor that is not one of ours.
 */
export async function eventsAfter(tx: Tx, filters: EventFilters): Promise<FleetEvent[]> {
  const cursor =
    filters.afterId === null ? ["0", "0"] : /^([0-9]{1,19})-([0-9]{1,18})$/.exec(filters.afterId)?.slice(1);
  if (!cursor)
    throw new FleetError("request.invalid", "the event id is not one of ours", {
      faults: [{ path: "/afterId", message: "the id of an event that was received" }],
    });
  const rows = await tx
    .select()
    .from(events)
    .where(
      and(
        sql`(${events.xid}, ${events.id}) > (${cursor[0]}::xid8, ${cursor[1]}::bigint)`,
        sql`${events.xid} < ${OLDEST_RUNNING}`,
        filters.taskId === undefined ? undefined : eq(events.taskId, filters.taskId),
        filters.batchId === undefined ? undefined : eq(events.batchId, filters.batchId),
        filters.sessionId === undefined ? undefined : eq(events.sessionId, filters.sessionId),
        filters.types === undefined ? undefined : inArray(events.type, [...filters.types]),
      ),
    )
    .orderBy(asc(events.xid), asc(events.id))
    .limit(filters.limit);
  return rows.map(({ id, xid, type, at, taskId, batchId, sessionId, data }) => ({
    id: `${xid}-${id}`,
    type,
    at: at.toISOString(),
    taskId,
    batchId,
    sessionId,
    data,
  }));
}

/** The cursor for a client that wants only what comes from now on. */
export async function eventsNow(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ oldest: string }>(sql`select ${OLDEST_RUNNING}::text as oldest`);
  return `${rows[0]!.oldest}-0`;
}
