import { Worker } from "node:worker_threads";
import { FleetError } from "@deskfleet/contracts";
import type { Logger } from "../log.ts";

export interface ThreadOptions {
  /** Of the file in this folder that the thread runs, without its ending; it answers by `serve`. */
  readonly entry: string;
  readonly log: Logger;
  /** A job that takes longer ends the thread: there is no other way to stop a computation. */
  readonly jobMsMax: number;
  /** Without a job for so long the thread ends and gives its memory back. */
  readonly idleMs: number;
}

/** What a job's input makes impossible; the thread goes on. */
export class ThreadFault extends Error {
  override readonly name = "ThreadFault";
}

/** One answer of a thread. */
export type Reply = { readonly answer: unknown } | { readonly fault: string };

class ThreadEnded extends Error {
  override readonly name = "ThreadEnded";
}

/** Jobs of 0.1 to 4 s: whoever is behind more of them would not live to see an answer. */
const WAITING_MAX = 32;
const HEAP_MIB = 256;
const STACK_MIB = 4;
/** Sources run under tsx, which a thread has to start for itself; the built files run as they are. */
const isSource = import.meta.url.endsWith(".ts");

/**
 * A thread beside the event loop for computations, one job at a time, in order. It starts with the first job, and again with
 * the next one after it died; a job during which it died is tried once more. It keeps no process alive while idle.
 */
export class Thread<Job, Answer> {
  readonly #options: ThreadOptions;
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /**
   * @throws ThreadFault the thread's own word on the input
   * @throws FleetError `action.failed` when too many wait, it died twice, or it is closed; `action.timeout`
   */
  run(job: Job): Promise<Answer> {
    if (this.#waiting >= WAITING_MAX) return Promise.reject(failed("Too many searches of screens wait already"));
    this.#waiting += 1;
    clearTimeout(this.#idle);
    const answer = this.#last.then(() => this.#twice(job));
    this.#last = answer.catch(() => undefined).then(() => this.#done());
    return answer;
  }

  /** Idempotent; whoever waits is answered with an error. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
    await this.#last;
  }

  #done(): void {
    this.#waiting -= 1;
    if (this.#waiting > 0 || this.#isClosed) return;
    this.#idle = setTimeout(() => void this.#end(), this.#options.idleMs);
    this.#idle.unref();
  }

  async #twice(job: Job): Promise<Answer> {
    try {
      return await this.#once(job);
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error;
      if (!this.#isClosed) this.#options.log.warn({ thread: this.#options.entry, err: error }, "a thread has ended");
    }
    try {
      return await this.#once(job);
    } catch (error) {
      throw error instanceof ThreadEnded ? failed("The search of the screen broke off", error) : error;
    }
  }

  async #once(job: Job): Promise<Answer> {
    if (this.#isClosed) throw failed("The worker ends");
    this.#worker ??= this.#start();
    const worker = this.#worker;
    worker.ref();
    try {
      const reply = await this.#reply(worker, job);
      if ("fault" in reply) throw new ThreadFault(reply.fault);
      return reply.answer as Answer;
    } finally {
      worker.unref();
    }
  }

  #reply(worker: Worker, job: Job): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer);
        worker.off("message", onMessage).off("error", onEnd).off("exit", onEnd);
        act();
      };
      const onMessage = (reply: Reply) => settle(() => resolve(reply));
      const onEnd = (cause: unknown) =>
        settle(() => {
          this.#forget(worker);
          reject(new ThreadEnded("The thread has ended", { cause }));
        });
      const timer = setTimeout(() => {
        settle(() => reject(new FleetError("action.timeout", "The search of the screen took too long")));
        void this.#end();
      }, this.#options.jobMsMax);
      worker.on("message", onMessage).on("error", onEnd).on("exit", onEnd);
      worker.postMessage(job);
    });
  }

  #start(): Worker {
    const entry = new URL(`./${this.#options.entry}.${isSource ? "ts" : "js"}`, import.meta.url);
    const worker = new Worker(isSource ? new URL("./source-thread.mjs", import.meta.url) : entry, {
      workerData: { entry: entry.href },
      execArgv: isSource ? ["--conditions=source"] : [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB, stackSizeMb: STACK_MIB },
    });
    // Between jobs nobody else listens, and an error without a listener would end the process.
    worker.on("error", () => this.#forget(worker)).on("exit", () => this.#forget(worker));
    return worker;
  }

  #forget(worker: Worker): void {
    if (this.#worker === worker) this.#worker = null;
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

function failed(detail: string, cause?: unknown): FleetError {
  return new FleetError("action.failed", detail, { cause });
}
