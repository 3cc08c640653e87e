import { setTimeout as delay } from "node:timers/promises";
import type { AttemptJob } from "@deskfleet/contracts";
import { beginAttempt, cancelRequests, notify, undispatch } from "@deskfleet/store";
import { AttemptEnd } from "../workflow/attempt-end.ts";
import type { AttemptServices } from "./attempt-services.ts";
import { GivenBack, runAttempt } from "./run-attempt.ts";

const FREE_SLOT_LOOK_MS = 250;

/** Takes attempts from the queue and keeps the running ones within reach of signals. */
export class AttemptRunner {
  readonly #services: AttemptServices;
  readonly #slots: number;
  /** By task id. */
  readonly #running = new Map<string, { abort: AbortController; ended: Promise<void> }>();
  /** Jobs on their way from the queue to their end, those that are only just beginning included. */
  readonly #taken = new Set<Promise<void>>();
  /** Begun, but not yet counted by the host. */
  #starting = 0;
  #isDraining = false;
  /** An operator wants nothing new here. */
  #isHeld = false;

  constructor(services: AttemptServices, slots: number) {
    this.#services = services;
    this.#slots = slots;
  }

  /** The queue's handler: never throws, and resolves when the attempt and its desktop are gone. */
  async take(job: AttemptJob): Promise<void> {
    const taken = this.#take(job);
    this.#taken.add(taken);
    await taken.finally(() => this.#taken.delete(taken));
  }

  async #take(job: AttemptJob): Promise<void> {
    const { database, workerId, leaseMs, log } = this.#services;
    // Interactive sessions take slots too. Beginning without a free one would only burn an attempt.
    while (this.#services.host.used + this.#starting >= this.#slots && !this.#isDraining && !this.#isHeld)
      await delay(FREE_SLOT_LOOK_MS);
    if (this.#isDraining || this.#isHeld) return this.#handBack(job);
    this.#starting += 1;
    let isStarting = true;
    const started = (): void => {
      if (isStarting) this.#starting -= 1;
      isStarting = false;
    };
    try {
      const begun = await database.system((tx) => beginAttempt(tx, { taskId: job.taskId, workerId, leaseMs }));
      if (begun === null) return;
      const abort = new AbortController();
      // The drain began while this did: nothing was done yet, so it goes back at once.
      if (this.#isDraining || this.#isHeld) abort.abort(new GivenBack("the worker drained"));
      const ended = runAttempt(this.#countingOpens(started), begun, abort);
      this.#running.set(job.taskId, { abort, ended });
      await ended.finally(() => this.#running.delete(job.taskId));
    } catch (error) {
      // The job is gone, the task is not: the reconciler finds it given out but not begun.
      log.error({ taskId: job.taskId, err: error }, "an attempt could not begin");
    } finally {
      started();
    }
  }

  /** Not begun here: due again at once, for another worker. */
  async #handBack({ taskId }: AttemptJob): Promise<void> {
    const { database, log } = this.#services;
    try {
      await database.system(async (tx) => {
        await undispatch(tx, [taskId]);
        await notify(tx, { kind: "task.queued" });
      });
    } catch (error) {
      log.warn({ taskId, err: error }, "a task could not be handed back; the reconciler will");
    }
  }

  /** From the moment of `open` the host counts the session itself. */
  #countingOpens(started: () => void): AttemptServices {
    const { host } = this.#services;
    return {
      ...this.#services,
      host: {
        close: (id, reason) => host.close(id, reason),
        get used() {
          return host.used;
        },
        open: (input) => {
          const opening = host.open(input);
          started();
          return opening;
        },
      },
    };
  }

  get count(): number {
    return this.#running.size;
  }

  cancel(taskId: string): void {
    this.#running.get(taskId)?.abort.abort(new AttemptEnd("cancelled", "cancelled on request"));
  }

  /** Signals may have been missed: asks the database which of the running tasks somebody wants to cancel. */
  async cancelRequested(): Promise<void> {
    const taskIds = [...this.#running.keys()];
    const cancelled = await this.#services.database.system((tx) => cancelRequests(tx, taskIds));
    for (const taskId of cancelled) this.cancel(taskId);
  }

  /** While held, what the queue still brings goes back to it; running attempts go on. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
  }

  /** Takes no more; running attempts may end by themselves within `graceMs`, then they are given back. */
  async drain(graceMs: number): Promise<void> {
    this.#isDraining = true;
    const all = Promise.all(this.#taken);
    await Promise.race([all, delay(graceMs, undefined, { ref: false })]);
    for (const { abort } of this.#running.values()) abort.abort(new GivenBack("the worker drained"));
    await all;
  }
}
