import { type Dialog, FleetError, type WindowInfo } from "@deskfleet/contracts";
import { errorDialog } from "@deskfleet/gates";
import { judgeLook, type Looker } from "../sessions/judge-look.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { type AppCapture, captureApp } from "./capture.ts";
import { cleanDialogs } from "./dialogs.ts";
import type { Pipe } from "./pipe.ts";

/** Of an action: a new window that covers more of the screen is no dialog. */
const SCREEN_PART_MAX = 0.6;
/** Beyond that an action has opened something else than a message. */
const WINDOWS_MAX = 3;

/**
 * What has come up with an action: the errors, warnings and questions of windows that were not there `before`. Where there is no new
 * window nothing is read but the list of windows. A dialog is told to whoever may be shown its application, with its title
 * to whoever may read titles; of one that cannot be read its title is all. That it cannot be read changes nothing about what was done.
 */
export async function newDialogs(
  session: LiveSession,
  before: readonly WindowInfo[],
  looker: Looker & { readonly pipe: Pipe; readonly mayReadTitles: boolean },
): Promise<Dialog[]> {
  try {
    const windows = await looker.pipe.windows();
    const known = new Set(before.map(({ id }) => id));
    const fresh = windows.filter((window) => !known.has(window.id) && isSmall(window, session.screen));
    const found: Dialog[] = [];
    for (const window of fresh.slice(0, WINDOWS_MAX))
      found.push(...(await dialogsOf(session, window, windows, looker)));
    return cleanDialogs(session.content, found, looker);
  } catch (error) {
    if (session.stopSignal.aborted) throw error;
    session.services.log.info({ sessionId: session.id, err: error }, "new windows could not be looked at");
    return [];
  }
}

function isSmall({ visible, size }: WindowInfo, screen: { readonly width: number; readonly height: number }): boolean {
  return visible && size.width * size.height <= screen.width * screen.height * SCREEN_PART_MAX;
}

async function dialogsOf(
  session: LiveSession,
  window: WindowInfo,
  windows: readonly WindowInfo[],
  looker: Looker & { readonly pipe: Pipe; readonly mayReadTitles: boolean },
): Promise<readonly Dialog[]> {
  const { id: windowId, title, process } = window;
  const names = [process.name, title].filter((name) => name !== "");
  const target = { names, processName: process.name, windowId, starts: null, element: null };
  if (judgeLook(session, looker, { tool: "get_app_state", params: {}, windows, target }).outcome !== "allow") return [];
  const capture = process.pid === null ? null : await readable(session, looker.pipe, process.pid);
  if (capture?.window.windowId === windowId) return capture.dialogs;
  const facts = { icons: [], texts: [], buttons: [], fields: 0, documents: 0 };
  const byTitle = looker.mayReadTitles ? errorDialog({ role: "window", title, ...facts }) : null;
  return byTitle === null ? [] : [byTitle];
}

/** Null: no application that can be read, or one that does not answer. */
async function readable(session: LiveSession, pipe: Pipe, pid: number): Promise<AppCapture | null> {
  try {
    return await captureApp(session.content, pipe, pid);
  } catch (error) {
    if (error instanceof FleetError && error.code === "action.failed") return null;
    throw error;
  }
}
