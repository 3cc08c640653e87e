import { FleetError, type FrameInfo, type ResultReader, type ToolReply } from "@deskfleet/contracts";
import type { PlannedAction } from "../approvals/planned-action.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { deliverFrame } from "./deliver-frame.ts";
import { deliverResult } from "./deliver-result.ts";
import { rememberSecure } from "./remember-typed.ts";

/** What leaves of an action, gate 8 behind it. */
export interface Answer {
  readonly result: unknown;
  /** The result before the tool's mapping: for the worker's own conditions. */
  readonly unmapped: unknown;
  readonly frame: FrameInfo | null;
  readonly sha256: string | null;
  readonly payload: Buffer | null;
  readonly masked: string[];
  readonly truncated: boolean;
}

const CAPTURE = "computer_screen_capture";

/** Gate 8 on everything that an executor answered to a call. */
export async function deliverAnswer(
  session: LiveSession,
  planned: PlannedAction,
  { callerId, reader }: { readonly callerId: string; readonly reader: ResultReader },
  { reply, payload }: { readonly reply: ToolReply; readonly payload: Buffer | null },
): Promise<Answer> {
  const { tool, answeredPoint, observe } = planned;
  rememberSecure(session.content, planned, reply);
  const frames = session.frames.of(callerId);
  if (tool.id === CAPTURE) {
    if (reply.frame === undefined) throw new FleetError("action.unknown", "The desktop answered without a frame");
    const captured = await deliverFrame(session, reply.frame, payload, frames);
    return { result: captured.frame, unmapped: captured.frame, ...captured, masked: [], truncated: false };
  }
  const clean = deliverResult(session.content, tool, answeredPoint ?? reply.result, reader);
  const withoutFrame = { ...clean, frame: null, sha256: null, payload: null };
  if (observe === null || reply.frame === undefined) return withoutFrame;
  try {
    return { ...clean, ...(await deliverFrame(session, reply.frame, payload, frames)) };
  } catch (error) {
    // The action happened; failing it for its picture would invite a second click. The frame alone is withheld.
    session.services.log.warn({ sessionId: session.id, err: error }, "the frame of an observing action is withheld");
    return { ...withoutFrame, masked: [...clean.masked, "frame"] };
  }
}
