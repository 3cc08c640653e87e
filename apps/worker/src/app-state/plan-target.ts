import type { Rendering } from "@deskfleet/app-state";
import {
  FleetError,
  isLocator,
  type Locator,
  Target,
  TOOLS,
  type ToolDefinition,
  type WindowInfo,
} from "@deskfleet/contracts";
import { consentFrom, toolDenial } from "@deskfleet/gates";
import type { Anchor, Captured } from "../anchors/look-for-anchor.ts";
import { resolveAnchor } from "../anchors/resolve-anchor.ts";
import { grantsOf } from "../sessions/gate-context.ts";
import { judgeLook, type Looker } from "../sessions/judge-look.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { realClock } from "../sessions/real-clock.ts";
import { refusalOf } from "../sessions/refusal.ts";
import { requireStillClear } from "../sessions/still-clear.ts";
import { appError } from "./app-error.ts";
import { awaitElement, type Look, NEEDS } from "./await-target.ts";
import { type AppCapture, captureApp } from "./capture.ts";
import { findApp } from "./find-app.ts";
import type { Pipe } from "./pipe.ts";
import { type AppCall, acting, inWindow, type Looked, plannedApp, refuseUnknown } from "./plan-app.ts";
import { appTarget, type PlannedApp } from "./planned-app.ts";
import { appNotFound } from "./texts.ts";

/** Where the call does not say how long it waits for its target: until it is there, visible, enabled and stands still. */
const TARGET_MS = 10_000;

/** What is seen of an application at one moment. */
interface SeenApp {
  readonly rendering: Rendering;
  readonly shown: Rendering;
  readonly before: Rendering | undefined;
  readonly app: PlannedApp;
  readonly capture: AppCapture;
}

export interface TargetSearch {
  readonly pipe: Pipe;
  /** Captures the screen as this caller, for pictures and texts. */
  readonly captureScreen: (ifChangedFrom: string | null) => Promise<Captured>;
}

/**
 * A call whose target is said as a person would: waited for, then frozen as what was found. What waits for elements reads the
 * application, so a sensitive one is refused before it is looked at; and what was there instead is told only to whoever may read it.
 * @throws FleetError `action.failed` when there is no such target in time, `policy.denied`, `request.invalid`
 */
export async function planTarget(session: LiveSession, call: AppCall, search: TargetSearch): Promise<Looked> {
  refuseUnknown(call.params);
  const target = Target.parse(call.params.element);
  return isLocator(target)
    ? planLocator(session, call, target, search.pipe)
    : planAnchor(session, call, target, search);
}

async function planLocator(session: LiveSession, call: AppCall, locator: Locator, pipe: Pipe): Promise<Looked> {
  const { tool, params, principal } = call;
  const asked = typeof params.app === "string" ? params.app : locator.app;
  const grants = await grantsOf(session, principal);
  const looker: Looker = { principal, grants, isApproved: false };
  let previous: AppCapture | null = null;
  const requireTurn = turnOf(session, tool);
  const look = async (): Promise<Look<SeenApp>> => {
    requireTurn();
    try {
      const app = plannedApp(await findApp(session, pipe, asked), asked);
      if (app.running === null) return { missing: "the application is not running" };
      refuseSensitive(session, looker, app, await pipe.windows());
      previous = await captureApp(
        session.content,
        pipe,
        app.running.pid,
        previous?.app.pid === app.running.pid ? previous : null,
      );
      const { rendering, shown } = previous;
      const before = session.apps.stateOf(principal.id, app.running.pid)?.capture.rendering;
      return { state: { rendering, shown, before, app, capture: previous } };
    } catch (error) {
      return { missing: whyMissing(error) };
    }
  };
  const { state, element } = await awaitElement(locator, {
    ...{ look, needs: NEEDS[tool.id] ?? [], timeoutMs: call.targetTimeoutMs ?? TARGET_MS, clock: realClock },
    signal: session.stopSignal,
    mayRead: mayRead(session, looker),
    content: session.content,
  });
  const name = typeof locator.name === "string" ? locator.name : (locator.role ?? "it");
  return { app: acting(inWindow(state.app, state.capture), tool, params, { element, name }), params };
}

/** A picture or a text on the screen: a point, so only what points can be done with it. */
async function planAnchor(
  session: LiveSession,
  call: AppCall,
  target: Anchor,
  { pipe, captureScreen }: TargetSearch,
): Promise<Looked> {
  const { tool, params } = call;
  if (tool.id !== "click")
    throw new FleetError("request.invalid", "A picture or a text on the screen can be clicked, and nothing else", {
      faults: [{ path: "/params/element", message: "role, name, text, label or id of an element" }],
    });
  const asked = typeof params.app === "string" ? params.app : undefined;
  const requireTurn = turnOf(session, tool);
  const capture: TargetSearch["captureScreen"] = async (ifChangedFrom) => {
    requireTurn();
    return captureScreen(ifChangedFrom);
  };
  const { point } = await resolveAnchor(session, target, {
    ...{
      capture,
      timeoutMs: call.targetTimeoutMs ?? TARGET_MS,
      clock: realClock,
      signal: session.stopSignal,
    },
  });
  // Without a word for it: the application whose window is seen there, which a click on it must not cover with another one.
  const found = await findApp(session, pipe, asked ?? (await processAt(pipe, point)));
  const app = plannedApp(found, asked);
  if (app.running === null) throw appError(appNotFound(app.name), "app");
  const pointed = { ...params, x: point.x, y: point.y };
  return { app: acting(app, tool, pointed), params: pointed };
}

/**
 * Called before each look: one that waits for its target gives up when a person pauses or takes over, instead of failing for what
 * they do to the screen. The first look is left to the gates, whose refusal is recorded.
 */
function turnOf(session: LiveSession, tool: ToolDefinition): () => void {
  let looks = 0;
  return () => {
    if (looks > 0) requireStillClear(session, tool);
    looks += 1;
  };
}

async function processAt(
  pipe: Pipe,
  { x, y }: { readonly x: number; readonly y: number },
): Promise<string | undefined> {
  const holds = ({ visible, position, size }: WindowInfo) =>
    visible && x >= position.x && y >= position.y && x < position.x + size.width && y < position.y + size.height;
  const pid = (await pipe.windows()).find(holds)?.process.pid;
  return pid == null ? undefined : `${pid}`;
}

/** @throws FleetError `policy.denied`; that a person would be asked about reading it is no reason not to look for a button */
function refuseSensitive(session: LiveSession, looker: Looker, app: PlannedApp, windows: readonly WindowInfo[]): void {
  const look = { tool: "get_app_state" as const, params: {}, windows, target: appTarget(app, windows) };
  const verdict = judgeLook(session, looker, look);
  const ofTarget = verdict.verdicts.filter(({ gate, outcome }) => gate === "command" && outcome === "deny");
  if (verdict.outcome === "deny" && ofTarget.length > 0) throw refusalOf(verdict);
}

function mayRead(session: LiveSession, { grants }: Looker): boolean {
  const tool: ToolDefinition | undefined = TOOLS.get("get_app_state");
  // What was given for once is for an action, not for what a failed one tells.
  const lasting = grants.filter(({ scope }) => scope !== "once");
  const holder = { grants: lasting, nowMs: session.services.now() };
  return (
    tool !== undefined &&
    toolDenial(tool, session.policy) === null &&
    ["computer_use", "screen"].every((grant) => consentFrom(grant, holder, session.policy) !== null)
  );
}

/** What an application that is still coming up, or busy, is a matter of time for. @throws anything else */
function whyMissing(error: unknown): string {
  if (!(error instanceof FleetError) || error.code !== "action.failed") throw error;
  switch (error.data?.reason) {
    case "app":
      return "the application is not running";
    case "window":
      return "the application has no window";
    case "not_responding":
      return "the application does not answer";
    default:
      throw error;
  }
}
