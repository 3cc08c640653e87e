import type { GateContext, HeldGrant, Principal, WindowInfo } from "@deskfleet/contracts";
import { pathParameters } from "@deskfleet/gates";
import type { PlannedAction } from "../approvals/planned-action.ts";
import { resolvePaths } from "./executor-control.ts";
import type { LiveSession } from "./live-session.ts";

/** What of a context has to be asked for: of the desktop, and, for another principal than the session's, of Postgres. */
export type Observed = Pick<GateContext, "windows" | "resolvedPaths" | "grants">;

/**
 * Asks the desktop only for what the call is judged by: windows when it names one or acts on what is in front, paths
 * when it names some. `readWindows` comes from perform.ts, which alone calls tools.
 */
export async function observeForGates(
  session: LiveSession,
  planned: PlannedAction,
  principal: Principal,
  readWindows: () => Promise<readonly WindowInfo[]>,
): Promise<Observed> {
  const paths = pathParameters(planned.tool, planned.params);
  const [windows, resolvedPaths, grants] = await Promise.all([
    needsWindows(planned) ? readWindows() : null,
    paths.length > 0 ? resolvePaths(session.desktop.executor, paths) : null,
    grantsOf(session, principal),
  ]);
  return { windows, resolvedPaths, grants };
}

/** Consents belong to one principal: somebody else in the tenant who acts on the session brings their own. */
async function grantsOf(session: LiveSession, principal: Principal): Promise<readonly HeldGrant[]> {
  if (principal.id !== session.principal.id)
    return session.services.records.grants(session.tenantId, principal.id, session.id);
  const own = session.ownGrants.map(
    (grant) => ({ grant, scope: "session", expiresAtMs: null, layer: session.policy.grantable.layer }) as const,
  );
  return [...own, ...session.storedGrants];
}

function needsWindows({ tool, params, capture }: PlannedAction): boolean {
  return "windowId" in params || tool.category === "input" || tool.id === "computer_screen_capture" || capture !== null;
}

/** The context of one evaluation, as of now: synchronous, so that nothing passes between it and the verdict. */
export function gateContext(
  session: LiveSession,
  observed: Observed,
  caller: { readonly principal: Principal; readonly isApproved: boolean },
): GateContext {
  const nowMs = session.services.now();
  const active = observed.windows?.find((window) => window.active);
  return {
    nowMs,
    principal: caller.principal,
    screen: session.screen,
    ...observed,
    apps: session.desktop.info.apps,
    activeApp: active === undefined ? null : { name: active.process.name, title: active.title },
    recentActionsMs: session.recentActionsMs,
    failuresInRow: session.failuresInRow,
    session: {
      state: session.state === "ended" ? "stopped" : session.state,
      controller: session.controller,
    },
    isApproved: caller.isApproved,
  };
}
