import type { WindowInfo } from "@deskfleet/contracts";
import { judgeLook } from "../sessions/judge-look.ts";
import type { LiveSession } from "../sessions/live-session.ts";

/**
 * Whether a window that is on the screen keeps it from being recorded: gate 5's word on a capture of it, such as that of a sensitive
 * application. Consents say what an agent may be shown; what is recorded is the tenant's decision, so they do not matter here.
 */
export function mayNotRecord(session: LiveSession, windows: readonly WindowInfo[]): boolean {
  const looker = { principal: session.principal, grants: session.ownGrants, isApproved: true };
  const look = { tool: "computer_screen_capture", params: {}, windows, target: null } as const;
  return judgeLook(session, looker, look).verdicts.some(
    ({ gate, outcome }) => gate === "command" && outcome !== "allow",
  );
}
