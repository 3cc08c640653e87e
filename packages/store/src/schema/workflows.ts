import type { WorkflowDocument } from "@deskfleet/contracts";
import { integer, json, pgTable, text, unique } from "drizzle-orm/pg-core";
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
    /** Not jsonb: the order of its inputs and results is that of the columns of a batch's results. */
    document: json("document").$type<WorkflowDocument>().notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("workflows_version").on(table.tenantId, table.name, table.version),
    unique("workflows_tenant_id").on(table.tenantId, table.id),
  ],
);
