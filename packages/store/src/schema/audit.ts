import type { AuditRecord, Evaluation, JsonObject } from "@deskfleet/contracts";
import { sql } from "drizzle-orm";
import { bigint, doublePrecision, index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, instant, tenantId } from "./columns.ts";

/** Append-only: no role of ours may update or delete, and a trigger refuses it to everybody else. No foreign keys: a record outlives all. */
export const auditRecords = pgTable(
  "audit_records",
  {
    id: id(),
    tenantId: tenantId(),
    chain: text("chain").notNull(),
    seq: bigint("seq", { mode: "number" }).notNull(),
    kind: text("kind").$type<AuditRecord["kind"]>().notNull(),
    at: instant("at").notNull(),
    sessionId: uuid("session_id"),
    taskId: uuid("task_id"),
    attemptId: uuid("attempt_id"),
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    params: jsonb("params").$type<JsonObject>().notNull(),
    evaluation: jsonb("evaluation").$type<Evaluation>(),
    intentId: uuid("intent_id"),
    result: text("result").$type<NonNullable<AuditRecord["result"]>>(),
    reason: text("reason"),
    durationMs: doublePrecision("duration_ms"),
    frame: jsonb("frame").$type<NonNullable<AuditRecord["frame"]>>(),
    previousHash: text("previous_hash").notNull(),
    hash: text("hash").notNull(),
  },
  (table) => [
    uniqueIndex("audit_records_chain").on(table.chain, table.seq),
    index("audit_records_tenant").on(table.tenantId, table.at),
    index("audit_records_task").on(table.taskId).where(sql`task_id is not null`),
    index("audit_records_intent").on(table.at).where(sql`kind = 'intent'`),
    index("audit_records_outcome").on(table.intentId).where(sql`intent_id is not null`),
  ],
);

/** The last record of each chain, signed with the fleet's secret: without it a cut tail would not show. */
export const auditHeads = pgTable(
  "audit_heads",
  {
    chain: text("chain").primaryKey(),
    tenantId: tenantId(),
    seq: bigint("seq", { mode: "number" }).notNull(),
    hash: text("hash").notNull(),
    /** Hex HMAC-SHA256 over tenant, chain, seq and hash. */
    hmac: text("hmac").notNull(),
  },
  (table) => [index("audit_heads_tenant").on(table.tenantId)],
);
