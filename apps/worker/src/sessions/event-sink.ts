import type { Logger } from "../log.ts";
import type { NewLiveEvent, Records } from "./records.ts";

const WAITING_MAX = 10_000;

/**
 * Live events on their way to Postgres and from there to SSE. Natural batching: whatever waits is written whenever the
 * writer is free, so that an action never waits for its event. Events are for watching; the audit store is the record,
 * so a full queue or a failed write drops events and says so in the log.
 */
export class EventSink {
  readonly #records: Pick<Records, "appendEvents">;
  readonly #log: Logger;
  #waiting: { tenantId: string; event: NewLiveEvent }[] = [];
  #writing: Promise<void> | null = null;

  constructor(records: Pick<Records, "appendEvents">, log: Logger) {
    this.#records = records;
    this.#log = log;
  }

  emit(tenantId: string, event: NewLiveEvent): void {
    if (this.#waiting.length >= WAITING_MAX) {
      this.#log.warn({ type: event.type }, "live event dropped: the database does not keep up");
      return;
    }
    this.#waiting.push({ tenantId, event });
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
    });
  }

  /** Resolves when everything emitted so far is written or dropped. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      const tenants = new Map<string, NewLiveEvent[]>();
      for (const { tenantId, event } of batch) tenants.set(tenantId, [...(tenants.get(tenantId) ?? []), event]);
      for (const [tenantId, events] of tenants) {
        try {
          await this.#records.appendEvents(tenantId, events);
        } catch (error) {
          this.#log.warn({ dropped: events.length, err: error }, "live events could not be written");
        }
      }
    }
  }
}
