import type { ProgressToken, ServerNotification } from "@modelcontextprotocol/sdk/types.js";

/** A client gives up a request that it hears nothing of; most wait a minute. */
const BEAT_MS = 2_000;

/** What a call is doing, to a client that asked to be told; to others nothing is sent. Progress is seconds since the call. */
export class Progress {
  readonly #token: ProgressToken | undefined;
  readonly #send: (notification: ServerNotification) => Promise<void>;
  readonly #startedMs = performance.now();
  readonly #timer: NodeJS.Timeout | null;
  #message = "";
  #last = 0;

  constructor(options: {
    token: ProgressToken | undefined;
    send: (notification: ServerNotification) => Promise<void>;
  }) {
    this.#token = options.token;
    this.#send = options.send;
    this.#timer = this.#token === undefined ? null : setInterval(() => this.#tell(), BEAT_MS);
  }

  say(message: string): void {
    this.#message = message;
    this.#tell();
  }

  end(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  #tell(): void {
    if (this.#token === undefined) return;
    const seconds = Math.round((performance.now() - this.#startedMs) / 10) / 100;
    // It has to grow with every message.
    this.#last = Math.max(seconds, Math.round((this.#last + 0.01) * 100) / 100);
    const params = { progressToken: this.#token, progress: this.#last, message: this.#message };
    this.#send({ method: "notifications/progress", params }).catch(() => {
      // The client has gone; its call goes on and can be fetched with Last-Event-ID.
    });
  }
}
