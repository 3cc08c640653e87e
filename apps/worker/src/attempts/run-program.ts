import { FleetError, type JsonObject, type Principal } from "@deskfleet/contracts";
import { appendEvent, type BegunAttempt, type LeaseProof, recordStep, setTaskState } from "@deskfleet/store";
import type { LiveSession } from "../sessions/live-session.ts";
import { endingOf } from "../workflow/outcomes.ts";
import { runWorkflow } from "../workflow/run-workflow.ts";
import type { WorkflowRun } from "../workflow/workflow-run.ts";
import type { AttemptServices } from "./attempt-services.ts";
import { awaitAnswer } from "./await-answer.ts";
import { keepFrame } from "./keep-frames.ts";
import type { Patience } from "./patience.ts";
import { actPatiently, type PatientAct } from "./patient-act.ts";

export interface Program {
  readonly begun: BegunAttempt;
  readonly principal: Principal;
  readonly session: LiveSession;
  readonly clock: Patience;
  readonly signal: AbortSignal;
}

/** Runs the attempt's workflow on its session. @throws what runWorkflow throws, or the signal's reason */
export async function runProgram(services: AttemptServices, program: Program): Promise<JsonObject> {
  const { begun, session, clock, signal } = program;
  const { database } = services;
  const lease: LeaseProof = { attemptId: begun.attempt.id, token: begun.fencingToken };
  const acting = patientAct(services, program, lease);
  const kept = { tenantId: begun.task.tenantId, taskId: begun.task.id, sessionId: session.id };
  const run: WorkflowRun = {
    document: begun.workflow,
    inputs: begun.task.inputs,
    clock,
    signal,
    act: async (call, step) => {
      const { result, payload } = await actPatiently(acting, call);
      if (result.frame && payload)
        await keepFrame(database, services.log, { ...kept, step, frame: result.frame, content: payload });
      return result;
    },
    proven: async (step, saved) => {
      // RLS: the journal is the tenant's.
      if (!(await database.system((tx) => recordStep(tx, { ...lease, step, saved })))) throw leaseLost();
    },
  };
  try {
    return await runWorkflow(run);
  } catch (error) {
    if (!signal.aborted && endingOf(error).outcome === "application_error") await showFailure(services, run);
    throw error;
  }
}

/** What the screen looked like when the attempt failed. Without the `screen` grant there is none: nobody is asked for it. */
async function showFailure(services: AttemptServices, run: WorkflowRun): Promise<void> {
  if (!run.document.grants.includes("screen")) return;
  try {
    await run.act({ tool: "computer_screen_capture", params: {} }, "failure");
  } catch (error) {
    services.log.warn({ err: error }, "no frame of a failure");
  }
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
