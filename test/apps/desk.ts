import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ActionResult, AppStateResult, type ElementSummary, FoundElements } from "@deskfleet/contracts";
import { expect, inject, vi } from "vitest";
import { call } from "./fleet.ts";

const run = promisify(execFile);
const FOLDER = import.meta.dirname;
/** Enough for a machine with other work; each wait ends as soon as what it waits for is there. */
const PATIENT = { timeout: 45_000, interval: 100 };

/** A session on a desktop of its own, with the test programs in /workspace. It acts by app state alone. */
export interface Desk {
  readonly sessionId: string;
  /** One action of any tool, answered as it came. */
  act(action: object): Promise<ActionResult>;
  /** One of the nine tools, by its name. */
  tool(name: string, params: Record<string, unknown>): Promise<AppStateResult>;
  /** Looks for elements without acting. */
  find(request: object): Promise<FoundElements>;
  /** `get_app_state`, again and again until `isReady`: for what a program does by itself, as starting. */
  state(app: string, isReady?: (state: AppStateResult) => boolean): Promise<AppStateResult>;
  /** A command in the desktop beside the session, as its user: to prepare and to check, never to act. */
  shell(script: string): Promise<string>;
  /** Starts a program beside the session. @returns its pid as text, which is an `app` for the tools */
  start(command: string): Promise<string>;
  /** What a test program saved, once `isThere` holds; fails with what was there instead. */
  saved(path: string, isThere: (state: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

export async function openDesk(): Promise<Desk> {
  const fleet = inject("fleet");
  const { id } = await vi.waitFor(() => call(fleet, "POST", "/v1/sessions", {}), PATIENT);
  const act = async (action: object) =>
    ActionResult.parse(await call(fleet, "POST", `/v1/sessions/${id}/actions`, action));
  await act({ tool: "computer_file_write", params: { path: "/workspace/session", content: String(id) } });
  const container = await containerWith(fleet.fleetId, String(id));
  const inside = async (argv: readonly string[]) => {
    const { stdout } = await run("docker", ["exec", "-u", "1000:1000", ...argv], { maxBuffer: 1 << 26 });
    return stdout;
  };
  const shell = (script: string) =>
    inside(["-w", "/workspace", container, "sh", "-c", `set -a; . /run/deskfleet/env; set +a; ${script}`]);
  await run("sh", [
    "-c",
    'tar --create --directory "$0" programs pages | docker exec -i -u 1000:1000 "$1" tar --extract --directory /workspace',
    ...[FOLDER, container],
  ]);
  const tool = async (name: string, params: Record<string, unknown>) =>
    AppStateResult.parse((await act({ tool: name, params })).result);
  return {
    sessionId: String(id),
    act,
    tool,
    find: async (request) =>
      FoundElements.parse(await call(fleet, "POST", `/v1/sessions/${id}/elements/find`, request)),
    state: (app, isReady = () => true) =>
      vi.waitFor(async () => {
        const state = await tool("get_app_state", { app });
        if (!isReady(state)) throw new Error(`not what it waits for:\n${state.text}`);
        return state;
      }, PATIENT),
    shell,
    start: async (command) => (await shell(`setsid ${command} >/dev/null 2>>/tmp/programs.log & echo $!`)).trim(),
    saved: (path, isThere) =>
      vi.waitFor(async () => {
        const state = JSON.parse(await shell(`cat ${path}`)) as Record<string, unknown>;
        if (!isThere(state)) throw new Error(`${path} has ${JSON.stringify(state)}`);
        return state;
      }, PATIENT),
    close: async () => {
      await call(fleet, "POST", `/v1/sessions/${id}/close`);
    },
  };
}

/** The one element of this role and title (any title where none is given); fails with the whole text. */
export function element(state: AppStateResult, role: string, title?: string): ElementSummary {
  const found = (state.elements ?? []).filter(
    (one) => one.role === role && (title === undefined || one.title === title),
  );
  expect(found.length, `elements '${role} ${title ?? ""}' in\n${state.text}`).toBe(1);
  return found[0] as ElementSummary;
}

/** The desktop in which the session wrote its own id. */
async function containerWith(fleetId: string, sessionId: string): Promise<string> {
  const { stdout } = await run("docker", ["ps", "-q", "--filter", `label=deskfleet.fleet=${fleetId}`]);
  for (const id of stdout.split("\n").filter((line) => line !== "")) {
    const { stdout: text } = await run("docker", [
      "exec",
      id,
      "sh",
      "-c",
      "cat /workspace/session 2>/dev/null || true",
    ]);
    if (text === sessionId) return id;
  }
  throw new Error(`no desktop of fleet ${fleetId} has the file of session ${sessionId}`);
}
