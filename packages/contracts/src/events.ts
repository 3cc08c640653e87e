import { z } from "zod";

/** Live events, by SSE and webhook. `id` orders them within a tenant and is the SSE event id. */
export const EVENT_TYPES = [
  "task.queued",
  "task.started",
  "task.waiting_approval",
  "task.retried",
  "task.finished",
  "batch.updated",
  "batch.finished",
  "session.started",
  "session.action",
  "session.paused",
  "session.resumed",
  "session.controlled",
  "session.stopped",
  "session.ended",
  "approval.requested",
  "approval.answered",
  "approval.expired",
  "policy.changed",
] as const;
export const FleetEvent = z.strictObject({
  id: z.string(),
  type: z.enum(EVENT_TYPES),
  at: z.string(),
  taskId: z.uuid().nullable(),
  batchId: z.uuid().nullable(),
  sessionId: z.uuid().nullable(),
  data: z.record(z.string(), z.unknown()),
});
export type FleetEvent = z.infer<typeof FleetEvent>;
export type EventType = (typeof EVENT_TYPES)[number];
