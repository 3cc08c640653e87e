import { FleetError, type Principal } from "@deskfleet/contracts";
import { requireSession, type SessionRecord } from "@deskfleet/store";
import type { Services } from "../services.ts";
import type { WorkerAddress } from "../worker-client/worker-client.ts";

/**
 * A session that the caller may see, and the worker that holds it.
 * @throws FleetError `resource.not_found`, `session.ended`, `resource.conflict` while it starts, `worker.unreachable`
 */
export async function locateSession(
  services: Pick<Services, "database" | "directory">,
  principal: Principal,
  sessionId: string,
): Promise<{ session: SessionRecord; worker: WorkerAddress }> {
  const session = await readSession(services, principal, sessionId);
  if (session.state === "ended") throw new FleetError("session.ended", "The session has ended");
  if (session.workerId === null || session.state === "starting")
    throw new FleetError("resource.conflict", "The session's desktop is still starting");
  const worker = await services.directory.find(session.workerId);
  if (worker === null) throw new FleetError("worker.unreachable", "The worker that holds the session does not report");
  return { session, worker };
}

/** @throws FleetError `resource.not_found` */
export function readSession(
  services: Pick<Services, "database">,
  principal: Principal,
  sessionId: string,
): Promise<SessionRecord> {
  return services.database.tenant(principal.tenantId, (tx) => requireSession(tx, sessionId));
}
