import type { DesktopConfinement, DesktopSpec, Image, Session } from "@deskfleet/contracts";
import { SESSION_STATES } from "@deskfleet/contracts";
import { sql } from "drizzle-orm";
import { bigint, boolean, foreignKey, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, tenantId } from "./columns.ts";
import { projects } from "./projects.ts";
import { tenants } from "./tenants.ts";

/** One use of one desktop. `ended` is final; a trigger refuses any later change. */
export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    tenantId: tenantId().references(() => tenants.id),
    principalId: uuid("principal_id").notNull(),
    /** Whose policy layers hold in it. */
    projectId: uuid("project_id"),
    /** What it is for; null: nobody said. */
    goal: text("goal"),
    trustedDomains: jsonb("trusted_domains").$type<readonly string[]>().notNull().default([]),
    state: text("state", { enum: SESSION_STATES }).notNull().default("starting"),
    controller: text("controller", { enum: ["agent", "human"] })
      .notNull()
      .default("agent"),
    control: jsonb("control").$type<Session["control"]>(),
    taskId: uuid("task_id"),
    attemptId: uuid("attempt_id"),
    workerId: text("worker_id"),
    fencingToken: bigint("fencing_token", { mode: "number" }).notNull(),
    desktop: jsonb("desktop").$type<DesktopSpec>().notNull(),
    grants: jsonb("grants").$type<string[]>().notNull(),
    idleTimeoutSeconds: integer("idle_timeout_seconds").notNull(),
    createdAt: createdAt(),
    endedAt: instant("ended_at"),
    endReason: text("end_reason"),
  },
  (table) => [
    unique("sessions_tenant_id").on(table.tenantId, table.id),
    index("sessions_task").on(table.taskId),
    // The reconciler asks every two seconds for what has just ended.
    index("sessions_ended").on(table.endedAt),
    index("sessions_live").on(table.workerId).where(sql`state <> 'ended'`),
    foreignKey({
      name: "sessions_project_of_tenant",
      columns: [table.tenantId, table.projectId],
      foreignColumns: [projects.tenantId, projects.id],
    }),
  ],
);

/** Workers report themselves; not a tenant's data. */
export const workers = pgTable("workers", {
  id: text("id").primaryKey(),
  url: text("url").notNull(),
  slots: integer("slots").notNull(),
  used: integer("used").notNull(),
  warm: integer("warm").notNull(),
  images: jsonb("images").$type<(Pick<Image, "name" | "apps"> | string)[]>().notNull(),
  runtimes: jsonb("runtimes").$type<string[]>().notNull(),
  confinement: jsonb("confinement").$type<DesktopConfinement>(),
  /** An operator's wish: it takes nothing new. Outlives a restart of the worker. */
  isDraining: boolean("is_draining").notNull().default(false),
  startedAt: createdAt(),
  seenAt: instant("seen_at").notNull().defaultNow(),
});
