import { FleetError, type JsonObject, type Principal } from "@deskfleet/contracts";
import type { LiveSession } from "./live-session.ts";

/**
 * A person lets a session wait: what runs comes to its end, what would change something is refused until somebody resumes it.
 * A session that is paused already stays as it is.
 * @throws FleetError `session.ended`; `resource.conflict` when it is stopped, which is more than a pause
 */
export async function pauseSession(session: LiveSession, person: Principal): Promise<void> {
  if (session.state === "ended") throw new FleetError("session.ended", "The session has ended");
  if (session.state === "stopped")
    throw new FleetError("resource.conflict", "The session is stopped; resume lifts that");
  session.holdOrders += 1; // whoever resumes it right now was before this
  if (session.state === "paused") return session.row.written();
  session.become("paused");
  session.pausedBy = person;
  const { id: principalId, name } = person;
  await announcePause(session, `principal:${principalId}`, { reason: "person", principalId, name });
}

/** Writes down and announces a pause that is in force already; that it could not be written down does not undo it. */
export async function announcePause(session: LiveSession, actor: string, facts: JsonObject): Promise<void> {
  const { audit, log } = session.services;
  const announced = session.row.written().then(() => session.emit("session.paused", facts));
  const recorded = audit
    .append(session.auditRecord({ kind: "event", actor, action: "session.paused", params: facts }))
    .catch((error: unknown) => log.error({ sessionId: session.id, err: error }, "a pause could not be recorded"));
  await Promise.all([announced, recorded]);
}
