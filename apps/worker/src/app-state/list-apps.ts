import { RpcAppList, type RunningApp as RunningAppSchema } from "@deskfleet/contracts";
import type { z } from "zod";
import { findApps } from "../sessions/executor-control.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import type { Pipe } from "./pipe.ts";

type RunningApp = z.infer<typeof RunningAppSchema>;
const LIST_MS_MAX = 10_000;

/** One line for each application: those that run, those that ran lately, those that can be started. Process ids are for those who may read titles. */
export async function listApps(
  session: LiveSession,
  pipe: Pipe,
  mayReadTitles: boolean,
): Promise<{ readonly text: string; readonly apps: readonly RunningApp[] }> {
  const { reply } = await pipe.call("list_apps", {}, LIST_MS_MAX);
  const known = RpcAppList.parse(reply.result).apps.map(
    ({ wmClass: _wmClass, processName: _processName, ...app }): RunningApp => ({
      ...app,
      pid: mayReadTitles ? app.pid : null,
    }),
  );
  const apps = [...known, ...(await unused(session))];
  // Clients pass texts on to models, some of which take no empty one.
  return { text: apps.map(lineOf).join("\n") || "There are no applications.", apps };
}

/** Of the image's registry, which a caller cannot know of otherwise; what was started is listed under its own name. */
async function unused(session: LiveSession): Promise<RunningApp[]> {
  const { info } = session.desktop;
  const candidates = info.apps.filter(({ id }) => !session.apps.started.has(id));
  const located = await Promise.all(candidates.map(({ id }) => findApps(session.desktop.executor, id)));
  return candidates
    .filter((_app, index) => located[index]?.running.length === 0)
    .map(({ id, name }) => ({ name, id, pid: null, isRunning: false, lastUsed: null, uses: 0 }));
}

/** `Mousepad — org.xfce.mousepad [running, last-used=2030-01-01, uses=3]` */
function lineOf({ name, id, isRunning, lastUsed, uses }: RunningApp): string {
  const facts = [
    ...(isRunning ? ["running"] : []),
    ...(lastUsed === null ? [] : [`last-used=${lastUsed}`]),
    `uses=${uses}`,
  ];
  return `${name} — ${id ?? name} [${facts.join(", ")}]`;
}
