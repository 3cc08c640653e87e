import { FleetError, FrameRequest, type PerformAction, type Principal, toFaults } from "@deskfleet/contracts";
import { hasRole } from "../http/require-role.ts";
import type { Services } from "../services.ts";
import type { Performed } from "../worker-client/worker-client.ts";
import { locateSession } from "./locate-session.ts";

/** What whoever may only look can call; the worker has a route of its own for it. */
const CAPTURE = "computer_screen_capture";

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
  if (!hasRole(principal, "operator") && action.tool === CAPTURE) {
    const request = FrameRequest.safeParse(action.params);
    if (request.success) return services.workers.frame(worker, principal, { sessionId, request: request.data });
    throw new FleetError("request.invalid", "The parameters are not valid", { faults: toFaults(request.error) });
  }
  return services.workers.act(worker, principal, { sessionId, action, ...(signal === undefined ? {} : { signal }) });
}
