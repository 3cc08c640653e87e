import type { Principal } from "@deskfleet/contracts";
import { grantsOf } from "./gate-context.ts";
import { judgeLook } from "./judge-look.ts";
import type { LiveSession } from "./live-session.ts";

/**
 * Whether this principal could be given a picture of the screen without anybody being asked: for pictures that nobody asked
 * for, such as that of a failure. Which windows are on the screen the capture itself is judged by.
 */
export async function mayCapture(session: LiveSession, principal: Principal): Promise<boolean> {
  const looker = { principal, grants: await grantsOf(session, principal), isApproved: false };
  const look = { tool: "computer_screen_capture", params: {}, windows: [], target: null } as const;
  return judgeLook(session, looker, look).outcome === "allow";
}
