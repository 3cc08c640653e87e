import { FleetError, isLocator, type Principal, type Target } from "@deskfleet/contracts";
import type { Captured } from "../anchors/look-for-anchor.ts";
import { viewAnchor } from "../anchors/search-for.ts";
import type { Performed } from "../perform.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import type { Call, Sight } from "./workflow-run.ts";

type Done = Extract<Performed, { outcome: "done" }>;
/** Who looks, at which session, and how: a call of perform in their name that answers once it is done. */
export interface Looker {
  readonly session: LiveSession;
  readonly principal: Principal;
  readonly call: (call: Call) => Promise<Done>;
}

/** Why an application cannot be seen now, and could in a moment. */
const PASSING: ReadonlySet<unknown> = new Set(["app", "window", "not_responding"]);

/**
 * One look at what a target is about, without changing anything: neither numbers of lines nor the frame that pixels belong to
 * mean anything else afterwards. Judged and recorded as get_app_state or a capture.
 * @throws FleetError what `call` throws, but for an application that is not there
 */
export async function lookAt(looker: Looker, target: Target): Promise<Sight> {
  if (isLocator(target)) return lookAtApplication(target.app, looker);
  return { places: await viewAnchor(looker.session, target, (ifChangedFrom) => capture(looker, ifChangedFrom)) };
}

async function lookAtApplication(app: string | undefined, { call }: Looker): Promise<Sight> {
  try {
    const { state } = await call({ tool: "get_app_state", params: app === undefined ? {} : { app }, isLook: true });
    return state === null ? { missing: "nothing could be read of it" } : { state };
  } catch (error) {
    if (!(error instanceof FleetError)) throw error;
    if (isLostWindow(error)) return { missing: "its window has just closed" };
    if (error.code !== "action.failed" || !PASSING.has(error.data?.reason)) throw error;
    return { missing: error.detail };
  }
}

/** Windows closed as fast as perform looked them up: nothing that policy means to deny. The next look finds another. */
function isLostWindow({ code, data }: FleetError): boolean {
  return code === "policy.denied" && data?.code === "bounds.window";
}

async function capture({ session, principal, call }: Looker, ifChangedFrom: string | null): Promise<Captured> {
  const frames = session.frames.of(principal.id);
  const seen = frames.last();
  const params = { format: "png", ...(ifChangedFrom === null ? {} : { ifChangedFrom }) };
  const { result, payload } = await call({ tool: "computer_screen_capture", params });
  if (seen !== undefined) frames.add(seen);
  if (result.frame === undefined) throw new FleetError("action.unknown", "The desktop answered without a frame");
  return { frame: result.frame, payload };
}
