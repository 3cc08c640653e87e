import { FleetError, type ToolDefinition } from "@deskfleet/contracts";
import { toolDenial } from "@deskfleet/gates";
import { appError } from "../app-state/app-error.ts";
import { planApp } from "../app-state/plan-app.ts";
import { planTarget, type TargetSearch } from "../app-state/plan-target.ts";
import { appNotFound } from "../app-state/texts.ts";
import type { PlannedAction } from "../approvals/planned-action.ts";
import type { LiveSession } from "./live-session.ts";
import { type PerformCall, planCall } from "./plan-call.ts";

/**
 * What a call would do, exactly. App-state tools are looked up on the desktop first: which application, which element. Nothing is
 * looked at for a call that is refused whatever it names; the gates say so then.
 * @throws FleetError `request.invalid`; `action.failed` when what an app-state tool names is not there
 */
export async function planAction(
  session: LiveSession,
  tool: ToolDefinition,
  call: PerformCall,
  search: TargetSearch,
): Promise<PlannedAction> {
  const frames = session.frames.of(call.principal.id);
  const planned = planCall(tool, call, frames, session.screen);
  if (tool.category !== "app_state" || tool.id === "list_apps") return planned;
  const isClosed = session.state === "stopped" || session.state === "ended";
  if (isClosed || toolDenial(tool, session.policy) !== null) return planned;
  const { principal, isTaskStep = false, targetTimeoutMs, isLook = false, answersState = true } = call;
  const { stopSignal } = session;
  const frame = call.frameId === undefined ? undefined : frames.find(call.frameId);
  const appCall = { tool, params: planned.params, principal, frame, isTaskStep, targetTimeoutMs };
  try {
    const looked =
      planned.params.element === undefined
        ? await planApp(session, appCall, search.pipe)
        : await planTarget(session, appCall, search);
    const { app, params } = looked;
    if (isLook && app.running === null) throw appError(appNotFound(app.name), "app");
    // Nobody looks at pictures between a task's steps; one that it wants it asks for.
    const hasPicture = !isLook && !(isTaskStep && !tool.isReadOnly);
    return { ...planned, params, app: { ...app, answersState, isLook, hasPicture } };
  } catch (error) {
    if (!stopSignal.aborted) throw error;
    if (session.endReason !== null) throw new FleetError("session.ended", "The session has ended", { cause: error });
    throw new FleetError("session.stopped", "The session was stopped", { cause: error });
  }
}
