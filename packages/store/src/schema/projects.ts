import { pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, tenantId } from "./columns.ts";
import { tenants } from "./tenants.ts";

/** What tasks and sessions are done for, where a tenant wants to tell several apart: it carries the policy layers project and local. */
export const projects = pgTable(
  "projects",
  {
    id: id(),
    tenantId: tenantId().references(() => tenants.id),
    name: text("name").notNull(),
    /** Id of the principal. */
    createdBy: uuid("created_by").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("projects_name").on(table.tenantId, table.name),
    unique("projects_tenant_id").on(table.tenantId, table.id),
  ],
);
