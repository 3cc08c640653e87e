import type { FleetError } from "@deskfleet/contracts";
import type { LiveSession } from "./live-session.ts";
import { announcePause } from "./pause-session.ts";

/** Failures of the desktop's work. Refusals, stops and a lost desktop say nothing about whether the caller is on a wrong track. */
const COUNTED: ReadonlySet<FleetError["code"]> = new Set(["action.failed", "action.timeout", "action.unknown"]);

/** Nothing was tried, and the answer says how to go on: an agent that acts on several elements at once meets these every day. */
const UNTRIED: ReadonlySet<unknown> = new Set(["stale_element", "not_settable", "no_focused_field"]);

/** Counts a changing action's end; after `failuresInRow` of them the session waits for a person to resume it (gate 7). */
export async function countFailure(session: LiveSession, error: FleetError | null): Promise<void> {
  if (error === null) {
    session.failuresInRow = 0;
    return;
  }
  if (!COUNTED.has(error.code) || UNTRIED.has(error.data?.reason)) return;
  session.failuresInRow += 1;
  if (session.failuresInRow < session.policy.failuresInRow.value || session.state !== "active") return;
  session.become("paused");
  const facts = { reason: "failures_in_row", failures: session.failuresInRow };
  await announcePause(session, `worker:${session.services.workerId}`, facts);
}
