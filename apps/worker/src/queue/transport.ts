import type { AttemptJob } from "@deskfleet/contracts";

/**
 * Carries attempts to workers. It may lose, repeat or reorder anything: Postgres is the truth, and whoever takes an attempt
 * from here asks Postgres first (attempts/take-attempt.ts). So it is never waited for without a limit and never trusted.
 */
export interface Transport {
  readonly kind: "redis" | "postgres";
  /** Adding a job that is there already changes nothing. @throws when the backend does not take them now. */
  add(jobs: readonly AttemptJob[]): Promise<void>;
  /** Jobs that no worker has taken. @throws when the backend does not answer. */
  waiting(): Promise<number>;
  /** Makes the backend usable again after somebody removed its data or its tables. Harmless when nothing is wrong. */
  repair(): Promise<void>;
  /** Takes jobs until closed. The handler never throws; a job is gone when it resolves. */
  consume(handler: (job: AttemptJob) => Promise<void>, options: { concurrency: number }): Consumer;
  close(): Promise<void>;
}

export interface Consumer {
  /** Takes no further job; resolves without waiting for those that run. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  close(): Promise<void>;
}

export interface TransportOptions {
  readonly databaseUrl: string;
  /** BullMQ on Redis; absent: on Postgres. */
  readonly redisUrl?: string | undefined;
  /** A backend's trouble, for the log; it is retried. */
  readonly onError: (error: Error) => void;
}
