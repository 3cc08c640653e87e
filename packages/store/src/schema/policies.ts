import type { PolicyDocument } from "@deskfleet/contracts";
import { integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "./columns.ts";
import { tenants } from "./tenants.ts";

/** Managed layers. `tenant_id` null is the fleet's document: every tenant may read it, only the operator may write it. */
export const policies = pgTable(
  "policies",
  {
    id: id(),
    tenantId: uuid("tenant_id").references(() => tenants.id),
    version: integer("version").notNull(),
    document: jsonb("document").$type<PolicyDocument>().notNull(),
    comment: text("comment").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: createdAt(),
  },
  (table) => [unique("policies_version").on(table.tenantId, table.version).nullsNotDistinct()],
);
