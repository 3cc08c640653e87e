import { jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, tenantId } from "./columns.ts";
import { tenants } from "./tenants.ts";

/** Written in the transaction that did the work, so an answer exists exactly when the work does. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    tenantId: tenantId().references(() => tenants.id),
    key: text("key").notNull(),
    route: text("route").notNull(),
    bodySha256: text("body_sha256").notNull(),
    /** Null only inside the transaction that is still running. */
    answer: jsonb("answer").$type<unknown>(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.key] })],
);
