import type { EventType } from "@deskfleet/contracts";

/** The lists that an event changes, by their query keys. The type makes a new event a compile error until it is here. */
export const CHANGED_BY: Readonly<Record<EventType, readonly Resource[]>> = {
  "task.queued": ["tasks", "capacity"],
  "task.started": ["tasks", "capacity"],
  "task.waiting_approval": ["tasks"],
  "task.retried": ["tasks", "capacity"],
  "task.finished": ["tasks", "capacity"],
  "batch.updated": ["batches"],
  "batch.finished": ["batches"],
  "session.started": ["sessions", "capacity"],
  "session.action": ["audit"],
  "session.paused": ["sessions"],
  "session.resumed": ["sessions"],
  "session.controlled": ["sessions", "audit"],
  "session.stopped": ["sessions"],
  "session.ended": ["sessions", "capacity"],
  "approval.requested": ["approvals"],
  "approval.answered": ["approvals", "grants"],
  "approval.expired": ["approvals"],
  "policy.changed": ["policies"],
};

export type Resource =
  | "tasks"
  | "batches"
  | "sessions"
  | "approvals"
  | "grants"
  | "audit"
  | "auditor"
  | "policies"
  | "capacity"
  | "keys"
  | "webhooks"
  | "workflows"
  | "projects";

export const EVENT_NAMES = Object.keys(CHANGED_BY) as EventType[];
