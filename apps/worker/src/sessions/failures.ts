import { FleetError } from "@deskfleet/contracts";
import { ZodError } from "zod";
import type { LiveSession } from "./live-session.ts";
import { toFleetError } from "./rpc-faults.ts";

/** What a call threw, as the caller should know it: a stop or an end explains whatever went wrong because of it. */
export function failureOf(error: unknown, { endReason }: LiveSession, stopSignal: AbortSignal): FleetError {
  const failure = toFleetError(error);
  if (!stopSignal.aborted || failure.code === "session.stopped" || failure.code === "session.ended") return failure;
  if (endReason === "desktop_lost") return failure;
  const facts = { cause: failure, data: { started: true } };
  return endReason === null
    ? new FleetError("session.stopped", "The session was stopped", facts)
    : new FleetError("session.ended", "The session has ended", facts);
}

/** An answer to an action that cannot be read says nothing about whether it happened. */
export function unreadable(error: unknown): unknown {
  if (!(error instanceof ZodError)) return error;
  return new FleetError("action.unknown", "The desktop's answer is not one", { cause: error });
}

/** How the audit store knows a failure. `unknown`: it may or may not have happened. */
export function resultOf({ code }: FleetError): "error" | "unknown" | "stopped" | "denied" {
  if (code === "session.stopped" || code === "session.ended") return "stopped";
  if (code === "session.paused" || code === "session.human_control" || code === "policy.denied") return "denied";
  return code === "desktop.lost" || code === "action.unknown" || code === "internal" ? "unknown" : "error";
}
