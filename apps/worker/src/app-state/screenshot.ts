import { FrameRequest, type Rectangle as RectangleSchema } from "@deskfleet/contracts";
import type { z } from "zod";
import { type DeliveredFrame, deliverFrame } from "../content/deliver-frame.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import type { Pipe } from "./pipe.ts";

type Rectangle = z.infer<typeof RectangleSchema>;

/** A picture that takes longer is left out: the text is there. */
const SCREENSHOT_MS_MAX = 2_500;

/** The request for a picture of a window; null where nothing of it lies on the screen. */
export function windowRequest(frame: Rectangle, screen: { width: number; height: number }): FrameRequest | null {
  const x = Math.max(0, frame.x);
  const y = Math.max(0, frame.y);
  const width = Math.min(screen.width, frame.x + frame.width) - x;
  const height = Math.min(screen.height, frame.y + frame.height) - y;
  return width < 1 || height < 1 ? null : FrameRequest.parse({ region: { x, y, width, height } });
}

/** A permitted picture of a window through gate 8; from now on the caller's pixels are its. @throws FleetError when there is none */
export async function takeScreenshot(
  session: LiveSession,
  pipe: Pipe,
  request: FrameRequest,
  callerId: string,
): Promise<DeliveredFrame | null> {
  const { reply, payload } = await pipe.call("computer_screen_capture", request, SCREENSHOT_MS_MAX);
  if (reply.frame === undefined) return null;
  return deliverFrame(session, reply.frame, payload, session.frames.of(callerId));
}
