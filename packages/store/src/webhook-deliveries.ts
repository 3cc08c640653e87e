import { type DeliveryError, FleetError, type FleetEvent, type Page, type WebhookDelivery } from "@deskfleet/contracts";
import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { webhookDeliveries } from "./schema/index.ts";

/** One delivery that the caller has to try now. */
export interface DueDelivery {
  readonly id: string;
  readonly tenantId: string;
  readonly webhookId: string | null;
  readonly url: string;
  readonly body: FleetEvent;
  /** With this one. */
  readonly tries: number;
}

/**
 * Takes deliveries whose time has come, the longest due first, at most `perTenant` of a tenant, so that one whose receiver
 * is slow delays nobody else's; the cost grows with tenants, not with what waits. Each is the caller's for `leaseMs` and
 * due again after that: a sender that died in between sends twice rather than never. In a system transaction.
 */
export async function claimDeliveries(
  tx: Tx,
  input: { limit: number; perTenant: number; leaseMs: number; busyTenants: readonly string[] },
): Promise<DueDelivery[]> {
  const { rows } = await tx.execute<DueDelivery & Record<string, unknown>>(sql`
    with due as (
      select t.* from tenants, lateral (
        select id, next_at from webhook_deliveries
        where tenant_id = tenants.id and state = 'pending' and next_at <= clock_timestamp()
          -- One that an event in flight wrote for a webhook while it was being removed.
          and (webhook_id is null or webhook_id in (select id from webhooks where disabled_at is null))
        order by next_at limit ${input.perTenant}) t
      where tenants.id <> all (${`{${input.busyTenants.join()}}`}::uuid[])
      order by next_at limit ${input.limit}
    ), taken as (
      select id from webhook_deliveries
      where id = any (array(select id from due))
        and state = 'pending' and next_at <= clock_timestamp()
      for update skip locked
    )
    update webhook_deliveries d
    set tries = d.tries + 1, next_at = clock_timestamp() + make_interval(secs => ${input.leaseMs / 1_000})
    from taken where d.id = taken.id
    returning d.id, d.tenant_id as "tenantId", d.webhook_id as "webhookId", d.url, d.body, d.tries`);
  return rows;
}

/** How one try went. `retryInMs` null: it was the last one. */
export type TryResult =
  | { readonly isDelivered: true; readonly status: number }
  | {
      readonly isDelivered: false;
      readonly status: number | null;
      readonly error: DeliveryError;
      readonly retryInMs: number | null;
    };

/** Stores the result of a try, unless the delivery was taken up or ended by somebody else meanwhile. */
export async function recordTry(tx: Tx, delivery: Pick<DueDelivery, "id" | "tries">, result: TryResult): Promise<void> {
  const change = result.isDelivered
    ? { state: "delivered" as const, lastStatus: result.status, lastError: null, deliveredAt: sql`clock_timestamp()` }
    : {
        lastStatus: result.status,
        lastError: result.error,
        ...(result.retryInMs === null
          ? { state: "failed" as const }
          : { nextAt: sql`clock_timestamp() + make_interval(secs => ${result.retryInMs / 1_000})` }),
      };
  await tx
    .update(webhookDeliveries)
    .set(change)
    .where(
      and(
        eq(webhookDeliveries.id, delivery.id),
        eq(webhookDeliveries.state, "pending"),
        eq(webhookDeliveries.tries, delivery.tries),
      ),
    );
}

export interface DeliveryFilters {
  /** Of a registered webhook, or of a task to the address that it named itself. */
  readonly of: { readonly webhookId: string } | { readonly taskId: string };
  readonly state?: WebhookDelivery["state"] | undefined;
}

/** Newest event first. @throws FleetError `request.invalid` for a cursor that is not ours. */
export async function listDeliveries(
  tx: Tx,
  { of, state }: DeliveryFilters,
  page: { limit: number; cursor?: string | undefined },
): Promise<Page<WebhookDelivery>> {
  const before = decodeEventId(page.cursor);
  const rows = await tx
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        "webhookId" in of
          ? eq(webhookDeliveries.webhookId, of.webhookId)
          : sql`${webhookDeliveries.webhookId} is null and ${webhookDeliveries.body} ->> 'taskId' = ${of.taskId}`,
        state === undefined ? undefined : eq(webhookDeliveries.state, state),
        before === null ? undefined : lt(webhookDeliveries.eventId, before),
      ),
    )
    .orderBy(desc(webhookDeliveries.eventId))
    .limit(page.limit + 1);
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const nextCursor = rows.length > page.limit && last ? Buffer.from(`${last.eventId}`).toString("base64url") : null;
  return { items: shown.map(toDelivery), nextCursor };
}

/**
 * Due at once, with all its tries before it, under the same id. What waits is hurried, what was delivered is sent again.
 * @throws FleetError `resource.not_found`.
 */
export async function redeliver(tx: Tx, input: { webhookId: string; id: string }): Promise<WebhookDelivery> {
  const [row] = await tx
    .update(webhookDeliveries)
    .set({ state: "pending", tries: 0, nextAt: sql`clock_timestamp()`, deliveredAt: null })
    .where(and(eq(webhookDeliveries.id, input.id), eq(webhookDeliveries.webhookId, input.webhookId)))
    .returning();
  if (!row) throw new FleetError("resource.not_found", "there is no such delivery");
  return toDelivery(row);
}

function decodeEventId(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  if (/^[1-9][0-9]{0,14}$/.test(text)) return Number(text);
  throw new FleetError("request.invalid", "the cursor is not one of ours", {
    faults: [{ path: "/cursor", message: "use the nextCursor of the page before" }],
  });
}

function toDelivery(row: typeof webhookDeliveries.$inferSelect): WebhookDelivery {
  const { id, webhookId, url, state, tries, lastStatus, lastError, body } = row;
  return {
    ...{ id, webhookId, url, state, tries, lastStatus, lastError },
    eventType: body.type,
    taskId: body.taskId,
    nextAt: state === "pending" ? row.nextAt.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
  };
}
