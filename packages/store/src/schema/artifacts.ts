import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, tenantId } from "./columns.ts";
import { bytes } from "./keys.ts";
import { tenants } from "./tenants.ts";

export const artifacts = pgTable(
  "artifacts",
  {
    id: id(),
    tenantId: tenantId().references(() => tenants.id),
    taskId: uuid("task_id"),
    sessionId: uuid("session_id"),
    /** `frame`, `file` … */
    kind: text("kind").notNull(),
    name: text("name").notNull(),
    contentType: text("content_type").notNull(),
    content: bytes("content").notNull(),
    contentBytes: integer("content_bytes").notNull(),
    sha256: text("sha256").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("artifacts_task").on(table.taskId),
    index("artifacts_session").on(table.sessionId),
    // Retention looks hourly, tenant by tenant, for frames whose time is over.
    index("artifacts_retention").on(table.tenantId, table.createdAt).where(sql`kind = 'frame'`),
  ],
);
