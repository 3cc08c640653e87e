import {
  type AppTarget,
  type Evaluation,
  FleetError,
  type GateContext,
  type Principal,
  TOOLS,
  type WindowInfo,
} from "@deskfleet/contracts";
import { evaluate } from "@deskfleet/gates";
import { gateContext, type Observed } from "./gate-context.ts";
import type { LiveSession } from "./live-session.ts";

/** Who is shown something beside an action of theirs, and by what consents. */
export interface Looker {
  readonly principal: Principal;
  readonly grants: GateContext["grants"];
  /** A person approved that it is shown. */
  readonly isApproved: boolean;
}

/**
 * Whether a caller may be shown what an action leaves behind: judged as the tool that shows it, by what is on the screen now. It
 * belongs to an action that was counted already, so gate 7 does not count it again.
 */
export function judgeLook(
  session: LiveSession,
  { principal, grants, isApproved }: Looker,
  look: {
    readonly tool: "get_app_state" | "computer_screen_capture";
    readonly params: Readonly<Record<string, unknown>>;
    readonly windows: readonly WindowInfo[];
    readonly target: AppTarget | null;
  },
): Evaluation {
  const tool = TOOLS.get(look.tool);
  if (tool === undefined) throw new FleetError("internal", "there is no such tool");
  const observed: Observed = {
    ...{ grants, windows: look.windows, target: look.target, resolvedPaths: null, terminal: null, directories: [] },
  };
  const context = gateContext(session, observed, { principal, isApproved });
  return evaluate({ tool, params: look.params }, { ...context, recentActionsMs: [] }, session.policy);
}
