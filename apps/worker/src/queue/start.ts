import type { AuditRecord, NewAuditRecord, Signal } from "@deskfleet/contracts";
import { type Database, forgetTransient, listenSignals } from "@deskfleet/store";
import { AttemptRunner } from "../attempts/attempt-runner.ts";
import type { AttemptServices } from "../attempts/attempt-services.ts";
import { Wakeups } from "../attempts/wakeups.ts";
import type { Logger } from "../log.ts";
import { perform } from "../perform.ts";
import type { SessionHost } from "../sessions/session-host.ts";
import { DeliveryLoop } from "../webhooks/delivery-loop.ts";
import { IntentCloser } from "./close-intents.ts";
import { dispatch } from "./dispatcher.ts";
import { endForgottenSessions } from "./end-forgotten-sessions.ts";
import { forgetRecordings } from "./forget-recordings.ts";
import { seekLeadership } from "./leader.ts";
import { openTransport } from "./open-transport.ts";
import { reconcile } from "./reconciler.ts";
import { Ticker } from "./ticker.ts";

export interface QueueSideConfig {
  readonly databaseUrl: string;
  /** BullMQ on Redis; absent: on Postgres. */
  readonly redisUrl?: string | undefined;
  readonly workerId: string;
  /** Attempts at once: the desktops this worker may use. */
  readonly slots: number;
  readonly allowPrivateWebhooks?: boolean | undefined;
  readonly queueTimes?: Partial<QueueTimes> | undefined;
}

/** All in milliseconds. */
export interface QueueTimes {
  readonly leaseMs: number;
  readonly heartbeatMs: number;
  readonly dispatchMs: number;
  readonly reconcileMs: number;
  readonly deliverMs: number;
  /** How often what was only for a while is removed. */
  readonly forgetMs: number;
  readonly staleDispatchMs: number;
  readonly workerMaxAgeMs: number;
  readonly intentGraceMs: number;
  readonly drainGraceMs: number;
  /** How often a worker looks for sessions that are its own in the database only, and how old they are at least. */
  readonly forgottenMs: number;
  readonly forgottenAgeMs: number;
}

const TIMES: QueueTimes = {
  leaseMs: 15_000,
  heartbeatMs: 5_000,
  dispatchMs: 1_000,
  reconcileMs: 2_000,
  deliverMs: 1_000,
  forgetMs: 3_600_000,
  staleDispatchMs: 5_000,
  workerMaxAgeMs: 20_000,
  intentGraceMs: 5_000,
  drainGraceMs: 25_000,
  forgottenMs: 10_000,
  forgottenAgeMs: 180_000,
};

export interface QueueSideOptions {
  readonly config: QueueSideConfig;
  readonly database: Database;
  readonly host: AttemptServices["host"] & Pick<SessionHost, "find">;
  readonly audit: { append(record: NewAuditRecord): Promise<AuditRecord> };
  readonly log: Logger;
  /** From the start; see QueueSide.hold. */
  readonly isHeld?: boolean;
  /** Another way to act, for tests. */
  readonly perform?: AttemptServices["perform"];
}

export interface QueueSide {
  /** Attempts that run now. */
  readonly running: number;
  readonly isLeader: boolean;
  /** While held, it takes no attempts; running ones go on, and whoever leads goes on leading. */
  hold(isHeld: boolean): void;
  /** Takes no more attempts; running ones end by themselves, or are given back after the grace. */
  drain(): Promise<void>;
  /** Drains, then lets go of the queue. */
  close(): Promise<void>;
}

/**
 * The worker's queue side: takes attempts from the transport and runs them, and, in the one worker that leads, dispatches
 * and reconciles. Survives the loss of the transport and of Postgres; fails only when neither is there at the start.
 */
export async function startQueueSide(options: QueueSideOptions): Promise<QueueSide> {
  const { config, database, host, audit, log } = options;
  const { databaseUrl, redisUrl, workerId, slots } = config;
  const times = { ...TIMES, ...config.queueTimes };
  const approvals = new Wakeups();
  const runner = new AttemptRunner(
    { ...times, database, host, perform: options.perform ?? perform, workerId, approvals, log },
    slots,
  );
  const onError = (error: Error): void => log.warn({ err: error }, "the queue's backend has trouble");
  const transport = await openTransport({ databaseUrl, redisUrl, onError });

  let isHeld = options.isHeld ?? false;
  runner.hold(isHeld);
  const intents = new IntentCloser({ database, audit, log, graceMs: times.intentGraceMs });
  const dispatcher = new Ticker({
    name: "dispatch",
    intervalMs: times.dispatchMs,
    log,
    work: () => dispatch({ database, transport, slots: isHeld ? 0 : slots, workerMaxAgeMs: times.workerMaxAgeMs }),
  });
  const reconciler = new Ticker({
    name: "reconcile",
    intervalMs: times.reconcileMs,
    log,
    work: () => reconcile({ ...times, database, transport, intents, log }),
  });
  const { allowPrivateWebhooks: allowPrivate = false } = config;
  const deliveries = new DeliveryLoop({ database, log, allowPrivate, onRoom: () => deliverer.wake() });
  const deliverer: Ticker = new Ticker({
    name: "delivering to webhooks",
    intervalMs: times.deliverMs,
    log,
    work: () => deliveries.run(),
  });
  const retention = new Ticker({
    name: "removing what was only for a while",
    intervalMs: times.forgetMs,
    log,
    work: () => database.system(forgetTransient),
  });
  const recordings = new Ticker({
    name: "removing recordings whose time is over",
    intervalMs: times.forgetMs,
    log,
    work: () => forgetRecordings({ database, log, isLeading: () => leadership.isLeader }),
  });
  const forgotten = new Ticker({
    name: "ending forgotten sessions",
    intervalMs: times.forgottenMs,
    log,
    work: () => endForgottenSessions({ database, host, workerId, log, minAgeMs: times.forgottenAgeMs }),
  });
  forgotten.start();
  const onSignal = (signal: Signal): void => {
    if (signal.kind === "task.queued") dispatcher.wake();
    if (signal.kind === "task.cancel") runner.cancel(signal.taskId);
    if (signal.kind === "approval.answered") approvals.wake(signal.approvalId);
  };
  const onReconnect = (): void => {
    dispatcher.wake();
    approvals.wakeAll();
    runner.cancelRequested().catch((error: unknown) => log.warn({ err: error }, "cancellations could not be read"));
  };
  const signals = await listenSignals({ url: databaseUrl, onSignal, onReconnect, onError });
  const leadership = seekLeadership({
    databaseUrl,
    log,
    onChange: (isLeader) => {
      log.info({ isLeader }, isLeader ? "this worker leads the dispatch" : "this worker no longer leads the dispatch");
      for (const ticker of [dispatcher, reconciler, deliverer, retention, recordings]) {
        if (isLeader) ticker.start();
        else void ticker.stop();
      }
    },
  });
  const consumer = transport.consume((job) => runner.take(job), { concurrency: slots });

  if (isHeld) await consumer.pause();

  /** In order: what was wished last holds. The consumer never throws. */
  let following = Promise.resolve();
  const hold = (isWanted: boolean): void => {
    if (isHeld === isWanted || draining !== null) return;
    isHeld = isWanted;
    runner.hold(isHeld);
    log.info({ isHeld }, isHeld ? "drained by an operator: no attempt is taken" : "attempts are taken again");
    following = following.then(() => (isWanted ? consumer.pause() : consumer.resume()));
    if (!isHeld) dispatcher.wake();
  };
  let draining: Promise<void> | null = null;
  const drain = (): Promise<void> => {
    draining ??= (async () => {
      await following;
      await consumer.pause();
      await runner.drain(times.drainGraceMs);
    })();
    return draining;
  };
  return {
    get running() {
      return runner.count;
    },
    get isLeader() {
      return leadership.isLeader;
    },
    hold,
    drain,
    close: async () => {
      await drain();
      await leadership.close();
      const tickers = [dispatcher, reconciler, deliverer, retention, recordings, forgotten];
      await Promise.all(tickers.map((ticker) => ticker.stop()));
      await deliveries.settled();
      await Promise.all([signals.close(), consumer.close()]);
      await transport.close();
    },
  };
}
