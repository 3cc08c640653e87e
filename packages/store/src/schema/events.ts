import type { EventType, FleetEvent } from "@deskfleet/contracts";
import { DELIVERY_ERRORS, EVENT_TYPES } from "@deskfleet/contracts";
import { sql } from "drizzle-orm";
import { bigint, customType, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, tenantId } from "./columns.ts";
import { tenants } from "./tenants.ts";

const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });

/**
 * Live events. Order and cursor are (xid, id): a sequence alone would let a reader pass a number whose transaction commits later.
 * Readers see only what is older than the oldest running transaction (`OLDEST_RUNNING` in events.ts), so nothing can appear behind them.
 */
export const events = pgTable(
  "events",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    tenantId: tenantId().references(() => tenants.id),
    xid: xid8("xid").notNull().default(sql`pg_current_xact_id()`),
    type: text("type", { enum: EVENT_TYPES }).notNull(),
    at: instant("at").notNull().default(sql`clock_timestamp()`),
    taskId: uuid("task_id"),
    batchId: uuid("batch_id"),
    sessionId: uuid("session_id"),
    data: jsonb("data").$type<FleetEvent["data"]>().notNull(),
  },
  (table) => [index("events_cursor").on(table.tenantId, table.xid, table.id), index("events_at").on(table.at)],
);

/** Addresses that get a tenant's events. The secret that signs is derived from the fleet's and is nowhere in here. */
export const webhooks = pgTable("webhooks", {
  id: id(),
  tenantId: tenantId().references(() => tenants.id),
  url: text("url").notNull(),
  /** Event types; empty: all. */
  types: jsonb("types").$type<EventType[]>().notNull(),
  createdAt: createdAt(),
  disabledAt: instant("disabled_at"),
});

/** Outbox of deliveries, written in the transaction of the event they carry. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: uuid("id").primaryKey().default(sql`gen_random_uuid()`),
    tenantId: tenantId().references(() => tenants.id),
    eventId: bigint("event_id", { mode: "number" }).notNull(),
    /** Null: the task's own address. */
    webhookId: uuid("webhook_id").references(() => webhooks.id),
    url: text("url").notNull(),
    /** The FleetEvent, as it is sent. */
    body: jsonb("body").$type<FleetEvent>().notNull(),
    state: text("state", { enum: ["pending", "delivered", "failed"] })
      .notNull()
      .default("pending"),
    tries: integer("tries").notNull().default(0),
    lastStatus: integer("last_status"),
    lastError: text("last_error", { enum: DELIVERY_ERRORS }),
    nextAt: instant("next_at").notNull().defaultNow(),
    createdAt: createdAt(),
    deliveredAt: instant("delivered_at"),
  },
  (table) => [
    index("webhook_deliveries_due").on(table.tenantId, table.nextAt).where(sql`state = 'pending'`),
    index("webhook_deliveries_webhook").on(table.webhookId, table.eventId),
    index("webhook_deliveries_task").on(sql`(body ->> 'taskId')`).where(sql`webhook_id is null`),
  ],
);
