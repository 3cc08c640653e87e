import { FleetError, type FoundElements, type Principal } from "@deskfleet/contracts";
import { AnchorError } from "../anchors/anchor-failures.ts";
import { perform } from "../perform.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { mayCapture } from "../sessions/may-capture.ts";

type FrameInstead = FoundElements["frame"];

/**
 * What the screen shows instead of what was looked for; null for whoever would have to be asked for a picture. The frame that the
 * caller's pixels belong to stays the one it was.
 */
export async function frameInstead(
  session: LiveSession,
  principal: Principal,
  signal: AbortSignal,
): Promise<FrameInstead> {
  try {
    if (!(await mayCapture(session, principal))) return null;
    const frames = session.frames.of(principal.id);
    const seen = frames.last();
    const captured = await perform(session, { tool: "computer_screen_capture", params: {}, principal, signal });
    if (seen !== undefined) frames.add(seen);
    if (captured.outcome === "ask" || !captured.result.frame || !captured.payload) return null;
    return { ...captured.result.frame, image: captured.payload.toString("base64") };
  } catch (error) {
    if (signal.aborted || session.stopSignal.aborted) throw error;
    session.services.log.info({ sessionId: session.id, err: error }, "there is no frame of what was not found");
    return null;
  }
}

/** A failed wait for an element or an anchor with a picture in its `data`, as `frame`; any other error as it is. */
export async function withFrameInstead(
  error: unknown,
  session: LiveSession,
  { principal, signal }: { readonly principal: Principal; readonly signal: AbortSignal },
): Promise<unknown> {
  const isWait = error instanceof FleetError && error.code === "action.failed" && Array.isArray(error.data?.candidates);
  if (!isWait) return error;
  const own =
    error instanceof AnchorError && error.frame !== null && error.payload !== null
      ? { ...error.frame, image: error.payload.toString("base64") }
      : null;
  const frame = own ?? (await frameInstead(session, principal, signal));
  if (frame === null) return error;
  return new FleetError(error.code, error.detail, { cause: error, data: { ...error.data, frame } });
}
