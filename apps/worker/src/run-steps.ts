import { setTimeout as sleep } from "node:timers/promises";
import {
  type ActionResult,
  type Dialog,
  FleetError,
  type JsonObject,
  type ScriptStepResult,
} from "@deskfleet/contracts";
import type { PlannedAction } from "./approvals/planned-action.ts";
import type { Performed } from "./perform.ts";
import type { LiveSession } from "./sessions/live-session.ts";
import type { PerformCall } from "./sessions/plan-call.ts";

type StepCall = Omit<PerformCall, "principal">;

export interface StepsEnd {
  readonly result: { readonly steps: ScriptStepResult[]; readonly stoppedAt: number | null };
  /** Of the last step, when the script was called with `observe` and came to its end. */
  readonly frame: NonNullable<ActionResult["frame"]> | null;
  readonly payload: Buffer | null;
  /** What came up with its last step. */
  readonly dialogs: readonly Dialog[];
}

/** Nothing was done: the step may be tried again once the reason is gone. Everything else is `failed`. */
const REFUSALS: ReadonlySet<string> = new Set([
  "request.invalid",
  "auth.forbidden",
  "policy.denied",
  "action.rate_limited",
  "session.paused",
  "session.human_control",
  "audit.unavailable",
]);
const RETRY_MS_MIN = 10;
const NOTHING: Omit<StepsEnd, "result"> = { frame: null, payload: null, dialogs: [] };

/**
 * computer_run_steps: one call after the other through `performStep`, until one is not done or the tool's time is over. Only
 * gate 7's `wait` is waited for: a script would otherwise end at the tenth step. A step is answered, never thrown.
 */
export async function runSteps(
  session: LiveSession,
  planned: PlannedAction,
  performStep: (call: StepCall) => Promise<Performed>,
): Promise<StepsEnd> {
  const given = planned.params.steps as readonly { readonly tool: string; readonly params: JsonObject }[];
  const endsAtMs = performance.now() + planned.tool.timeoutMs;
  const { frameId } = planned;
  const observe = planned.observe === null ? undefined : observationOf(planned.observe);
  const steps: ScriptStepResult[] = [];
  let end: Omit<StepsEnd, "result"> = NOTHING;
  for (const [index, { tool, params }] of given.entries()) {
    const isLast = index === given.length - 1;
    const call: StepCall = {
      ...{ tool, params },
      ...(frameId === null ? {} : { frameId }),
      ...(isLast && observe !== undefined ? { observe } : {}),
    };
    const { step, ...frame } = await tryStep(() => inTime(session, endsAtMs, () => performStep(call)), tool);
    steps.push(step);
    if (isLast) end = frame;
    if (step.outcome !== "done") break;
  }
  const stopped = steps.findIndex(({ outcome }) => outcome !== "done");
  return { result: { steps, stoppedAt: stopped === -1 ? null : stopped }, ...end };
}

/** The caller's own wish again; the first-damage time is the worker's. */
function observationOf({ firstDamageMs: _own, ...observe }: NonNullable<PlannedAction["observe"]>): JsonObject {
  return observe;
}

async function inTime(session: LiveSession, endsAtMs: number, work: () => Promise<Performed>): Promise<Performed> {
  for (;;) {
    if (performance.now() >= endsAtMs) throw new FleetError("action.timeout", "The script's time is over");
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FleetError) || error.code !== "action.rate_limited") throw error;
      const waitMs = Math.max(RETRY_MS_MIN, Number(error.data?.retryAfterMs ?? 0));
      if (performance.now() + waitMs >= endsAtMs || session.stopSignal.aborted) throw error;
      await untilLater(waitMs, session.stopSignal);
    }
  }
}

/** Sooner when the session is stopped; the next try is then refused for it. */
async function untilLater(waitMs: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(waitMs, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function tryStep(
  work: () => Promise<Performed>,
  tool: string,
): Promise<{ readonly step: ScriptStepResult } & Omit<StepsEnd, "result">> {
  try {
    const performed = await work();
    if (performed.outcome === "ask") {
      const { id, evaluation } = performed.approval;
      const detail = evaluation.decisive.reason;
      return { step: { tool, outcome: "asked", code: "approval.required", detail, approvalId: id }, ...NOTHING };
    }
    const { result, masked, truncated, frame = null, dialogs = [] } = performed.result;
    return { step: { tool, outcome: "done", result, masked, truncated }, frame, payload: performed.payload, dialogs };
  } catch (error) {
    if (!(error instanceof FleetError)) throw error;
    const { code, detail } = error;
    return { step: { tool, outcome: REFUSALS.has(code) ? "refused" : "failed", code, detail }, ...NOTHING };
  }
}
