import { FleetError, type JsonObject } from "@deskfleet/contracts";
import { type BegunAttempt, insertSession, newId, setAttemptSession } from "@deskfleet/store";
import { AttemptEnd } from "../workflow/attempt-end.ts";
import { endingOf } from "../workflow/outcomes.ts";
import { limitAttempt } from "./attempt-limit.ts";
import type { AttemptServices } from "./attempt-services.ts";
import { keepLease } from "./lease.ts";
import { Patience } from "./patience.ts";
import { runProgram } from "./run-program.ts";
import { type Settlement, settleAttempt } from "./settle-attempt.ts";
import { untilAborted } from "./until-aborted.ts";

/** The attempt is not the task's any more, and not by its fault. */
export class GivenBack extends AttemptEnd {
  constructor(reason: string) {
    super("infrastructure_error", reason);
  }
}

/**
 * One attempt from its lease to its end: a session on a fresh desktop, the workflow, the outcome. The outcome is stored as
 * soon as it is known, before the desktop is cleared away: what was done once must not be done again because of a crash in
 * between. The session is closed whatever happens. Never throws.
 *
 * Aborting: by whoever owns `abort`, with the reason that decides the outcome (AttemptEnd, or `lease.lost`).
 */
export async function runAttempt(
  services: AttemptServices,
  begun: BegunAttempt,
  abort: AbortController,
): Promise<void> {
  const { database, log, leaseMs, heartbeatMs } = services;
  const lease = { attemptId: begun.attempt.id, token: begun.fencingToken };
  const clock = new Patience();
  const held = keepLease({ ...lease, leaseMs, heartbeatMs, database, abort, log });
  const limit = limitAttempt(abort, clock, begun.task.timeoutMs);
  const sessionId = newId();
  let settlement: Settlement;
  try {
    const output = await work(services, { begun, sessionId, clock, signal: abort.signal });
    settlement = { outcome: "success", reason: "", output, isGivenBack: false };
  } catch (error) {
    const cause: unknown = abort.signal.aborted ? abort.signal.reason : error;
    const ending = endingOf(cause);
    const isFull = cause instanceof FleetError && cause.code === "capacity.exhausted";
    settlement = { ...ending, output: null, isGivenBack: isFull || cause instanceof GivenBack };
    log.info({ ...lease, taskId: begun.task.id, outcome: ending.outcome, err: cause }, "an attempt did not succeed");
  } finally {
    limit.clear();
  }
  await settleAttempt({ database, log }, lease, settlement);
  held.release();
  try {
    await services.host.close(sessionId, settlement.outcome);
  } catch (error) {
    log.error({ sessionId, err: error }, "a session could not be closed; the reconciler will");
  }
}

async function work(
  services: AttemptServices,
  attempt: { begun: BegunAttempt; sessionId: string; clock: Patience; signal: AbortSignal },
): Promise<JsonObject> {
  const { begun, sessionId, clock, signal } = attempt;
  const { task, workflow, principal } = begun;
  signal.throwIfAborted();
  if (task.isCancelRequested) throw new AttemptEnd("cancelled", "cancelled on request");
  if (principal === null) throw new AttemptEnd("policy_denied", "the key that submitted the task was revoked");
  await insertSessionRow(services, begun, sessionId, principal.id);
  const session = await untilAborted(
    services.host.open({
      sessionId,
      tenantId: task.tenantId,
      principal,
      projectId: task.projectId,
      goal: task.goal,
      trustedDomains: task.trustedDomains,
      desktop: workflow.desktop,
      grants: workflow.grants,
      flagPolicy: task.policy ?? undefined,
      taskId: task.id,
      attemptId: begun.attempt.id,
      fencingToken: begun.fencingToken,
      signal,
    }),
    signal,
  );
  return runProgram(services, { begun, principal, session, clock, signal });
}

async function insertSessionRow(
  { database, workerId }: AttemptServices,
  { task, attempt, workflow, fencingToken }: BegunAttempt,
  sessionId: string,
  principalId: string,
): Promise<void> {
  const isHeld = await database.system(async (tx) => {
    await insertSession(tx, {
      id: sessionId,
      tenantId: task.tenantId,
      principalId,
      projectId: task.projectId,
      goal: task.goal,
      trustedDomains: task.trustedDomains,
      desktop: workflow.desktop,
      grants: workflow.grants,
      // The attempt's own limit ends it.
      idleTimeoutSeconds: 86_400,
      workerId,
      taskId: task.id,
      attemptId: attempt.id,
      fencingToken,
    });
    return setAttemptSession(tx, { attemptId: attempt.id, token: fencingToken, sessionId });
  });
  if (!isHeld) throw new FleetError("lease.lost", "Another worker may hold the task: the lease ran out");
}
