import { BATCH_STATES } from "@deskfleet/contracts";
import { foreignKey, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, tenantId } from "./columns.ts";
import { tenants } from "./tenants.ts";
import { workflows } from "./workflows.ts";

export const batches = pgTable(
  "batches",
  {
    id: id(),
    tenantId: tenantId().references(() => tenants.id),
    reference: text("reference").notNull(),
    workflowId: uuid("workflow_id").notNull(),
    /** `name@version`. */
    workflow: text("workflow").notNull(),
    state: text("state", { enum: BATCH_STATES }).notNull().default("running"),
    concurrency: integer("concurrency").notNull(),
    stopAfterFailures: integer("stop_after_failures"),
    /** Failed rows that the last rerun left as they are: they do not count for the stop rule again. */
    failuresBefore: integer("failures_before").notNull().default(0),
    rows: integer("rows").notNull(),
    createdBy: uuid("created_by").notNull(),
    createdAt: createdAt(),
    endedAt: instant("ended_at"),
  },
  (table) => [
    unique("batches_reference").on(table.tenantId, table.reference),
    unique("batches_tenant_id").on(table.tenantId, table.id),
    index("batches_state").on(table.state),
    foreignKey({
      name: "batches_workflow",
      columns: [table.tenantId, table.workflowId],
      foreignColumns: [workflows.tenantId, workflows.id],
    }),
  ],
);
