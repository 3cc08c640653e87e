import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  FleetError,
  type JsonObject,
  type PolicyDocument,
  type Principal,
  type SelfTestFacts,
  WindowInfo,
} from "@deskfleet/contracts";
import { z } from "zod";
import type { PerformCall, Performed } from "../perform.ts";

/**
 * The policy of a self-test: everything that the cases need is consented to, but no titles; one application is sensitive by
 * the name of its window's program, so that it can be started by its id and not be touched afterwards.
 */
export const SELF_TEST_POLICY: PolicyDocument = {
  grants: ["computer_use", "screen", "write", "app(*)"],
  processes: { programs: ["cat"] },
  sensitiveApps: ["pcmanfm"],
  rate: { actionsPerSecond: 1_000, failuresInRow: 100 },
};
const SENSITIVE_APP = "file-manager";
const EDITOR_APP = "text-editor";
/** Programs that carry a session; the executor knows more of them. */
const CARRIERS = /^(Xvnc|Xtigervnc|Xvfb|openbox|dbus-daemon)/;
const NO_PROCESS = 2_000_000_000;

const WINDOW_MS_MAX = 15_000;
const POLL_MS = 100;
const NOTE_TEXT = "A note for the self-test: äöü 漢字\n";

export interface Stage {
  readonly principal: Principal;
  readonly screen: { readonly width: number; readonly height: number };
  readonly perform: (call: PerformCall) => Promise<Performed>;
}

export interface Scene {
  readonly facts: SelfTestFacts;
  /** The sensitive application goes; the editor is in front. */
  clearSensitive(): Promise<void>;
}

const Windows = z.object({ windows: WindowInfo.array() });
const Processes = z.object({ processes: z.array(z.object({ pid: z.number(), name: z.string() })) });
const Started = z.object({ pid: z.number() });

/** Files, an editor and, in front of it, a sensitive application. @throws FleetError when the desktop does not get so far */
export async function setScene(stage: Stage): Promise<Scene> {
  const secret = `ghp_${randomBytes(18).toString("hex")}`;
  const [secretPath, notePath] = ["/workspace/self-test-secret.txt", "/workspace/self-test-note.txt"];
  await done(stage, "computer_file_write", { path: secretPath, content: `token ${secret}\n` });
  await done(stage, "computer_file_write", { path: notePath, content: NOTE_TEXT });
  await done(stage, "computer_process_start", { app: EDITOR_APP });
  const editor = await newWindow(stage, []);
  const { pid } = Started.parse(await done(stage, "computer_process_start", { app: SENSITIVE_APP }));
  const sensitive = await newWindow(stage, [editor.id]);
  const { processes } = Processes.parse(await done(stage, "computer_process_list", {}));
  const { position, size } = editor;
  return {
    facts: {
      screen: stage.screen,
      editor: {
        windowId: editor.id,
        app: `${editor.process.pid}`,
        x: position.x + Math.floor(size.width / 2),
        y: position.y + Math.floor(size.height / 2),
      },
      sensitiveWindowId: sensitive.id,
      sensitiveApp: `${sensitive.process.pid}`,
      carrierPid: processes.find(({ name }) => CARRIERS.test(name))?.pid ?? NO_PROCESS,
      ...{ secret, secretPath, notePath, noteText: NOTE_TEXT },
    },
    clearSensitive: async () => {
      await done(stage, "computer_process_terminate", { pid, force: true });
      await until(async () => (await windowsOf(stage)).every(({ id }) => id !== sensitive.id));
      await done(stage, "computer_window_activate", { windowId: editor.id });
      await until(async () => (await windowsOf(stage)).some(({ id, active }) => id === editor.id && active));
    },
  };
}

/** The worker's own view, process ids and all: it stays here. */
async function done(stage: Stage, tool: string, params: JsonObject): Promise<unknown> {
  const performed = await stage.perform({ tool, params, principal: stage.principal });
  if (performed.outcome === "done") return performed.unmapped;
  throw new FleetError("action.failed", `${tool} was asked for while the desktop was being prepared`);
}

const windowsOf = async (stage: Stage): Promise<WindowInfo[]> =>
  Windows.parse(await done(stage, "computer_window_list", {})).windows;

/** Visible, active and not one of those that were there. */
async function newWindow(stage: Stage, known: readonly number[]): Promise<WindowInfo> {
  let found: WindowInfo | undefined;
  await until(async () => {
    found = (await windowsOf(stage)).find(({ id, visible, active }) => visible && active && !known.includes(id));
    return found !== undefined;
  });
  return found as WindowInfo;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const endsAtMs = performance.now() + WINDOW_MS_MAX;
  while (!(await holds())) {
    if (performance.now() > endsAtMs)
      throw new FleetError("action.timeout", "The desktop of the self-test was not ready in time");
    await sleep(POLL_MS);
  }
}
