import { type AuditRecord, FleetError, type NewAuditRecord } from "@deskfleet/contracts";
import { sqlState } from "../database-error.ts";
import { AuditConnection, RecordRefused } from "./audit-connection.ts";

export interface AuditWriterOptions {
  readonly url: string;
  /** 64 hex characters: signs the heads. */
  readonly secret: string;
  /** A flush failed and will be tried again, or a connection broke. For the log. */
  readonly onError?: (error: Error) => void;
  /** How long a record may wait for its commit; default 5 s. */
  readonly timeoutMs?: number;
}

interface Waiting {
  readonly record: NewAuditRecord;
  /** The caller has its answer, be it that time ran out. */
  isSettled: boolean;
  settle(answer: AuditRecord | FleetError): void;
}

const TIMEOUT_MS_DEFAULT = 5_000;
/** Records of one statement; about half a megabyte. */
const FLUSH_RECORDS_MAX = 1_000;
const RETRY_MS_FIRST = 10;
const RETRY_MS_MAX = 500;
/** Another writer was faster (a link or a head is taken) or in the way: read the heads again. */
const STALE_HEADS = new Set(["23505", "DF001", "40P01", "40001"]);
/** Data that can never be stored: exceptions of classes 22 and 23, and limits of class 54. */
const REFUSED = /^(22|23|54)/;

/**
 * Group commit by natural batching: whenever the one connection is free, everything that waits is committed in one statement.
 * There is no timer: a lone record goes at once, and a thousand callers share a commit. A record counts only when its promise
 * resolves. After a failure whose outcome is unknown the ids are looked up first, so nothing is written twice.
 */
export class AuditWriter {
  readonly #connection: AuditConnection;
  readonly #timeoutMs: number;
  readonly #onError: (error: Error) => void;
  #queue: Waiting[] = [];
  #flushing: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: AuditWriterOptions) {
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS_DEFAULT;
    this.#onError = options.onError ?? (() => undefined);
    this.#connection = new AuditConnection({ ...options, timeoutMs: this.#timeoutMs, onError: this.#onError });
  }

  /**
   * Resolves when the record is durable, with its place in the chain. Records of one chain keep the order of the calls.
   * @throws FleetError `audit.unavailable` when that took too long or the writer is closed: then nothing may be done on the strength
   *   of this record (it may still turn up, as an intent that nobody acted on).
   */
  append(record: NewAuditRecord): Promise<AuditRecord> {
    if (this.#isClosed) return Promise.reject(unavailable("the audit writer is closed"));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => waiting.settle(unavailable("the audit store did not answer in time")),
        this.#timeoutMs,
      );
      const waiting: Waiting = {
        record,
        isSettled: false,
        settle: (answer) => {
          if (waiting.isSettled) return;
          waiting.isSettled = true;
          clearTimeout(timer);
          if (answer instanceof FleetError) reject(answer);
          else resolve(answer);
        },
      };
      this.#queue.push(waiting);
      this.#flushing ??= this.#flushAll();
    });
  }

  /** Writes what waits, then closes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#flushing;
    await this.#connection.close();
  }

  async #flushAll(): Promise<void> {
    // One turn of the event loop, so that calls made together go together.
    await new Promise((resolve) => setImmediate(resolve));
    for (let failures = 0; ; ) {
      const batch = this.#queue.filter(({ isSettled }) => !isSettled).slice(0, FLUSH_RECORDS_MAX);
      this.#queue = this.#queue.filter(({ isSettled }) => !isSettled).slice(batch.length);
      if (batch.length === 0) break;
      const rest = await this.#flush(batch, failures > 0);
      failures = rest.length > 0 ? failures + 1 : 0;
      this.#queue.unshift(...rest);
      if (failures > 0)
        await new Promise((resolve) => setTimeout(resolve, Math.min(RETRY_MS_FIRST * 2 ** failures, RETRY_MS_MAX)));
    }
    this.#flushing = null;
  }

  /** Answers what has to be tried again. */
  async #flush(batch: readonly Waiting[], mayBeStored: boolean): Promise<readonly Waiting[]> {
    try {
      const written = await this.#connection.write(
        batch.map(({ record }) => record),
        mayBeStored,
      );
      for (const [index, waiting] of batch.entries()) waiting.settle(written[index]!);
      return [];
    } catch (error) {
      const state = sqlState(error) ?? "";
      if (STALE_HEADS.has(state)) {
        this.#connection.forgetHeads();
        return batch;
      }
      if (error instanceof RecordRefused || REFUSED.test(state)) return this.#isolate(batch, error as Error);
      this.#onError(error as Error);
      await this.#connection.close();
      return batch;
    }
  }

  /** One record cannot be stored: it must not take the others with it. Halves until it stands alone. */
  async #isolate(batch: readonly Waiting[], error: Error): Promise<readonly Waiting[]> {
    if (batch.length === 1) {
      this.#onError(error);
      batch[0]!.settle(new FleetError("audit.unavailable", "the audit store refused the record", { cause: error }));
      return [];
    }
    const middle = batch.length >> 1;
    const first = await this.#flush(batch.slice(0, middle), true);
    // In order: what has to be repeated from the first half goes before the second.
    if (first.length > 0) return [...first, ...batch.slice(middle)];
    return this.#flush(batch.slice(middle), true);
  }
}

const unavailable = (detail: string): FleetError => new FleetError("audit.unavailable", detail);
