import type { Approval, Evaluation, JsonObject, Layer } from "@deskfleet/contracts";
import { APPROVAL_STATES, EXPIRY_REASONS, GRANT_SCOPES } from "@deskfleet/contracts";
import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, tenantId } from "./columns.ts";
import { projects } from "./projects.ts";
import { sessions } from "./sessions.ts";
import { tenants } from "./tenants.ts";

export const approvals = pgTable(
  "approvals",
  {
    id: id(),
    tenantId: tenantId().references(() => tenants.id),
    sessionId: uuid("session_id").notNull(),
    taskId: uuid("task_id"),
    isTaskStep: boolean("is_task_step").notNull().default(false),
    state: text("state", { enum: APPROVAL_STATES }).notNull().default("pending"),
    tool: text("tool").notNull(),
    /** Redacted. */
    params: jsonb("params").$type<JsonObject>().notNull(),
    /** SHA-256 hex of the canonical action that a confirmation executes. */
    digest: text("digest").notNull(),
    /** What execution compares again: frame, target digest, policy version. Never a secret. */
    frozen: jsonb("frozen").$type<JsonObject>().notNull(),
    evaluation: jsonb("evaluation").$type<Evaluation>().notNull(),
    warnings: jsonb("warnings").$type<Approval["warnings"]>().notNull().default([]),
    offers: jsonb("offers").$type<Approval["offers"]>().notNull().default([]),
    /** SHA-256 hex of the confirmation code. */
    codeSha256: text("code_sha256"),
    isCodeRequired: boolean("is_code_required").notNull().default(false),
    wrongCodes: integer("wrong_codes").notNull().default(0),
    requestedBy: text("requested_by").notNull(),
    answeredBy: text("answered_by"),
    answer: text("answer", { enum: ["once", "session", "always", "no"] }),
    note: text("note"),
    expiredBecause: text("expired_because", { enum: EXPIRY_REASONS }),
    createdAt: createdAt(),
    expiresAt: instant("expires_at").notNull(),
    answeredAt: instant("answered_at"),
    executedAt: instant("executed_at"),
  },
  (table) => [
    index("approvals_tenant").on(table.tenantId, table.state, table.id),
    index("approvals_expiry").on(table.expiresAt).where(sql`state in ('pending', 'approved')`),
    index("approvals_session").on(table.sessionId),
    foreignKey({
      name: "approvals_session_of_tenant",
      columns: [table.tenantId, table.sessionId],
      foreignColumns: [sessions.tenantId, sessions.id],
    }),
  ],
);

/** Standing consents. None is ever removed: who gave and who took it stays. */
export const grants = pgTable(
  "grants",
  {
    id: id(),
    tenantId: tenantId().references(() => tenants.id),
    principalId: uuid("principal_id"),
    grant: text("grant").notNull(),
    scope: text("scope", { enum: GRANT_SCOPES }).notNull(),
    sessionId: uuid("session_id"),
    projectId: uuid("project_id"),
    layer: text("layer").$type<Layer>().notNull(),
    givenBy: text("given_by").notNull(),
    approvalId: uuid("approval_id").references(() => approvals.id),
    createdAt: createdAt(),
    expiresAt: instant("expires_at"),
    revokedAt: instant("revoked_at"),
    revokedBy: text("revoked_by"),
  },
  (table) => [
    index("grants_principal").on(table.tenantId, table.principalId),
    index("grants_session").on(table.sessionId).where(sql`session_id is not null`),
    foreignKey({
      name: "grants_project_of_tenant",
      columns: [table.tenantId, table.projectId],
      foreignColumns: [projects.tenantId, projects.id],
    }),
    foreignKey({
      name: "grants_session_of_tenant",
      columns: [table.tenantId, table.sessionId],
      foreignColumns: [sessions.tenantId, sessions.id],
    }),
  ],
);
