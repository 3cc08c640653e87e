import { type ActionResult, FleetError, type Principal } from "@deskfleet/contracts";
import type { ApprovalRecord } from "@deskfleet/store";
import type { z } from "zod";
import type { Services } from "../../services.ts";
import { locateSession } from "../../sessions/locate-session.ts";
import { withImage } from "../sessions/perform-action.ts";

export interface Executed {
  readonly result: z.infer<typeof ActionResult> | null;
  /** Why the approved action was not done. The answer stands all the same. */
  readonly error: unknown;
}
const NOTHING: Executed = { result: null, error: null };

/** The frozen action, unless a task's program asked: its attempt waits, hears of the answer by signal and goes on by itself. */
export async function executeApproved(
  services: Services,
  principal: Principal,
  approval: ApprovalRecord,
): Promise<Executed> {
  if (approval.state !== "approved" || approval.isTaskStep) return NOTHING;
  try {
    const { worker } = await locateSession(services, principal, approval.sessionId);
    const performed = await services.workers.executeApproval(worker, principal, approval.id);
    if (performed.outcome === "done") return { result: withImage(performed), error: null };
    return { result: null, error: new FleetError("approval.target_changed", "The action has to be approved again") };
  } catch (error) {
    return { result: null, error };
  }
}
