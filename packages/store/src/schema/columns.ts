import { timestamp, uuid } from "drizzle-orm/pg-core";

/** An instant, UTC, as `timestamptz`; a Date in TypeScript and ISO 8601 in JSON. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
export const createdAt = () => instant("created_at").notNull().defaultNow();
/** uuid v7, made by the application: sorting by it is sorting by time of creation. */
export const id = () => uuid("id").primaryKey();
/** Every table with this column has row-level security, enabled and forced (a test reads the catalog). */
export const tenantId = () => uuid("tenant_id").notNull();
