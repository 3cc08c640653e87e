import { allow, deny, type Gate } from "./gate-type.ts";

/** Gate 9: nothing passes a stop; while a person holds the session or has to look at it, agents may only read. */
export const monitorGate: Gate = ({ action, context }) => {
  const { state, controller } = context.session;
  if (state === "stopped") return deny("session.stopped", "the session was stopped");
  if (state === "active" && controller === "agent")
    return allow("monitor.clear", "no stop, no pause, no person in control");
  if (action.tool.isReadOnly && (state === "paused" || controller === "human"))
    return allow("monitor.reading", "reading is allowed meanwhile");
  if (state === "paused") return deny("session.paused", "the session is paused until a person resumes it");
  if (controller === "human")
    return {
      outcome: "wait",
      code: "session.human_control",
      reason: "a person is in control of the session",
      layer: "default",
      retryAfterMs: 1_000,
    };
  return deny("monitor.unknown", "the state of the session is not known");
};
