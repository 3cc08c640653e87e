import type { FleetError, LocatedApps } from "@deskfleet/contracts";
import { findApps } from "../sessions/executor-control.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { appError } from "./app-error.ts";
import type { Pipe } from "./pipe.ts";
import { appNotFound, NO_WINDOWS } from "./texts.ts";

export type RunningApp = LocatedApps["running"][number];

/** `id`: of the image's registry. */
export type FoundApp =
  | { readonly running: RunningApp & { readonly windowId: number }; readonly launchable: string | null }
  | { readonly running: null; readonly launchable: string };

/**
 * The application that a caller means; without a word for it, that of the active window.
 * @throws FleetError `action.failed`: there is none (`app`), or it has no window (`window`)
 */
export async function findApp(session: LiveSession, pipe: Pipe, asked: string | undefined): Promise<FoundApp> {
  const word = asked ?? (await activeProcess(pipe));
  const find = (name: string) => findApps(session.desktop.executor, name);
  const { running, launchable } = await find(word);
  let [app] = running;
  const startedAs = launchable === null ? undefined : session.apps.started.get(launchable);
  // A program may call itself otherwise than the image's registry does: what was started is not started twice.
  if (app === undefined && startedAs !== undefined) [app] = (await find(`${startedAs}`)).running;
  if (app?.windowId) return { running: { ...app, windowId: app.windowId }, launchable };
  if (app !== undefined) throw noWindows();
  if (launchable !== null) return { running: null, launchable };
  throw appError(appNotFound(asked ?? word), "app");
}

export const noWindows = (): FleetError => appError(NO_WINDOWS, "window");

async function activeProcess(pipe: Pipe): Promise<string> {
  const active = (await pipe.windows()).find((window) => window.active);
  if (!active?.process.pid) throw noWindows();
  return `${active.process.pid}`;
}
