import { type AttemptOutcome, FleetError, type JsonObject, type Principal } from "@deskfleet/contracts";
import { appendEvent, type BegunAttempt, type LeaseProof, recordStep, setTaskState } from "@deskfleet/store";
import { cleanError } from "../content/clean-error.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { mayCapture } from "../sessions/may-capture.ts";
import { lookAt } from "../workflow/look.ts";
import { endingOf } from "../workflow/outcomes.ts";
import { runWorkflow } from "../workflow/run-workflow.ts";
import type { WorkflowRun } from "../workflow/workflow-run.ts";
import type { AttemptServices } from "./attempt-services.ts";
import { awaitAnswer } from "./await-answer.ts";
import { keepFrame } from "./keep-frames.ts";
import type { Patience } from "./patience.ts";
import { actPatiently, type Done, type PatientAct } from "./patient-act.ts";
import { secretInputs } from "./secret-inputs.ts";
import { untilAborted } from "./until-aborted.ts";

export interface Program {
  readonly begun: BegunAttempt;
  readonly principal: Principal;
  readonly session: LiveSession;
  readonly clock: Patience;
  readonly signal: AbortSignal;
}

/** Runs the attempt's workflow on its session. @throws what runWorkflow throws, or the signal's reason */
export async function runProgram(services: AttemptServices, program: Program): Promise<JsonObject> {
  const { begun, session, principal, clock, signal } = program;
  const { database } = services;
  const lease: LeaseProof = { attemptId: begun.attempt.id, token: begun.fencingToken };
  const acting = patientAct(services, program, lease);
  for (const value of secretInputs(begun.workflow.inputs, begun.task.inputs)) session.content.remember(value);
  const run: WorkflowRun = {
    document: begun.workflow,
    inputs: begun.task.inputs,
    content: session.content,
    clock,
    signal,
    act: async (call, step) => {
      const done = await actPatiently(acting, call);
      await keep(services, program, step, done);
      return { ...done.result, unmapped: done.unmapped };
    },
    look: (target) => lookAt({ session, principal, call: (call) => actPatiently(acting, call) }, target),
    proven: async (step, saved) => {
      if (
        !(await database.system((tx) =>
          recordStep(tx, { ...lease, step, saved: session.content.redactValue(saved).value }),
        ))
      )
        throw leaseLost();
    },
  };
  try {
    return session.content.redactValue(await runWorkflow(run)).value;
  } catch (error) {
    if (!signal.aborted && SHOWN.has(endingOf(error).outcome)) await showFailure(services, program);
    throw cleanError(session.content, error);
  }
}

/** Outcomes for which people want to see the screen. */
const SHOWN: ReadonlySet<AttemptOutcome> = new Set(["application_error", "business_error"]);

/** Only where the task may have one as it is: nobody is asked for a picture of what went wrong. */
async function showFailure(services: AttemptServices, program: Program): Promise<void> {
  const { session, principal, signal } = program;
  try {
    if (!(await mayCapture(session, principal))) return;
    const capture = { tool: "computer_screen_capture", params: {}, principal };
    const performed = await untilAborted(services.perform(session, capture), signal);
    if (performed.outcome === "done") await keep(services, program, "failure", performed);
  } catch (error) {
    services.log.warn({ sessionId: session.id, err: error }, "there is no frame of a failure");
  }
}

async function keep(services: AttemptServices, program: Program, step: string, done: Done): Promise<void> {
  const { begun, session } = program;
  const { result, payload } = done;
  if (!result.frame || !payload) return;
  const kept = { tenantId: begun.task.tenantId, taskId: begun.task.id, sessionId: session.id };
  await keepFrame(services.database, services.log, { ...kept, step, frame: result.frame, content: payload });
}

function patientAct(services: AttemptServices, program: Program, lease: LeaseProof): PatientAct {
  const { begun, session, principal, clock, signal } = program;
  const { database, approvals, perform, log } = services;
  const { tenantId, id: taskId, batchId } = begun.task;
  return {
    session,
    principal,
    perform,
    clock,
    signal,
    awaitAnswer: (asked) => awaitAnswer(asked, { database, tenantId, wakeups: approvals, signal }),
    setTaskState: async (state) => {
      let isHeld: boolean;
      try {
        isHeld = await database.system(async (tx) => {
          const held = await setTaskState(tx, { ...lease, state });
          if (held && state === "waiting_approval")
            await appendEvent(tx, { tenantId, type: "task.waiting_approval", taskId, batchId, sessionId: session.id });
          return held;
        });
      } catch (error) {
        // The state is for people who look; waiting goes on without it, and the lease has its own watch.
        log.warn({ taskId, state, err: error }, "a task's state could not be stored");
        return;
      }
      if (!isHeld) throw leaseLost();
    },
  };
}

function leaseLost(): FleetError {
  return new FleetError("lease.lost", "Another worker may hold the task: the lease ran out");
}
