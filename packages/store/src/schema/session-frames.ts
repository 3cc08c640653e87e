import type { SessionFrame } from "@deskfleet/contracts";
import { FRAME_CAUSES } from "@deskfleet/contracts";
import { foreignKey, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, tenantId } from "./columns.ts";
import { bytes } from "./keys.ts";
import { sessions } from "./sessions.ts";

/** A session's recording, frame by frame; removed when the tenant's retention is over. */
export const sessionFrames = pgTable(
  "session_frames",
  {
    id: id(),
    tenantId: tenantId(),
    sessionId: uuid("session_id").notNull(),
    at: instant("at").notNull(),
    cause: text("cause", { enum: FRAME_CAUSES }).notNull(),
    actionId: uuid("action_id"),
    status: text("status", { enum: ["kept", "hash", "withheld"] }).notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    sha256: text("sha256"),
    masked: jsonb("masked").$type<SessionFrame["masked"]>().notNull(),
    /** WebP with its one VP8 image, as the video needs it. */
    content: bytes("content"),
    contentBytes: integer("content_bytes").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("session_frames_session").on(table.sessionId, table.id),
    index("session_frames_retention").on(table.tenantId, table.createdAt),
    foreignKey({
      name: "session_frames_session_of_tenant",
      columns: [table.tenantId, table.sessionId],
      foreignColumns: [sessions.tenantId, sessions.id],
    }),
  ],
);
