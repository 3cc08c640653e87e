import { durationMs, type JsonObject, type Step } from "@deskfleet/contracts";
import { evaluate, renderParams, type Values } from "@deskfleet/workflow";
import { awaitExpectation } from "./expectation.ts";
import { endingOf } from "./outcomes.ts";
import type { WorkflowRun } from "./workflow-run.ts";

const EXPECT_TIMEOUT_MS = 10_000;

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
  const params = renderParams(step.with, step.do, before);
  const { result } = await run.act({ tool: step.do, params }, label);
  const values: Values = { ...before, result };
  if (step.expect !== undefined) {
    const timeoutMs = step.timeout === undefined ? EXPECT_TIMEOUT_MS : durationMs(step.timeout);
    await awaitExpectation(run, { expect: step.expect, values, step: label, timeoutMs });
  }
  const saves = Object.entries(step.save ?? {});
  return Object.fromEntries(saves.map(([name, expression]) => [name, evaluate(expression, values)]));
}
