import type { FleetEvent } from "@deskfleet/contracts";
import { EventStream, type StreamState } from "./event-stream.ts";

type Said =
  | { readonly event: FleetEvent }
  | { readonly state: StreamState }
  | { readonly ask: true }
  | { readonly gap: true };

/**
 * One event stream for all tabs of a browser: over HTTP/1.1 it has six connections to a host, and six open tabs would leave none to
 * read with. The tab that holds the lock listens and tells the others; when it closes, the next one in line takes over, and as nobody
 * knows what happened in between, every tab hears of a gap. Without locks (plain http beyond this machine) each tab has its own.
 */
export class SharedStream {
  readonly #own: EventStream;
  readonly #name: string;
  readonly #onGap: () => void;
  readonly #listeners = new Set<(event: FleetEvent) => void>();
  readonly #watchers = new Set<() => void>();
  #state: StreamState = "connecting";
  #channel: BroadcastChannel | null = null;
  #closing = new AbortController();

  /** Tabs of one principal share; another principal's events are not theirs. */
  constructor(principalId: string, onGap: () => void) {
    this.#name = `deskfleet.events.${principalId}`;
    this.#onGap = onGap;
    this.#own = new EventStream(() => {
      this.#say({ gap: true });
      onGap();
    });
    this.#own.subscribe((event) => {
      this.#say({ event });
      this.#hear(event);
    });
    this.#own.watch(() => {
      this.#say({ state: this.#own.state() });
      this.#become(this.#own.state());
    });
  }

  readonly state = (): StreamState => this.#state;

  readonly subscribe = (listener: (event: FleetEvent) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  open(): void {
    this.#closing = new AbortController();
    const { signal } = this.#closing;
    if (navigator.locks === undefined) {
      this.#own.open();
      return;
    }
    this.#channel = new BroadcastChannel(this.#name);
    let hasHeard = false;
    this.#channel.onmessage = ({ data }: MessageEvent<Said>) => {
      if ("ask" in data) {
        if (this.#own.isOpen) this.#say({ state: this.#own.state() });
        return;
      }
      hasHeard = true;
      if ("event" in data) this.#hear(data.event);
      else if ("state" in data) this.#become(data.state);
      else this.#onGap();
    };
    this.#say({ ask: true });
    const lead = () =>
      new Promise<void>((release) => {
        if (signal.aborted) return release();
        // Who listened before is gone; what happened since, nobody has heard.
        this.#own.open(hasHeard);
        signal.addEventListener("abort", () => release(), { once: true });
      });
    navigator.locks.request(this.#name, { signal }, lead).catch((error: unknown) => {
      // Closed while it waited in line.
      if (!signal.aborted) throw error;
    });
  }

  close(): void {
    this.#own.close();
    this.#closing.abort();
    this.#channel?.close();
    this.#channel = null;
  }

  #say(said: Said): void {
    this.#channel?.postMessage(said);
  }

  #hear(event: FleetEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #become(state: StreamState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const watcher of this.#watchers) watcher();
  }
}
