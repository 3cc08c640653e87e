import { FleetError, type Principal, timeLimit } from "@deskfleet/contracts";
import type { PerformCall, Performed } from "../perform.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import type { Call } from "../workflow/workflow-run.ts";
import { heldRest, joinParts } from "./held-script.ts";
import type { Patience } from "./patience.ts";
import { untilAborted } from "./until-aborted.ts";

/** Why a task waits for a person; the same words as its states. */
export type WaitState = "waiting_approval" | "human_control" | "paused";
export type Asked = Extract<Performed, { outcome: "ask" }>;
export type Done = Extract<Performed, { outcome: "done" }>;

export interface PatientAct {
  readonly session: LiveSession;
  readonly principal: Principal;
  readonly perform: (session: LiveSession, call: PerformCall) => Promise<Performed>;
  readonly clock: Patience;
  readonly signal: AbortSignal;
  /** Resolves once a person said yes. @throws FleetError `policy.denied`, `approval.expired` */
  awaitAnswer(asked: Asked): Promise<void>;
  /** Tells the world that the task waits, and that it goes on. */
  setTaskState(state: WaitState | "running"): Promise<void>;
}

const RATE_WAIT_MS_DEFAULT = 100;
/** A change of the session wakes us; looking again by ourselves costs nothing. */
const LOOK_AGAIN_MS = 5_000;

/**
 * One action of a task. What an interactive caller would be told (a person has to approve; a person is in control; the
 * session is paused; too fast) is waited out here and the same action is made again: none of it is the workflow's failure.
 */
export async function actPatiently(act: PatientAct, call: Call): Promise<Done> {
  const done = await actOnce(act, call);
  const rest = heldRest(call, done);
  return rest === null ? done : joinParts(done, await actPatiently(act, rest));
}

async function actOnce(act: PatientAct, call: Call): Promise<Done> {
  const { session, principal, signal } = act;
  let approvalId: string | undefined;
  /** Since the approval was given. */
  let wasHeld = false;
  for (let focusTries = 1; ; ) {
    signal.throwIfAborted();
    if (await whileHeld(act)) wasHeld = true;
    const request = { ...call, principal, isTaskStep: true, ...(approvalId === undefined ? {} : { approvalId }) };
    let performed: Performed;
    try {
      performed = await untilAborted(act.perform(session, request), signal);
    } catch (error) {
      if (!(error instanceof FleetError)) throw error;
      if (HOLDS.has(error.code)) wasHeld = true;
      // A pause outlasted what a person had approved: they are asked again.
      if (error.code === "approval.expired" && approvalId !== undefined && wasHeld) approvalId = undefined;
      else if (!wasBeforeFocus(call, error)) await outlast(act, error);
      else if (focusTries++ < FOCUS_TRIES_MAX) await act.clock.sleep(FOCUS_WAIT_MS, signal);
      else throw error;
      continue;
    }
    if (performed.outcome === "done") return performed;
    const asked = performed;
    await whileWaiting(act, "waiting_approval", () => act.awaitAnswer(asked));
    approvalId = asked.approval.id;
    wasHeld = false;
  }
}
const HOLDS: ReadonlySet<string> = new Set(["session.paused", "session.human_control"]);

/**
 * A dialog is listed as soon as it is mapped, and has the keyboard a moment later: keys that were judged in between went
 * nowhere, for the desktop looks once more before it sends any of a key or a combination. They are judged again, for the
 * window that has the keyboard then. Of typed text a part may have gone where it was meant to, so that is not repeated.
 */
function wasBeforeFocus({ tool }: Call, { code, data }: FleetError): boolean {
  return code === "action.failed" && data?.reason === "focus_changed" && SENT_WHOLE.has(tool);
}
const SENT_WHOLE: ReadonlySet<string> = new Set(["computer_key_press", "computer_hotkey"]);
/** Three failures in a row pause a session. */
const FOCUS_TRIES_MAX = 2;
const FOCUS_WAIT_MS = 150;

/** Waits until the reason is over. @throws the error itself when it is none that passes */
async function outlast(act: PatientAct, error: FleetError): Promise<void> {
  const { clock, signal } = act;
  if (error.code === "action.rate_limited") return clock.sleep(retryAfterMs(error), signal);
  if (error.code === "session.human_control") return whileHuman(act);
  if (error.code === "session.paused") return whilePaused(act);
  throw error;
}

/**
 * Reading is allowed while a person has the session, and a task does not read then either: what it waits for on the screen is
 * not its own doing, and its time must not run out meanwhile. Answers whether there was anything to wait for.
 */
async function whileHeld(act: PatientAct): Promise<boolean> {
  const { session } = act;
  const isHeld = () => session.state === "paused" || (session.state === "active" && session.controller === "human");
  if (!isHeld()) return false;
  while (isHeld()) await (session.state === "paused" ? whilePaused(act) : whileHuman(act));
  return true;
}

const whilePaused = (act: PatientAct) =>
  whileWaiting(act, "paused", () => until(act, () => act.session.state !== "paused"));

const whileHuman = (act: PatientAct) =>
  whileWaiting(act, "human_control", () => until(act, () => act.session.controller === "agent"));

async function whileWaiting(act: PatientAct, state: WaitState, wait: () => Promise<void>): Promise<void> {
  await act.clock.waiting(async () => {
    await act.setTaskState(state);
    await wait();
    await act.setTaskState("running");
  });
}

async function until({ session, signal }: PatientAct, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const limit = timeLimit(LOOK_AGAIN_MS, signal);
    try {
      await session.nextChange(limit.signal);
    } finally {
      limit.clear();
    }
    signal.throwIfAborted();
  }
}

function retryAfterMs({ data }: FleetError): number {
  const given = data?.retryAfterMs;
  return typeof given === "number" && given > 0 ? given : RATE_WAIT_MS_DEFAULT;
}
