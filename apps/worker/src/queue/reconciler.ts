import {
  type Database,
  endLeftSessions,
  endSessionOfAttempt,
  endSessionsOfWorker,
  expireApprovals,
  expiredAttempts,
  expireTasks,
  finishAttempt,
  markDispatched,
  silentWorkers,
  staleDispatches,
  undispatch,
} from "@deskfleet/store";
import type { Logger } from "../log.ts";
import type { IntentCloser } from "./close-intents.ts";
import { toJobs } from "./dispatcher.ts";
import type { Transport } from "./transport.ts";

export interface ReconcilerOptions {
  readonly database: Database;
  readonly transport: Transport;
  readonly intents: IntentCloser;
  readonly log: Logger;
  /** Given to the transport this long ago and not begun: given again. */
  readonly staleDispatchMs: number;
  /** A worker that did not report for this long is dead. */
  readonly workerMaxAgeMs: number;
}

/**
 * Makes the world what Postgres says it should be, whatever died meanwhile. Every part is safe to repeat, and one that
 * fails does not keep the others from running.
 */
export async function reconcile(options: ReconcilerOptions): Promise<void> {
  const { database, log } = options;
  const parts: [string, () => Promise<unknown>][] = [
    ["expired leases", () => closeExpiredAttempts(options)],
    ["dead workers", () => endDeadWorkersSessions(options)],
    ["sessions left behind", () => endLeft(options)],
    ["open intents", () => options.intents.run()],
    ["expired approvals", () => database.system((tx) => expireApprovals(tx))],
    ["expired tasks", () => database.system((tx) => expireTasks(tx))],
    // Last: it alone may have to wait for a backend that is away.
    ["the transport", () => keepTransport(options)],
  ];
  for (const [name, part] of parts) {
    try {
      await part();
    } catch (error) {
      log.warn({ err: error }, `reconciling ${name} failed; it is tried again`);
    }
  }
}

/**
 * What was given out and not begun is given out again. With nothing waiting in the queue it was lost, or a worker died with
 * it in hand: then it is due anew, under the next dispatch number. Else it is probably still waiting: adding the same
 * dispatch changes nothing if it is there and brings it back if not. Where the tables are gone, they are made first.
 */
async function keepTransport({ database, transport, log, staleDispatchMs }: ReconcilerOptions): Promise<void> {
  let waiting = 0;
  try {
    waiting = await transport.waiting();
  } catch (error) {
    log.warn({ err: error, backend: transport.kind }, "the queue does not answer; it is repaired");
    await transport.repair();
  }
  const stale = await database.system((tx) => staleDispatches(tx, staleDispatchMs));
  const taskIds = stale.map(({ taskId }) => taskId);
  if (taskIds.length === 0) return;
  log.debug({ tasks: taskIds.length, waiting }, "tasks were given out and not begun");
  if (waiting > 0) await transport.add(toJobs(stale));
  await database.system((tx) => (waiting > 0 ? markDispatched(tx, taskIds) : undispatch(tx, taskIds)));
}

/** The worker fell silent: its attempt has ended, its session too, and the task is due again or has failed. */
async function closeExpiredAttempts({ database, log }: ReconcilerOptions): Promise<void> {
  const expired = await database.system((tx) => expiredAttempts(tx));
  for (const { attemptId, token, taskId, workerId, sessionId } of expired) {
    await database.system(async (tx) => {
      const reason = "the worker fell silent";
      const { isAccepted } = await finishAttempt(tx, { attemptId, token, outcome: "infrastructure_error", reason });
      if (!isAccepted) return;
      if (sessionId !== null) await endSessionOfAttempt(tx, sessionId, "worker_silent");
      log.warn({ attemptId, taskId, workerId }, "an attempt's lease ran out");
    });
  }
}

/** Their own worker ends them within moments, unless the database was away just then. */
const ATTEMPT_ENDED_MS = 15_000;
/** Starting a desktop from cold takes seconds; the API waits no longer than this. */
const UNTAKEN_MS = 300_000;

async function endLeft({ database, log }: ReconcilerOptions): Promise<void> {
  const limits = { attemptEndedMs: ATTEMPT_ENDED_MS, untakenMs: UNTAKEN_MS };
  const ended = await database.system((tx) => endLeftSessions(tx, limits));
  if (ended.length > 0) log.warn({ sessions: ended.length }, "sessions that nobody would have ended have ended");
}

async function endDeadWorkersSessions({ database, log, workerMaxAgeMs }: ReconcilerOptions): Promise<void> {
  const workers = await database.system((tx) => silentWorkers(tx, workerMaxAgeMs));
  for (const workerId of workers) {
    const ended = await database.system((tx) => endSessionsOfWorker(tx, workerId, "worker_silent"));
    if (ended.length > 0) log.warn({ workerId, sessions: ended.length }, "sessions of a silent worker ended");
  }
}
