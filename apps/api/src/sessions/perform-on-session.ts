import type { PerformAction, Principal } from "@deskfleet/contracts";
import type { Services } from "../services.ts";
import type { Performed } from "../worker-client/worker-client.ts";
import { locateSession } from "./locate-session.ts";

/**
 * One call of one tool on a session: what REST and MCP both do. `signal` gives the call up: the worker is told, and stops what
 * has not happened yet.
 * @throws FleetError of `locateSession`, and what the worker refuses or fails with
 */
export async function performOnSession(
  services: Pick<Services, "database" | "directory" | "workers">,
  principal: Principal,
  { sessionId, action, signal }: { sessionId: string; action: PerformAction; signal?: AbortSignal },
): Promise<Performed> {
  const { worker } = await locateSession(services, principal, sessionId);
  return services.workers.act(worker, principal, { sessionId, action, ...(signal === undefined ? {} : { signal }) });
}
