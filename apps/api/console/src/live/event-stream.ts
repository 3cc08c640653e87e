import type { FleetEvent } from "@deskfleet/contracts";
import { underRoot } from "../client/root.ts";
import { EVENT_NAMES } from "./event-types.ts";

export type StreamState = "connecting" | "live" | "lost";
const BACKOFF_MS = [1_000, 2_000, 4_000, 8_000, 15_000];

/**
 * The tenant's events, for as long as the page is open. A dropped connection is taken up again by the browser, which sends the last
 * event's id, so that nothing is missed. A refused one (the API restarts, a proxy answers for it) is opened anew here; what
 * happened meanwhile is unknown then, and `onGap` says so.
 */
export class EventStream {
  readonly #listeners = new Set<(event: FleetEvent) => void>();
  readonly #watchers = new Set<() => void>();
  readonly #onGap: () => void;
  #source: EventSource | null = null;
  #state: StreamState = "connecting";
  #failures = 0;
  #timer = 0;

  constructor(onGap: () => void) {
    this.#onGap = onGap;
  }

  readonly state = (): StreamState => this.#state;

  get isOpen(): boolean {
    return this.#source !== null;
  }

  /** Calls `listener` for each event. @returns ends it */
  readonly subscribe = (listener: (event: FleetEvent) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls `watcher` when `state` has changed. @returns ends it */
  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  /** `isAfterGap`: something may have happened that nobody heard; once the stream is open, and not before, it can be read again. */
  open(isAfterGap = false): void {
    let isGap = isAfterGap;
    const source = new EventSource(underRoot("/v1/events"));
    this.#source = source;
    source.onopen = () => {
      if (isGap) this.#onGap();
      isGap = false;
      this.#failures = 0;
      this.#become("live");
    };
    source.onerror = () => {
      this.#become("lost");
      if (source.readyState === EventSource.CLOSED) this.#again();
    };
    for (const name of EVENT_NAMES)
      source.addEventListener(name, ({ data }: MessageEvent<string>) => {
        const event = JSON.parse(data) as FleetEvent;
        for (const listener of this.#listeners) listener(event);
      });
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
    this.#become("connecting");
  }

  #again(): void {
    const delay = BACKOFF_MS[Math.min(this.#failures, BACKOFF_MS.length - 1)] ?? 0;
    this.#failures += 1;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.open(true), delay);
  }

  #become(state: StreamState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const watcher of this.#watchers) watcher();
  }
}
