import { setTimeout as delay } from "node:timers/promises";
import { FleetError } from "@deskfleet/contracts";
import type { LiveSession } from "./live-session.ts";
import type { SessionChange } from "./records.ts";

/** What is announced of a session waits this long for its row, in milliseconds; a store that does not answer delays no more. */
const ROW_WAIT_MS = 1_000;

/**
 * The row of a live session: its state, and who has the input. One write at a time, each with what holds when it begins, so that
 * the last one says what holds whatever came in between. Never throws: what holds here does not depend on the store.
 */
export class SessionRow {
  readonly #session: LiveSession;
  #isBehind = false;
  #writing: Promise<void> | null = null;

  constructor(session: LiveSession) {
    this.#session = session;
  }

  /** Resolves once the row says what holds now, or could not be written, or after a second. What is announced then finds it there. */
  async written(): Promise<void> {
    this.#isBehind = true;
    const timer = new AbortController();
    // Aborted: the row was there in time.
    const late = delay(ROW_WAIT_MS, undefined, { signal: timer.signal }).catch(() => undefined);
    await Promise.race([this.#write(), late]);
    timer.abort();
  }

  /** Writes again what could not be written. */
  async catchUp(): Promise<void> {
    if (this.#isBehind) await this.#write();
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    const { id, tenantId, services } = this.#session;
    while (this.#isBehind) {
      this.#isBehind = false;
      try {
        await services.records.updateSession(tenantId, id, rowOf(this.#session));
      } catch (error) {
        const hasEnded = error instanceof FleetError && error.code === "resource.not_found";
        // Its end was written meanwhile, and says all of this.
        if (hasEnded && this.#session.state === "ended") return;
        this.#isBehind = !hasEnded;
        services.log.error({ sessionId: id, err: error }, "a session's state could not be stored");
        return;
      }
    }
  }
}

/** The end is its host's to write: it goes with the reason, and is final. */
function rowOf({ state, controller, control }: LiveSession): SessionChange {
  return state === "ended" ? { controller, control } : { state, controller, control };
}
