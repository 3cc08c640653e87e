import { FleetError, type ToolDefinition } from "@deskfleet/contracts";
import type { LiveSession } from "./live-session.ts";

/** The intent took its milliseconds: a stop, a pause or a person may have come meanwhile. */
export function requireStillClear(session: LiveSession, tool: ToolDefinition): void {
  if (session.state === "ended") throw new FleetError("session.ended", "The session has ended");
  if (session.state === "stopped") throw new FleetError("session.stopped", "The session was stopped");
  if (tool.isReadOnly) return;
  if (session.state === "paused") throw new FleetError("session.paused", "The session is paused");
  if (session.controller === "human")
    throw new FleetError("session.human_control", "A person took control", { data: { retryAfterMs: 1_000 } });
}

/** What its caller gave up before it began is not begun. @throws FleetError `action.failed` with the reason `cancelled` */
export function requireWanted(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  throw new FleetError("action.failed", "The caller gave the action up", { data: { reason: "cancelled" } });
}
