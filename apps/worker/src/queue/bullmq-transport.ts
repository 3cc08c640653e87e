import { AttemptJob, QUEUE_NAME } from "@deskfleet/contracts";
import type { Job } from "bullmq";
import { jobId } from "./job-id.ts";
import type { Consumer, Transport } from "./transport.ts";

/** What both backends' queues do for us. */
interface JobQueue {
  addBulk(jobs: { name: string; data: AttemptJob; opts: object }[]): Promise<unknown>;
  getJobCountByTypes(...types: ("waiting" | "prioritized" | "delayed")[]): Promise<number>;
  close(): Promise<void>;
}

interface JobWorker {
  pause(doNotWaitActive: boolean): Promise<void>;
  resume(): Promise<void>;
  close(force: boolean): Promise<void>;
}

export interface BullmqParts {
  readonly kind: Transport["kind"];
  readonly queue: JobQueue;
  /** Starts a BullMQ worker on the backend's own connection. */
  startWorker(
    processor: (job: Job) => Promise<void>,
    options: typeof WORKER_OPTIONS & { concurrency: number },
  ): JobWorker;
  repair(): Promise<void>;
  close(): Promise<void>;
}

/** Retries are ours (attempts in Postgres), so a job runs once, and what is done is of no further interest. */
const JOB_OPTIONS = { attempts: 1, removeOnComplete: true, removeOnFail: true };

export const WORKER_OPTIONS = {
  // A worker that dies with a job in hand gives it back after this long; that it is done at most once is Postgres' business.
  lockDuration: 15_000,
  stalledInterval: 10_000,
  maxStalledCount: 1,
  // Default is 15 s: too long after a backend came back.
  runRetryDelay: 1_000,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
};

const ANSWER_TIMEOUT_MS = 5_000;
const LET_GO_TIMEOUT_MS = 3_000;

export function bullmqTransport(parts: BullmqParts, onError: (error: Error) => void): Transport {
  /** A backend that is away does not keep a worker from ending. */
  const letGo = async (work: Promise<void>): Promise<void> => {
    try {
      await within(LET_GO_TIMEOUT_MS, work);
    } catch (error) {
      onError(error as Error);
    }
  };
  return {
    kind: parts.kind,
    add: async (jobs) => {
      if (jobs.length === 0) return;
      const entries = jobs.map((data) => ({ name: "attempt", data, opts: { ...JOB_OPTIONS, jobId: jobId(data) } }));
      await within(ANSWER_TIMEOUT_MS, parts.queue.addBulk(entries));
    },
    waiting: () => within(ANSWER_TIMEOUT_MS, parts.queue.getJobCountByTypes("waiting", "prioritized", "delayed")),
    repair: () => parts.repair(),
    consume: (handler, { concurrency }): Consumer => {
      const processor = async (job: Job): Promise<void> => {
        const parsed = AttemptJob.safeParse(job.data);
        if (parsed.success) await handler(parsed.data);
        else onError(new Error(`a job in the queue ${QUEUE_NAME} is not an attempt; it is dropped`));
      };
      const worker = parts.startWorker(processor, { ...WORKER_OPTIONS, concurrency });
      return {
        pause: () => letGo(worker.pause(true)),
        resume: () => letGo(worker.resume()),
        close: () => letGo(worker.close(true)),
      };
    },
    close: async () => {
      await letGo(parts.queue.close());
      await parts.close();
    },
  };
}

/** A backend that is away keeps a call waiting for as long as it is away. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`the queue did not answer within ${ms} ms`)), ms);
  });
  // The late answer belongs to nobody any more.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
