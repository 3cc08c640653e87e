import type { ElementRecord } from "@deskfleet/app-state";
import type { Principal, ToolDefinition } from "@deskfleet/contracts";
import type { FrameGeometry } from "../sessions/frame-ledger.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { mapCoordinates } from "../sessions/map-coordinates.ts";
import { appError } from "./app-error.ts";
import type { KnownState } from "./app-memory.ts";
import type { AppCapture } from "./capture.ts";
import { executorArgs } from "./executor-args.ts";
import { type FoundApp, findApp } from "./find-app.ts";
import type { Pipe } from "./pipe.ts";
import { type PlannedApp, rpcElement } from "./planned-app.ts";
import { appNotFound, indexNotFound, NO_PAGES, noSuchDirection, userChanged } from "./texts.ts";
import { windowsOf } from "./windows-of.ts";

export type Params = Readonly<Record<string, unknown>>;

export interface AppCall {
  readonly tool: ToolDefinition;
  readonly params: Params;
  readonly principal: Principal;
  /** The frame that the caller says its pixels belong to; absent: that of the state it knows, else the last one it has. */
  readonly frame: FrameGeometry | undefined;
  /** A task's program reads no states between its steps: where nothing depends on one, none is needed. */
  readonly isTaskStep: boolean;
  /** Milliseconds that a target is waited for. */
  readonly targetTimeoutMs: number | undefined;
}

/** `params`: with device pixels of the screen. */
export interface Looked {
  readonly app: PlannedApp;
  readonly params: Params;
}

const DIRECTIONS: readonly string[] = ["up", "down", "left", "right"];

/**
 * Looks up what a call names: the application, the element behind a number, the action. Nothing has happened when it throws, and
 * nothing is judged yet.
 * @throws FleetError `request.invalid`, `action.failed` with the texts that agents know
 */
export async function planApp(session: LiveSession, call: AppCall, pipe: Pipe): Promise<Looked> {
  const { tool, params } = call;
  refuseUnknown(params);
  const asked = typeof params.app === "string" ? params.app : undefined;
  const app = plannedApp(await findApp(session, pipe, asked), asked);
  if (app.running === null) {
    if (tool.id === "get_app_state") return { app, params };
    throw appError(appNotFound(app.name), "app");
  }
  const { pid } = app.running;
  if (tool.id === "get_app_state") return { app: { ...app, args: { pid } }, params };

  const known = await currentState(session, call.principal, app.running, pipe);
  const mapped = onScreen(session, call, known);
  if (known === undefined) {
    if (!call.isTaskStep) return { app: { ...app, answer: userChanged(app.name) }, params: mapped };
    // A step that did nothing must not look like one that did.
    if (params.element_index !== undefined) throw appError(userChanged(app.name), "no_state");
  }
  const before = known === undefined ? app : inWindow(app, known.capture);
  if (params.element_index === undefined) return { app: acting(before, tool, mapped), params: mapped };
  const index = Number(params.element_index);
  const elements = known?.capture.shown.elements ?? [];
  const element = elements[index];
  if (element === undefined) throw appError(indexNotFound(index, elements.length), "no_element");
  return { app: acting(before, tool, mapped, { element, name: `${index}` }), params: mapped };
}

/** The application as a state shows it: that window is meant, also where another one of it has come to the front since. */
export function inWindow(app: PlannedApp, capture: AppCapture): PlannedApp {
  const { windowId } = capture.window;
  const running = app.running === null || windowId === null ? app.running : { ...app.running, windowId };
  return { ...app, running, before: capture };
}

/** What is wrong whatever the application looks like. @throws FleetError `request.invalid` */
export function refuseUnknown({ direction, pages }: Params): void {
  if (typeof direction === "string" && !DIRECTIONS.includes(direction))
    throw appError(noSuchDirection(direction), "invalid", "request.invalid");
  if (typeof pages === "number" && !(pages > 0)) throw appError(NO_PAGES, "invalid", "request.invalid");
}

export function plannedApp({ running, launchable }: FoundApp, asked: string | undefined): PlannedApp {
  const names = [asked, launchable, running?.name, running?.id, running?.wmClass, running?.title];
  return {
    name: running?.name || (asked ?? ""),
    names: names.filter((name) => typeof name === "string"),
    processName: running?.processName ?? "",
    running: running === null ? null : { pid: running.pid, windowId: running.windowId },
    starts: running === null ? launchable : null,
    ...{
      element: null,
      elementName: "",
      args: {},
      answer: null,
      before: null,
      answersState: true,
      isLook: false,
      hasPicture: true,
    },
  };
}

/** The same with what it does. `on`: the element, and what the caller calls it. */
export function acting(
  app: PlannedApp,
  tool: ToolDefinition,
  params: Params,
  on: { readonly element: ElementRecord; readonly name: string } | null = null,
): PlannedApp {
  const element = on?.element ?? null;
  const elementName = on?.name ?? "";
  const args = {
    ...app.running,
    ...(element === null ? {} : { element: rpcElement(element) }),
    ...executorArgs(tool, params, { element, elementName }),
  };
  return { ...app, element, elementName, args };
}

/** What the caller knows of the application, unless its windows have changed since: then numbers and pixels may mean others. */
async function currentState(
  { apps }: LiveSession,
  { id }: Principal,
  { pid }: { readonly pid: number },
  pipe: Pipe,
): Promise<KnownState | undefined> {
  const known = apps.stateOf(id, pid);
  if (known === undefined) return undefined;
  const windowIds = windowsOf(await pipe.windows(), pid);
  if (windowIds.length === known.windowIds.length && windowIds.every((each) => known.windowIds.includes(each)))
    return known;
  apps.forget(id, pid);
  return undefined;
}

/** Pixels of the screenshot that the caller looks at, as those of the screen. */
function onScreen({ frames, screen }: LiveSession, call: AppCall, known: KnownState | undefined): Params {
  const own = frames.of(call.principal.id);
  const ofState = known?.frameId == null ? undefined : own.find(known.frameId);
  const whole = Object.entries(call.params).map(([name, value]) => [
    name,
    typeof value === "number" && /^(?:from_|to_)?[xy]$/.test(name) ? Math.floor(value) : value,
  ]);
  return mapCoordinates(Object.fromEntries(whole), call.frame ?? ofState ?? own.last(), screen);
}
