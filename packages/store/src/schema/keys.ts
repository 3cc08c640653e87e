import { ROLES } from "@deskfleet/contracts";
import { customType, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, tenantId } from "./columns.ts";
import { tenants } from "./tenants.ts";

export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** An API key is a principal; the key itself is never stored, only its SHA-256 (it has 190 bits of entropy, so no salt is needed). */
export const keys = pgTable(
  "keys",
  {
    id: id(),
    tenantId: tenantId().references(() => tenants.id),
    name: text("name").notNull(),
    role: text("role", { enum: ROLES }).notNull(),
    keySha256: bytes("key_sha256").notNull().unique(),
    /** The key that made it; null: the operator, at the start. */
    createdBy: uuid("created_by"),
    createdAt: createdAt(),
    revokedAt: instant("revoked_at"),
  },
  (table) => [index("keys_tenant").on(table.tenantId, table.id)],
);

/** A console log-in: the cookie's value is kept as SHA-256. May be restricted to one desktop session and mode. */
export const consoleSessions = pgTable("console_sessions", {
  id: id(),
  tenantId: tenantId().references(() => tenants.id),
  principalId: uuid("principal_id")
    .notNull()
    .references(() => keys.id),
  tokenSha256: bytes("token_sha256").notNull().unique(),
  sessionId: uuid("session_id"),
  mode: text("mode", { enum: ["view", "control"] }),
  createdAt: createdAt(),
  expiresAt: instant("expires_at").notNull(),
  endedAt: instant("ended_at"),
});

/** One-time tickets for the live view. */
export const tickets = pgTable("tickets", {
  id: id(),
  tenantId: tenantId().references(() => tenants.id),
  sessionId: uuid("session_id").notNull(),
  principalId: uuid("principal_id")
    .notNull()
    .references(() => keys.id),
  mode: text("mode", { enum: ["view", "control"] }).notNull(),
  ticketSha256: bytes("ticket_sha256").notNull().unique(),
  createdAt: createdAt(),
  expiresAt: instant("expires_at").notNull(),
  redeemedAt: instant("redeemed_at"),
});
