import {
  FleetError,
  type GateContext,
  type HeldGrant,
  type InternalLookReply,
  type Principal,
  type ResolvedPath,
  TOOLS,
  type WindowInfo,
} from "@deskfleet/contracts";
import { pathParameters } from "@deskfleet/gates";
import { appTarget } from "../app-state/planned-app.ts";
import type { PlannedAction } from "../approvals/planned-action.ts";
import { besides } from "./besides.ts";
import { resolvePaths } from "./executor-control.ts";
import type { LiveSession } from "./live-session.ts";
import { observeTerminal } from "./terminal-input.ts";

/** What of a context has to be asked for: of the desktop, and, for another principal than the session's, of Postgres. */
export interface Observed extends Pick<GateContext, "windows" | "resolvedPaths" | "grants" | "terminal" | "target"> {
  /** The policy's directories as they are on the desktop, where a program is started. */
  readonly directories: readonly ResolvedPath[];
}

const PROCESS_START = "computer_process_start";

/**
 * Asks the desktop only for what the call is judged by: windows when it names one or acts on what is in front, paths
 * when it names some, the shell where it types into a terminal. `readWindows` comes from perform.ts, which alone calls tools.
 */
export async function observeForGates(
  session: LiveSession,
  planned: PlannedAction,
  principal: Principal,
  readWindows: () => Promise<readonly WindowInfo[]>,
): Promise<Observed> {
  const actions = [planned, ...besides(planned)];
  const paths = actions.flatMap(({ tool, params }) => pathParameters(tool, params));
  const { terminals, policy } = session;
  const directories = planned.tool.id === PROCESS_START ? policy.allowedDirectories.value : [];
  const asked = [...paths, ...directories.map((path) => ({ path, followsLastLink: true }))];
  const { mark } = terminals;
  const [windows, resolved, grants] = await Promise.all([
    needsWindows(planned) ? readWindows() : null,
    asked.length > 0 ? resolvePaths(session.desktop.executor, asked) : [],
    grantsOf(session, principal),
  ]);
  if (windows !== null) terminals.look(windows, mark);
  return {
    ...{ windows, grants },
    resolvedPaths: paths.length > 0 ? resolved.slice(0, paths.length) : null,
    directories: resolved.slice(paths.length),
    terminal: await observeTerminal(session, planned, windows),
    target: planned.app === null || windows === null ? null : appTarget(planned.app, windows),
  };
}

/** What of a desktop decides about an action that nobody performs. @throws FleetError `request.invalid` */
export async function lookForGates(session: LiveSession, id: string, given: unknown): Promise<InternalLookReply> {
  const tool = TOOLS.get(id);
  const params = tool?.parameters.safeParse(given);
  if (tool === undefined || !params?.success)
    throw new FleetError("request.invalid", "There is no such tool, or these are not its parameters");
  const paths = pathParameters(tool, params.data as Record<string, unknown>);
  return {
    resolvedPaths: paths.length > 0 ? await resolvePaths(session.desktop.executor, paths) : [],
    canConfine: session.canConfine,
  };
}

/** Consents belong to one principal: somebody else in the tenant who acts on the session brings their own. */
export async function grantsOf(session: LiveSession, principal: Principal): Promise<readonly HeldGrant[]> {
  if (principal.id !== session.principal.id)
    return session.services.records.grants(session.tenantId, principal.id, session.id);
  return [...session.ownGrants, ...session.storedGrants];
}

function needsWindows({ tool, params, capture }: PlannedAction): boolean {
  // An application may open a terminal: what was on the screen before it is known then.
  if (typeof params.app === "string" || tool.category === "app_state") return true;
  return "windowId" in params || tool.category === "input" || tool.id === "computer_screen_capture" || capture !== null;
}

/** The context of one evaluation, as of now: synchronous, so that nothing passes between it and the verdict. */
export function gateContext(
  session: LiveSession,
  observed: Observed,
  caller: { readonly principal: Principal; readonly isApproved: boolean },
): GateContext {
  const nowMs = session.services.now();
  const { windows, resolvedPaths, grants, terminal = null, target = null } = observed;
  const active = windows?.find((window) => window.active);
  return {
    nowMs,
    principal: caller.principal,
    screen: session.screen,
    ...{ windows, resolvedPaths, grants, terminal, target },
    canConfine: session.canConfine,
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
