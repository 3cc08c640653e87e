import type { JsonObject, NewAuditRecord, Principal } from "@deskfleet/contracts";
import { newId } from "@deskfleet/store";

/**
 * What an administrator or approver did, as a record of the tenant's own chain. Acts that give rights are recorded before
 * they are committed; acts that take rights away are never held up by a record: they happen, then they are recorded.
 */
export function auditEvent(
  principal: Principal,
  event: { action: string; params: JsonObject; sessionId?: string },
): NewAuditRecord {
  return {
    id: newId(),
    tenantId: principal.tenantId,
    chain: `tenant:${principal.tenantId}`,
    kind: "event",
    at: new Date().toISOString(),
    sessionId: event.sessionId ?? null,
    taskId: null,
    attemptId: null,
    actor: `principal:${principal.id}`,
    action: event.action,
    params: event.params,
    evaluation: null,
    intentId: null,
    result: "ok",
    reason: null,
    durationMs: null,
    frame: null,
  };
}
