import { durationMs, type JsonObject, type Step, TOOLS } from "@deskfleet/contracts";
import { evaluate, renderParams, type Values } from "@deskfleet/workflow";
import { awaitExpectation } from "./expectation.ts";
import { endingOf } from "./outcomes.ts";
import type { Call, WorkflowRun } from "./workflow-run.ts";

const WAIT_TIMEOUT_MS = 10_000;

/**
 * One step, once: fill in, act, wait for the post-condition, save. With `retry` the whole of it is repeated, but only after
 * an application error: what a gate denied, a person stopped or the desktop lost is not the step's to try again.
 */
export async function runStep(run: WorkflowRun, step: Step, label: string, values: Values): Promise<JsonObject> {
  const attemptsMax = step.retry?.attempts ?? 1;
  for (let number = 1; ; number += 1) {
    run.signal.throwIfAborted();
    try {
      return await tryStep(run, step, label, values);
    } catch (error) {
      if (number >= attemptsMax || endingOf(error).outcome !== "application_error") throw error;
      await run.clock.sleep(durationMs(step.retry?.delay ?? "0ms"), run.signal);
    }
  }
}

async function tryStep(run: WorkflowRun, step: Step, label: string, before: Values): Promise<JsonObject> {
  const timeoutMs = step.timeout === undefined ? WAIT_TIMEOUT_MS : durationMs(step.timeout);
  const { result } = await run.act(callOf(step, before, timeoutMs), label);
  const values: Values = { ...before, result };
  const found =
    step.expect === undefined
      ? values
      : await awaitExpectation(run, { expect: step.expect, values, step: label, timeoutMs });
  // A window is known to the expectation alone.
  const { window: _window, ...known } = found;
  const saves = Object.entries(step.save ?? {});
  return Object.fromEntries(saves.map(([name, expression]) => [name, evaluate(expression, known)]));
}

/** The step's timeout holds for each of its waits: for the element that it is about, and for what it expects then. */
function callOf(step: Step, values: Values, targetTimeoutMs: number): Call {
  const call = { tool: step.do, params: renderParams(step.with, step.do, values) };
  if (TOOLS.get(step.do)?.category !== "app_state") return call;
  return { ...call, targetTimeoutMs, answersState: readsResult(step) };
}

/** Whether anything of the step could read its result: then the state is worth the wait for it. */
function readsResult({ expect, save }: Step): boolean {
  return JSON.stringify([expect ?? null, save ?? null]).includes("result");
}
