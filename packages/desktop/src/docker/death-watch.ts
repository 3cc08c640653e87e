import { Readable } from "node:stream";
import type Docker from "dockerode";
import { z } from "zod";
import { MessageReader } from "../bridge/message-reader.ts";
import { LABELS } from "../driver.ts";
import type { Logger } from "../logger.ts";

const EVENT_BYTES_MAX = 1_048_576;
const RETRY_MS_MIN = 250;
const RETRY_MS_MAX = 10_000;

const EngineEvent = z.object({
  Action: z.string(),
  Actor: z.object({ ID: z.string(), Attributes: z.record(z.string(), z.string()).default({}) }),
});

export interface DeathWatchOptions {
  readonly docker: Docker;
  readonly logger: Logger;
  /** A container has ended. `exitCode` as the engine gives it, 137 for SIGKILL. */
  readonly onDeath: (id: string, exitCode: string) => void;
  /** Connected again after a break: whatever ended meanwhile was not reported. */
  readonly onGap: () => void;
}

/**
 * Follows the engine's events for containers of ours, across restarts of the engine.
 * The engine sends one JSON object per line, `oom` before `die`.
 */
export class DeathWatch {
  readonly #options: DeathWatchOptions;
  #stream: Readable | null = null;
  #retry: NodeJS.Timeout | null = null;
  #retryMs = RETRY_MS_MIN;
  #isStarted = false;
  #isClosed = false;

  constructor(options: DeathWatchOptions) {
    this.#options = options;
  }

  /** Idempotent; connects in the background. */
  start(): void {
    if (this.#isStarted || this.#isClosed) return;
    this.#isStarted = true;
    void this.#connect(false);
  }

  close(): void {
    this.#isClosed = true;
    if (this.#retry) clearTimeout(this.#retry);
    this.#stream?.destroy();
  }

  async #connect(isAgain: boolean): Promise<void> {
    try {
      const filters = { type: ["container" as const], label: [LABELS.fleet], event: ["die"] };
      const stream = await this.#options.docker.getEvents({ filters });
      if (!(stream instanceof Readable)) throw new TypeError("the engine's events are not a stream");
      if (this.#isClosed) {
        stream.destroy();
        return;
      }
      this.#stream = stream;
      this.#retryMs = RETRY_MS_MIN;
      this.#follow(stream);
      if (isAgain) this.#options.onGap();
    } catch (error) {
      this.#options.logger.warn({ err: error }, "the engine's events are not to be had");
      this.#connectLater();
    }
  }

  #follow(stream: Readable): void {
    const reader = new MessageReader({
      lineBytesMax: EVENT_BYTES_MAX,
      payloadBytesMax: 0,
      onPayload: () => undefined,
      onLine: (line) => {
        const event = EngineEvent.safeParse(JSON.parse(line.toString("utf8")));
        if (event.success) {
          const { ID, Attributes } = event.data.Actor;
          this.#options.onDeath(ID, Attributes.exitCode ?? "?");
        }
        return 0;
      },
    });
    stream.on("data", (chunk: Buffer) => {
      try {
        reader.push(chunk);
      } catch (error) {
        this.#options.logger.warn({ err: error }, "an event of the engine could not be read");
        stream.destroy();
      }
    });
    stream.on("error", (error) => this.#options.logger.warn({ err: error }, "the engine's events broke off"));
    stream.on("close", () => this.#connectLater());
  }

  #connectLater(): void {
    if (this.#isClosed || this.#retry) return;
    this.#stream = null;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      void this.#connect(true);
    }, this.#retryMs);
    this.#retry.unref();
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MS_MAX);
  }
}
