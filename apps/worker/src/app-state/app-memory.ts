import type { AppStateResult } from "@deskfleet/contracts";
import type { AppCapture } from "./capture.ts";

/** What a caller was last answered with of an application: the elements that its numbers mean. */
export interface KnownState {
  readonly capture: AppCapture;
  /** Windows of the process at that moment. */
  readonly windowIds: readonly number[];
  /** The screenshot that its pixels belong to; null: there was none. */
  readonly frameId: string | null;
}

type Telemetry = NonNullable<AppStateResult["telemetry"]>;

/** States of one session; a caller that looks at more applications than this reads the first ones again. */
const STATES_MAX = 24;

/**
 * What a session's callers know of its applications. Each caller, by the principal's id, has its own: numbers of lines that somebody
 * else was answered with mean nothing.
 */
export class AppMemory {
  readonly #beganMs: number;
  readonly #states = new Map<string, KnownState>();
  readonly #told = new Set<string>();
  readonly #firstReadMs = new Map<string, number>();
  readonly #firstWriteMs = new Map<string, number>();
  /** Process that an application of the image was started as, by its id. */
  readonly started = new Map<string, number>();

  /** `beganMs`: of the session, milliseconds since the epoch. */
  constructor(beganMs: number) {
    this.#beganMs = beganMs;
  }

  stateOf(callerId: string, pid: number): KnownState | undefined {
    return this.#states.get(`${callerId} ${pid}`);
  }

  keep(callerId: string, pid: number, state: KnownState): void {
    const key = `${callerId} ${pid}`;
    this.#states.delete(key);
    this.#states.set(key, state);
    const oldest = this.#states.keys().next();
    if (this.#states.size > STATES_MAX && !oldest.done) this.#states.delete(oldest.value);
  }

  forget(callerId: string, pid: number): void {
    this.#states.delete(`${callerId} ${pid}`);
  }

  /** Whether this is the first state of the application that the caller gets: from now on it is not. */
  isFirstOf(callerId: string, app: string): boolean {
    const key = `${callerId} ${app}`;
    if (this.#told.has(key)) return false;
    this.#told.add(key);
    return true;
  }

  noteRead(callerId: string, nowMs: number): void {
    if (!this.#firstReadMs.has(callerId)) this.#firstReadMs.set(callerId, nowMs);
  }

  noteWrite(callerId: string, nowMs: number): void {
    if (!this.#firstWriteMs.has(callerId)) this.#firstWriteMs.set(callerId, nowMs);
  }

  telemetryOf(callerId: string): Telemetry {
    const read = this.#firstReadMs.get(callerId) ?? null;
    const write = this.#firstWriteMs.get(callerId) ?? null;
    return {
      time_to_first_get_app_state: read === null ? null : read - this.#beganMs,
      time_from_first_get_app_state_to_first_write: read === null || write === null ? null : Math.max(0, write - read),
      time_to_first_write: write === null ? null : write - this.#beganMs,
    };
  }
}
