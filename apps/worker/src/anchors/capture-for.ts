import { FleetError, type Principal } from "@deskfleet/contracts";
import type { Asked } from "../approvals/freeze.ts";
import { perform } from "../perform.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import type { Captured } from "./look-for-anchor.ts";

/** A person has to be asked before anything is looked at. Whoever answers callers answers with what was frozen, the look. */
export class LookAsked extends FleetError {
  readonly asked: Asked;
  constructor(asked: Asked) {
    super("approval.required", "Looking at the screen needs an approval", { data: { approvalId: asked.approval.id } });
    this.asked = asked;
  }
}

/**
 * Captures the screen for an anchor as this principal: judged, recorded and masked like any capture. The frame that the
 * principal looked at last stays the one that coordinates without a frame belong to.
 * @throws FleetError as `perform`; LookAsked where a person has to be asked
 */
export function captureFor(
  session: LiveSession,
  principal: Principal,
): (ifChangedFrom: string | null) => Promise<Captured> {
  const frames = session.frames.of(principal.id);
  return async (ifChangedFrom) => {
    const seen = frames.last();
    const params = { format: "png", ...(ifChangedFrom === null ? {} : { ifChangedFrom }) };
    const performed = await perform(session, { tool: "computer_screen_capture", params, principal });
    if (seen !== undefined) frames.add(seen);
    if (performed.outcome === "done" && performed.result.frame !== undefined)
      return { frame: performed.result.frame, payload: performed.payload };
    if (performed.outcome === "done") throw new FleetError("action.unknown", "The desktop answered without a frame");
    throw new LookAsked(performed);
  };
}
