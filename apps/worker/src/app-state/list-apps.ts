import { RpcAppList, type RunningApp as RunningAppSchema } from "@deskfleet/contracts";
import type { z } from "zod";
import type { Pipe } from "./pipe.ts";

type RunningApp = z.infer<typeof RunningAppSchema>;
const LIST_MS_MAX = 10_000;

/** One line for each application. Process ids are for those who may read titles. */
export async function listApps(
  pipe: Pipe,
  mayReadTitles: boolean,
): Promise<{ readonly text: string; readonly apps: readonly RunningApp[] }> {
  const { reply } = await pipe.call("list_apps", {}, LIST_MS_MAX);
  const apps = RpcAppList.parse(reply.result).apps.map(
    ({ wmClass: _wmClass, processName: _processName, ...app }): RunningApp => ({
      ...app,
      pid: mayReadTitles ? app.pid : null,
    }),
  );
  return { text: apps.map(lineOf).join("\n"), apps };
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
