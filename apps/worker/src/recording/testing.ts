import type { SessionFrame } from "@deskfleet/contracts";
import type { LiveSession } from "../sessions/live-session.ts";

/** For tests: an ask that took this long, in milliseconds, may have been given up by its own limit. */
const IN_TIME_MS = 400;

/** The row that shows the screen now, once every look that was begun has come to its end, however busy the machine is. */
export async function looked(session: LiveSession): Promise<SessionFrame | null> {
  for (;;) {
    const beganMs = performance.now();
    const row = await session.recorder.ask();
    if (performance.now() - beganMs < IN_TIME_MS) return row;
  }
}
