import { type EventType, FleetError, type Webhook } from "@deskfleet/contracts";
import { and, asc, count, eq, isNull, sql } from "drizzle-orm";
import type { Tx } from "./database.ts";
import { newId } from "./ids.ts";
import { webhookDeliveries, webhooks } from "./schema/index.ts";

/** Every event of a tenant is written once for each of them. */
export const WEBHOOKS_MAX = 20;

export interface NewWebhook {
  readonly tenantId: string;
  /** Checked: `webhookUrlFault`. */
  readonly url: string;
  /** Empty: all. */
  readonly types: readonly EventType[];
}

/** @throws FleetError `resource.conflict` when the tenant has WEBHOOKS_MAX. */
export async function insertWebhook(tx: Tx, input: NewWebhook): Promise<Webhook> {
  const [counted] = await tx.select({ count: count() }).from(webhooks).where(isNull(webhooks.disabledAt));
  if (counted!.count >= WEBHOOKS_MAX)
    throw new FleetError("resource.conflict", `a tenant has at most ${WEBHOOKS_MAX} webhooks`);
  const types = [...new Set(input.types)];
  const [row] = await tx
    .insert(webhooks)
    .values({ id: newId(), ...input, types })
    .returning();
  return toWebhook(row!);
}

export async function listWebhooks(tx: Tx): Promise<Webhook[]> {
  const rows = await tx.select().from(webhooks).where(isNull(webhooks.disabledAt)).orderBy(asc(webhooks.id));
  return rows.map(toWebhook);
}

/** Null when there is none, or it was removed. */
export async function findWebhook(tx: Tx, id: string): Promise<Webhook | null> {
  const [row] = await tx
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), isNull(webhooks.disabledAt)));
  return row ? toWebhook(row) : null;
}

/** No event reaches it from now on, those that wait neither. @throws FleetError `resource.not_found`. */
export async function removeWebhook(tx: Tx, id: string): Promise<void> {
  const rows = await tx
    .update(webhooks)
    .set({ disabledAt: sql`clock_timestamp()` })
    .where(and(eq(webhooks.id, id), isNull(webhooks.disabledAt)))
    .returning({ id: webhooks.id });
  if (rows.length === 0) throw new FleetError("resource.not_found", "there is no such webhook");
  await tx
    .update(webhookDeliveries)
    .set({ state: "failed", lastError: "webhook_removed" })
    .where(and(eq(webhookDeliveries.webhookId, id), eq(webhookDeliveries.state, "pending")));
}

const toWebhook = ({ id, url, types, createdAt }: typeof webhooks.$inferSelect): Webhook => ({
  id,
  url,
  types,
  createdAt: createdAt.toISOString(),
});
