import { setTimeout as sleep } from "node:timers/promises";
import { FleetError, TOOLS } from "@deskfleet/contracts";
import { z } from "zod";
import type { ContentFilter } from "../content/content-filter.ts";
import { findApps } from "../sessions/executor-control.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { type AppCapture, captureApp } from "./capture.ts";
import { noWindows } from "./find-app.ts";
import type { Pipe } from "./pipe.ts";
import type { PlannedApp } from "./planned-app.ts";

const START = "computer_process_start";
const START_MS_MAX = 10_000;
/** A browser takes three to five seconds to its window. */
const WINDOW_MS_MAX = 15_000;
/** From its window on: what it shows is complete when it says the same twice. */
const COMPLETE_MS_MAX = 3_000;
const POLL_MS = 100;
const Started = z.object({ pid: z.number().int() });

/** Starts an application of the image, which was permitted as starting it is, and waits for a window that stands still. @throws FleetError `action.failed` (`window`) */
export async function startApp(session: LiveSession, pipe: Pipe, planned: PlannedApp): Promise<PlannedApp> {
  const app = planned.starts ?? "";
  const { reply } = await pipe.call(START, parametersOf(app), START_MS_MAX);
  const { pid } = Started.parse(reply.result);
  const signal = session.stopSignal;
  const endsAtMs = performance.now() + WINDOW_MS_MAX;
  for (;;) {
    const found = (await findApps(session.desktop.executor, app)).running[0];
    const { running } = found === undefined ? await findApps(session.desktop.executor, `${pid}`) : { running: [found] };
    const [first] = running;
    if (first?.windowId) {
      session.apps.started.set(app, first.pid);
      await standsStill(session, pipe, first.pid);
      const names = [first.name, first.id ?? "", first.wmClass ?? "", first.title].filter((name) => name !== "");
      return {
        ...planned,
        name: first.name || planned.name,
        names: [...planned.names, ...names],
        processName: first.processName,
        running: { pid: first.pid, windowId: first.windowId },
      };
    }
    if (performance.now() >= endsAtMs) throw noWindows();
    await sleep(POLL_MS, undefined, { signal });
  }
}

/** The window comes before what is in it: until two looks say the same, and not only that there is a window. */
async function standsStill({ content, stopSignal }: LiveSession, pipe: Pipe, pid: number): Promise<void> {
  const endsAtMs = performance.now() + COMPLETE_MS_MAX;
  let last = null as AppCapture | null;
  while (performance.now() < endsAtMs) {
    const capture = await tryCapture(content, pipe, pid, last);
    const hasMore = (capture?.rendering.elements.length ?? 0) > 1;
    if (hasMore && capture?.rendering.text === last?.rendering.text) return;
    last = capture;
    await sleep(POLL_MS, undefined, { signal: stopSignal });
  }
}

/** An application that is still coming up may not answer yet. */
async function tryCapture(
  content: ContentFilter,
  pipe: Pipe,
  pid: number,
  last: AppCapture | null,
): Promise<AppCapture | null> {
  try {
    return await captureApp(content, pipe, pid, last);
  } catch (error) {
    if (error instanceof FleetError && error.code === "action.failed") return null;
    throw error;
  }
}

function parametersOf(app: string): Record<string, unknown> {
  return TOOLS.get(START)?.parameters.parse({ app }) as Record<string, unknown>;
}
