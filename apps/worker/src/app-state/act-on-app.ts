import {
  type AppStateResult,
  type Evaluation,
  FleetError,
  type FrameInfo,
  RpcAppAction,
  type WindowInfo,
} from "@deskfleet/contracts";
import type { PlannedAction } from "../approvals/planned-action.ts";
import type { Answer } from "../content/answer.ts";
import { deliverResult } from "../content/deliver-result.ts";
import { rememberSecure } from "../content/remember-typed.ts";
import { judgeLook, type Looker } from "../sessions/judge-look.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { refusalOf } from "../sessions/refusal.ts";
import { type AppCapture, captureApp } from "./capture.ts";
import { cleanDialogs } from "./dialogs.ts";
import { appFault } from "./faults.ts";
import { instructionsFor } from "./instructions.ts";
import { startApp } from "./launch.ts";
import { listApps } from "./list-apps.ts";
import type { Pipe } from "./pipe.ts";
import { appTarget, type PlannedApp } from "./planned-app.ts";
import { takeScreenshot, windowRequest } from "./screenshot.ts";
import { settledApp } from "./settle.ts";
import { stateResult } from "./state-result.ts";
import { ACTION_COMPLETED } from "./texts.ts";
import { windowsOf } from "./windows-of.ts";

/** Of a permitted action: whose it is, what they hold, and how the worker reaches the desktop for it. */
export interface AppActor extends Looker {
  readonly pipe: Pipe;
  readonly mayReadTitles: boolean;
}

export interface AppAnswer extends Answer {
  /** The state as it is: for the worker's own conditions, never answered. */
  readonly state: AppCapture | null;
}

const LOOKS_MAX = 3;

type Done = Pick<AppStateResult, "before" | "after" | "how">;
interface Shown {
  readonly result: AppStateResult;
  readonly masked: readonly string[];
  readonly picture: Pick<Answer, "frame" | "sha256" | "payload"> | null;
  readonly state: AppCapture | null;
}

/**
 * Carries out a permitted app-state action. Everything but list_apps answers with the application's state as it is then, as far as
 * this caller may be shown it; what cannot be read afterwards changes nothing about what was done.
 * @throws FleetError in the words that agents know (faults.ts)
 */
export async function actOnApp(session: LiveSession, planned: PlannedAction, actor: AppActor): Promise<AppAnswer> {
  const { tool, app } = planned;
  if (app === null) return answer(session, planned, await listApps(session, actor.pipe, actor.mayReadTitles), actor);
  if (app.answer !== null) return answer(session, planned, { text: app.answer }, actor);
  try {
    const shown =
      tool.id === "get_app_state" ? await read(session, app, actor) : await act(session, planned, app, actor);
    return answer(session, planned, shown.result, actor, shown);
  } catch (error) {
    throw appFault(error, app);
  }
}

async function read(session: LiveSession, planned: PlannedApp, actor: AppActor): Promise<Shown> {
  const app = planned.running === null ? await startApp(session, actor.pipe, planned) : planned;
  if (app.running === null) throw new FleetError("internal", "what was started does not run");
  const capture = await captureApp(session.content, actor.pipe, app.running.pid);
  session.apps.noteRead(actor.principal.id, session.services.now());
  const shown = await showCurrent(session, app, actor, capture, {});
  // What it was judged by, its title above all, may be another one's by now.
  if ("refused" in shown) throw refusalOf(shown.refused);
  return shown;
}

async function act(session: LiveSession, planned: PlannedAction, app: PlannedApp, actor: AppActor): Promise<Shown> {
  const { tool } = planned;
  const { pipe, principal } = actor;
  const signal = session.stopSignal;
  const { reply } = await pipe.call(tool.id, app.args, tool.timeoutMs);
  rememberSecure(session.content, planned, reply);
  const { before, after, how } = RpcAppAction.parse(reply.result);
  session.apps.noteWrite(principal.id, session.services.now());
  if (!app.answersState) return untold(session, app, actor);
  const pid = app.running?.pid ?? 0;
  const startedMs = performance.now();
  try {
    const capture = await settledApp(session.content, pipe, pid, app.before, signal);
    const settle = Math.round(performance.now() - startedMs);
    const done = { how, ...(tool.id === "set_value" ? heldValues(app, before, after) : {}) };
    const shown = await showCurrent(session, app, actor, capture, done);
    if ("refused" in shown) return untold(session, app, actor);
    return { ...shown, result: { ...shown.result, timings: { ...shown.result.timings, settle } } };
  } catch (error) {
    if (signal.aborted) throw new FleetError("session.stopped", "The session was stopped", { data: { started: true } });
    session.services.log.info({ sessionId: session.id, err: error }, "the state after an action could not be read");
    return untold(session, app, actor);
  }
}

/** Done; what came of it is not said, and what the caller knew before no longer holds. */
function untold(session: LiveSession, app: PlannedApp, { principal }: AppActor): Shown {
  if (app.running !== null) session.apps.forget(principal.id, app.running.pid);
  const telemetry = session.apps.telemetryOf(principal.id);
  return { result: { text: ACTION_COMPLETED, telemetry }, masked: [], picture: null, state: null };
}

/** A password is as many bullets as it has characters, whatever the desktop answers. */
function heldValues({ element }: PlannedApp, before?: string | null, after?: string | null): Done {
  const isSecret = element?.role === "secure text field";
  const held = (value: string | null | undefined) =>
    typeof value === "string" && isSecret ? "•".repeat([...value].length) : (value ?? null);
  return { before: held(before), after: held(after) };
}

/** A window may be gone by the time that the others are looked at: then the application is looked at again. */
async function showCurrent(
  session: LiveSession,
  app: PlannedApp,
  actor: AppActor,
  capture: AppCapture,
  done: Done,
): ReturnType<typeof show> {
  for (let number = 1, current = capture; ; number += 1) {
    const shown = await show(session, app, actor, current, done);
    if (!("refused" in shown) || shown.refused.decisive.code !== "bounds.window" || number === LOOKS_MAX) return shown;
    current = await captureApp(session.content, actor.pipe, capture.app.pid);
  }
}

/** The state for this caller, and what it knows from now on; or why it may not be shown it. */
async function show(
  session: LiveSession,
  app: PlannedApp,
  actor: AppActor,
  capture: AppCapture,
  done: Done,
): Promise<Shown | { readonly refused: Evaluation }> {
  const { pipe, principal } = actor;
  const { apps } = session;
  const windows = await pipe.windows();
  const pid = capture.app.pid;
  const { name, id } = capture.app;
  const names = [...app.names, name, id, capture.window.title];
  const running = { pid, windowId: capture.window.windowId ?? app.running?.windowId ?? 0 };
  const target = appTarget({ ...app, names, running, starts: null }, windows);
  const verdict = judgeLook(session, actor, { tool: "get_app_state", params: {}, windows, target });
  if (verdict.outcome !== "allow") return { refused: verdict };
  const picture = app.hasPicture ? await pictureOf(session, actor, capture, windows) : null;
  const appKey = id || name;
  const isFirst = !app.isLook && apps.isFirstOf(principal.id, appKey);
  const instructions = isFirst ? await instructionsFor(session, capture.app) : null;
  const { result, masked } = stateResult(session.content, capture, {
    version: session.desktop.info.version,
    instructions,
  });
  if (!app.isLook)
    apps.keep(principal.id, pid, {
      capture,
      windowIds: windowsOf(windows, pid),
      frameId: picture?.frame?.frameId ?? null,
    });
  return { result: { ...result, ...done, telemetry: apps.telemetryOf(principal.id) }, masked, picture, state: capture };
}

/** A picture of the window for whoever may have one. That there is none never takes the text away. */
async function pictureOf(
  session: LiveSession,
  actor: AppActor,
  { window }: AppCapture,
  windows: readonly WindowInfo[],
): Promise<Shown["picture"]> {
  const request = windowRequest(window.frame, session.screen);
  if (request === null) return null;
  const look = { tool: "computer_screen_capture" as const, params: request, windows, target: null };
  if (judgeLook(session, actor, look).outcome !== "allow") return null;
  try {
    return await takeScreenshot(session, actor.pipe, request, actor.principal.id);
  } catch (error) {
    if (session.stopSignal.aborted) throw error;
    session.services.log.info({ sessionId: session.id, err: error }, "the picture of a state is left out");
    return null;
  }
}

function answer(
  { content }: LiveSession,
  { tool }: PlannedAction,
  result: unknown,
  { mayReadTitles }: AppActor,
  shown: Pick<Shown, "masked" | "picture" | "state"> = { masked: [], picture: null, state: null },
): AppAnswer {
  const clean = deliverResult(content, tool, result, { mayReadTitles });
  const picture: { frame: FrameInfo | null; sha256: string | null; payload: Buffer | null } = shown.picture ?? {
    ...{ frame: null, sha256: null, payload: null },
  };
  const dialogs = cleanDialogs(content, shown.state?.dialogs ?? [], { mayReadTitles });
  return {
    ...clean,
    ...picture,
    dialogs,
    state: shown.state,
    masked: [...new Set([...clean.masked, ...shown.masked])].sort(),
  };
}
