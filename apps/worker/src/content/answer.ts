import { type Dialog, FleetError, type FrameInfo, type ToolReply, type WindowInfo } from "@deskfleet/contracts";
import { newDialogs } from "../app-state/new-dialogs.ts";
import type { Pipe } from "../app-state/pipe.ts";
import type { PlannedAction } from "../approvals/planned-action.ts";
import type { Looker } from "../sessions/judge-look.ts";
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
  /** Absent: nobody looked for any. */
  readonly dialogs?: readonly Dialog[];
  readonly masked: string[];
  readonly truncated: boolean;
}

const CAPTURE = "computer_screen_capture";

/** Gate 8 on everything that an executor answered to a call. `before`: the windows that were there when it was judged. */
export async function deliverAnswer(
  session: LiveSession,
  planned: PlannedAction,
  looker: Looker & {
    readonly pipe: Pipe;
    readonly mayReadTitles: boolean;
    readonly before: readonly WindowInfo[] | null;
  },
  { reply, payload }: { readonly reply: ToolReply; readonly payload: Buffer | null },
): Promise<Answer> {
  const { tool, answeredPoint, observe } = planned;
  rememberSecure(session.content, planned, reply);
  const frames = session.frames.of(looker.principal.id);
  if (tool.id === CAPTURE) {
    if (reply.frame === undefined) throw new FleetError("action.unknown", "The desktop answered without a frame");
    const captured = await deliverFrame(session, reply.frame, payload, frames);
    return { result: captured.frame, unmapped: captured.frame, ...captured, masked: [], truncated: false };
  }
  const clean = deliverResult(session.content, tool, answeredPoint ?? reply.result, looker);
  const withoutFrame = { ...clean, frame: null, sha256: null, payload: null };
  if (observe === null || reply.frame === undefined) return withoutFrame;
  const dialogs = looker.before === null ? [] : await newDialogs(session, looker.before, looker);
  try {
    return { ...clean, dialogs, ...(await deliverFrame(session, reply.frame, payload, frames)) };
  } catch (error) {
    // The action happened; failing it for its picture would invite a second click. The frame alone is withheld.
    session.services.log.warn({ sessionId: session.id, err: error }, "the frame of an observing action is withheld");
    return { ...withoutFrame, dialogs, masked: [...clean.masked, "frame"] };
  }
}
