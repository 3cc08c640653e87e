import type { Action, AppTarget, GateContext, HeldGrant, Principal } from "@deskfleet/contracts";
import { normalisePath, pathParameters } from "@deskfleet/gates";

/** What explain does not have to imagine. */
interface Known {
  readonly principal: Principal;
  readonly grants: readonly HeldGrant[];
  readonly session: GateContext["session"];
}
/** What was looked at on a session's desktop. */
export type Seen = Pick<GateContext, "resolvedPaths" | "canConfine">;

/**
 * The context of a quiet 1280x800 desktop where the named files, windows and applications exist and no link leads elsewhere:
 * nothing but the policy, the consents and the session's state is left to decide. What was `seen` is not imagined.
 */
export function imaginedContext({ tool, params }: Action, known: Known, seen: Seen | null): GateContext {
  const paths = pathParameters(tool, params).map(({ path, operation }) => ({
    ...{ path, real: normalisePath(path) },
    type: operation === "list" || operation === "enter" ? ("directory" as const) : ("file" as const),
  }));
  const { windowId, app } = params;
  const target = tool.category === "app_state" && tool.id !== "list_apps" ? imaginedTarget(app) : null;
  const named = typeof windowId === "number" ? windowId : target?.windowId;
  const box = { position: { x: 0, y: 0 }, size: { width: 640, height: 480 }, visible: true, active: true };
  return {
    ...known,
    nowMs: Date.now(),
    screen: { width: 1_280, height: 800 },
    windows: named == null ? [] : [{ id: named, title: "", process: { pid: null, name: "" }, ...box }],
    target,
    resolvedPaths: paths.length === 0 ? null : paths,
    ...seen,
    apps: typeof app === "string" ? [{ id: app, name: app, class: "other" }] : [],
    activeApp: null,
    recentActionsMs: [],
    failuresInRow: 0,
    isApproved: false,
  };
}

/** Of an app-state tool: the application runs, under the name that was given for it. */
function imaginedTarget(app: unknown): AppTarget {
  const names = typeof app === "string" ? [app] : [];
  return { names, processName: "", windowId: 1, starts: null, element: null };
}
