import { createHash } from "node:crypto";
import type { WindowInfo } from "@deskfleet/contracts";
import { digestTargets } from "../sessions/executor-control.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { pointsOf } from "../sessions/map-coordinates.ts";
import { canonical, type PlannedAction } from "./planned-action.ts";

/**
 * What the requester saw of the action's target, as SHA-256: the pixels around each point of a pointer action; the active
 * window's id and title for the keyboard; the named window's for window tools; null for files and processes, whose
 * parameters say everything.
 */
export async function digestTarget(
  session: LiveSession,
  planned: PlannedAction,
  windows: readonly WindowInfo[] | null,
): Promise<string | null> {
  const points = pointsOf(planned.params);
  if (planned.tool.category === "input" && points.length > 0)
    return sha256(await digestTargets(session.desktop.executor, points));
  if (planned.tool.category === "input") return sha256(describe(windows?.find(({ active }) => active)));
  if ("windowId" in planned.params) return sha256(describe(windows?.find(({ id }) => id === planned.params.windowId)));
  return null;
}

function describe(window: WindowInfo | undefined): unknown {
  return window === undefined ? null : { id: window.id, title: window.title, process: window.process };
}

function sha256(value: unknown): string {
  return createHash("sha256").update(canonical(value)).digest("hex");
}
