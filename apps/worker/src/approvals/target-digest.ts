import { createHash } from "node:crypto";
import type { ElementRecord } from "@deskfleet/app-state";
import type { ResolvedPath, TerminalState, WindowInfo } from "@deskfleet/contracts";
import { elementNow } from "../app-state/element-now.ts";
import type { Pipe } from "../app-state/pipe.ts";
import { digestTargets } from "../sessions/executor-control.ts";
import type { Observed } from "../sessions/gate-context.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { pointsOf } from "../sessions/map-coordinates.ts";
import { canonical, type PlannedAction } from "./planned-action.ts";

/**
 * `fresh`: looks at the application again for the element that was planned; null: the element as it was seen when it was planned.
 *
 * What the requester saw of the action's target, as SHA-256: the pixels around each point of a pointer action; the active
 * window's id and title for the keyboard, and the line at its prompt where it is a terminal; the named window's for window
 * tools, and of app-state tools the element's identity, words and value beside it; where the paths lead for files and programs; null for what has none of these, whose parameters say everything.
 */
export async function digestTarget(
  session: LiveSession,
  planned: PlannedAction,
  { windows, terminal, resolvedPaths }: Pick<Observed, "windows" | "terminal" | "resolvedPaths">,
  fresh: Pipe | null = null,
): Promise<string | null> {
  const { app, tool } = planned;
  const points = pointsOf(planned.params);
  if ((tool.category === "input" || app !== null) && points.length > 0)
    return sha256(await digestTargets(session.desktop.executor, points));
  if (app !== null) {
    const window = describe(windows?.find(({ id }) => id === app.running?.windowId));
    const element = fresh === null ? app.element : await elementNow(session.content, fresh, app);
    return sha256([window, element && describeElement(element), terminal && describeShell(terminal)]);
  }
  if (planned.tool.category === "input")
    return sha256([describe(windows?.find(({ active }) => active)), terminal && describeShell(terminal)]);
  if ("windowId" in planned.params) return sha256(describe(windows?.find(({ id }) => id === planned.params.windowId)));
  return resolvedPaths === null ? null : sha256(leads(resolvedPaths));
}

function describe(window: WindowInfo | undefined): unknown {
  return window === undefined ? null : { id: window.id, title: window.title, process: window.process };
}

/** Not where it stands: a window that is moved, or a list that is scrolled, changes nothing about a button. */
function describeElement({
  key,
  windowIndex,
  path,
  sourceRole,
  sourceName,
  role,
  title,
  value,
  traits,
}: ElementRecord): unknown {
  return { key, windowIndex, path, sourceRole, sourceName, role, title, value, traits };
}

function describeShell({ cwd, foreground, pending, resolvedPaths }: TerminalState): unknown {
  return { cwd, foreground, pending, leads: leads(resolvedPaths ?? []) };
}

/** What is there may change while a person decides; that the name leads to the same place may not. */
const leads = (paths: readonly ResolvedPath[]): unknown => paths.map(({ path, real }) => ({ path, real }));

function sha256(value: unknown): string {
  return createHash("sha256").update(canonical(value)).digest("hex");
}
