import type { WorkflowDocument } from "@deskfleet/contracts";
import { integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { createdAt, id, tenantId } from "./columns.ts";
import { tenants } from "./tenants.ts";

/** Immutable: a change is a new version. No role of ours may update or delete. */
export const workflows = pgTable(
  "workflows",
  {
    id: id(),
    tenantId: tenantId().references(() => tenants.id),
    name: text("name").notNull(),
    version: integer("version").notNull(),
    document: jsonb("document").$type<WorkflowDocument>().notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("workflows_version").on(table.tenantId, table.name, table.version),
    unique("workflows_tenant_id").on(table.tenantId, table.id),
  ],
);
