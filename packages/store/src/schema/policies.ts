import type { PolicyDocument } from "@deskfleet/contracts";
import { foreignKey, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "./columns.ts";
import { projects } from "./projects.ts";
import { tenants } from "./tenants.ts";

/**
 * Every version of every stored policy document; none is ever changed. Whose it is, its three ids say:
 *
 * | layer   | tenant_id | project_id | principal_id |
 * | fleet   | null      | null       | null         |  every tenant reads it, the operator writes it
 * | tenant  | set       | null       | null         |
 * | project | set       | set        | null         |
 * | user    | set       | null       | set          |  written by this principal only (row-level security)
 * | local   | set       | set        | set          |  likewise
 */
export const policies = pgTable(
  "policies",
  {
    id: id(),
    tenantId: uuid("tenant_id").references(() => tenants.id),
    projectId: uuid("project_id"),
    principalId: uuid("principal_id"),
    version: integer("version").notNull(),
    document: jsonb("document").$type<PolicyDocument>().notNull(),
    comment: text("comment").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("policies_version").on(table.tenantId, table.projectId, table.principalId, table.version).nullsNotDistinct(),
    foreignKey({
      name: "policies_project_of_tenant",
      columns: [table.tenantId, table.projectId],
      foreignColumns: [projects.tenantId, projects.id],
    }),
  ],
);
