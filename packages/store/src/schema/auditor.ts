import {
  AUDIT_REPORT_KINDS,
  AUDIT_VERDICTS,
  AUDITOR_MODES,
  type AuditContext,
  type AuditJudgement,
  type RulePackDocument,
} from "@deskfleet/contracts";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, instant, tenantId } from "./columns.ts";
import { sessions } from "./sessions.ts";
import { tenants } from "./tenants.ts";

/**
 * What the auditor said of each action, with the masked context, until the tenant's recordings are forgotten. Only what people say
 * of it later is ever changed: the override and the report.
 */
export const auditorJudgements = pgTable(
  "auditor_judgements",
  {
    id: uuid("id").notNull(),
    tenantId: tenantId(),
    at: instant("at").notNull().defaultNow(),
    sessionId: uuid("session_id").notNull(),
    taskId: uuid("task_id"),
    actionId: uuid("action_id"),
    tool: text("tool").notNull(),
    mode: text("mode", { enum: AUDITOR_MODES }).notNull(),
    isEnforced: boolean("is_enforced").notNull(),
    verdict: text("verdict", { enum: AUDIT_VERDICTS }).notNull(),
    evidence: jsonb("evidence").$type<AuditJudgement["evidence"]>().notNull(),
    rulesVersion: text("rules_version").notNull(),
    model: jsonb("model").$type<AuditJudgement["model"]>(),
    isFromCache: boolean("is_from_cache").notNull(),
    approvalId: uuid("approval_id"),
    overriddenBy: text("overridden_by"),
    reportKind: text("report_kind", { enum: AUDIT_REPORT_KINDS }),
    reportedBy: text("reported_by"),
    reportedAt: instant("reported_at"),
    reportComment: text("report_comment"),
    context: jsonb("context").$type<AuditContext>(),
  },
  (table) => [
    // Not by id alone: a list of a tenant that was quiet lately would pass over everybody else's.
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("auditor_judgements_session").on(table.sessionId, table.id),
    index("auditor_judgements_verdict").on(table.tenantId, table.verdict, table.id).where(sql`verdict <> 'pass'`),
    index("auditor_judgements_mode").on(table.tenantId, table.mode, table.id),
    index("auditor_judgements_overridden").on(table.tenantId, table.id).where(sql`overridden_by is not null`),
    index("auditor_judgements_report")
      .on(table.tenantId, table.reportKind, table.id)
      .where(sql`report_kind is not null`),
    index("auditor_judgements_approval").on(table.approvalId).where(sql`approval_id is not null`),
    // Retention, and the report.
    index("auditor_judgements_at").on(table.tenantId, table.at),
    foreignKey({
      name: "auditor_judgements_session_of_tenant",
      columns: [table.tenantId, table.sessionId],
      foreignColumns: [sessions.tenantId, sessions.id],
    }),
  ],
);

/** Contexts with the verdict that they should get; they outlive the judgement that they were made of. */
export const auditorCases = pgTable(
  "auditor_cases",
  {
    id: id(),
    tenantId: tenantId().references(() => tenants.id),
    judgementId: uuid("judgement_id"),
    expect: text("expect", { enum: AUDIT_VERDICTS }).notNull(),
    comment: text("comment").notNull(),
    context: jsonb("context").$type<AuditContext>().notNull(),
    createdAt: createdAt(),
    createdBy: text("created_by").notNull(),
  },
  (table) => [
    unique("auditor_cases_judgement").on(table.tenantId, table.judgementId),
    index("auditor_cases_tenant").on(table.tenantId, table.id),
  ],
);

/** Every version of a tenant's rule packs; of each only `is_active` ever changes. */
export const auditorPacks = pgTable(
  "auditor_packs",
  {
    id: id(),
    tenantId: tenantId().references(() => tenants.id),
    name: text("name").notNull(),
    version: integer("version").notNull(),
    document: jsonb("document").$type<RulePackDocument>().notNull(),
    isActive: boolean("is_active").notNull().default(false),
    createdAt: createdAt(),
    createdBy: text("created_by").notNull(),
  },
  (table) => [
    unique("auditor_packs_version").on(table.tenantId, table.name, table.version),
    uniqueIndex("auditor_packs_one_active").on(table.tenantId, table.name).where(sql`is_active`),
    index("auditor_packs_tenant").on(table.tenantId, table.id),
  ],
);

/** What a tenant asked its model for, by whole hours: its budget, and its costs. */
export const auditorModelCalls = pgTable(
  "auditor_model_calls",
  {
    tenantId: tenantId().references(() => tenants.id),
    hour: instant("hour").notNull(),
    calls: integer("calls").notNull(),
    tokensIn: bigint("tokens_in", { mode: "number" }).notNull().default(0),
    tokensOut: bigint("tokens_out", { mode: "number" }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.hour] })],
);
