import type { FleetError } from "@deskfleet/contracts";
import type { LiveSession } from "./live-session.ts";

/** Failures of the desktop's work. Refusals, stops and a lost desktop say nothing about whether the caller is on a wrong track. */
const COUNTED: ReadonlySet<FleetError["code"]> = new Set(["action.failed", "action.timeout", "action.unknown"]);

/** Nothing was tried, and the answer says how to go on: an agent that acts on several elements at once meets these every day. */
const UNTRIED: ReadonlySet<unknown> = new Set(["stale_element", "not_settable", "no_focused_field"]);

/** Counts a changing action's end; after `failuresInRow` of them the session waits for a person to resume it (gate 7). */
export async function countFailure(session: LiveSession, error: FleetError | null): Promise<void> {
  if (error === null) {
    session.failuresInRow = 0;
    return;
  }
  if (!COUNTED.has(error.code) || UNTRIED.has(error.data?.reason)) return;
  session.failuresInRow += 1;
  if (session.failuresInRow < session.policy.failuresInRow.value || session.state !== "active") return;
  session.become("paused");
  const { services } = session;
  session.emit("session.paused", { reason: "failures_in_row", failures: session.failuresInRow });
  // The pause is in force already; that it could not be written down does not undo it.
  const written = await Promise.allSettled([
    services.records.updateSession(session.tenantId, session.id, { state: "paused" }),
    services.audit.append(
      session.auditRecord({
        kind: "event",
        actor: `worker:${services.workerId}`,
        action: "session.paused",
        params: { reason: "failures_in_row", failures: session.failuresInRow },
      }),
    ),
  ]);
  for (const one of written)
    if (one.status === "rejected")
      services.log.error({ sessionId: session.id, err: one.reason }, "a pause could not be recorded");
}
