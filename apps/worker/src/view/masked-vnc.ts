import { type Duplex, duplexPair } from "node:stream";
import type { LiveSession } from "../sessions/live-session.ts";
import { openForInput } from "./desktop-input.ts";
import { MaskedScreen } from "./masked-screen.ts";
import { type RfbMessage, rfbMessage } from "./rfb-filter.ts";
import { updateOf } from "./tight.ts";

const VERSION = "RFB 003.008\n";
const SECURITY_NONE = 1;
const NAME = "Deskfleet";
/** 32 bits, depth 24, little-endian, true colour; noVNC asks for what it likes, and Tight has bytes of red, green and blue all the same. */
const PIXEL_FORMAT = Buffer.from([32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0]);
const SET_ENCODINGS = 2;
const UPDATE_REQUEST = 3;
const TIGHT = 7;
/** Milliseconds from one look to the next: pictures for people, at a price that the desktop hardly feels. */
const LOOK_INTERVAL_MS = 200;

/**
 * The stream of a VNC server (RFB 3.8) that shows a session's frames as gate 8 lets them through, in place of the desktop's own. What
 * a person may type goes to `input`, the desktop's own server, of which no picture is asked. It ends when either side does.
 * @throws Error when that server does not answer
 */
export async function openMaskedVnc(session: LiveSession, input: Duplex): Promise<Duplex> {
  try {
    await openForInput(input);
  } catch (error) {
    input.destroy();
    throw error;
  }
  const [outside, inside] = duplexPair();
  // The halves of a pair do not hear of each other's end.
  outside.on("close", () => inside.destroy());
  inside.on("close", () => outside.destroy());
  const server = new MaskedVnc(session, inside, input);
  void server.run();
  return outside;
}

class MaskedVnc {
  readonly #client: Duplex;
  readonly #input: Duplex;
  readonly #session: LiveSession;
  readonly #screen: MaskedScreen;
  #state: "version" | "security" | "init" | "messages" = "version";
  #pending: Buffer = Buffer.alloc(0);
  #speaksTight = false;
  /** The client waits for an update. */
  #isAsked = false;
  /** What the client shows; null: nothing yet. */
  #shown: Buffer | null = null;
  #wake: () => void = () => undefined;

  constructor(session: LiveSession, client: Duplex, input: Duplex) {
    this.#session = session;
    this.#client = client;
    this.#input = input;
    this.#screen = new MaskedScreen(session);
    const end = () => this.#end();
    client.on("data", (chunk: Buffer) => this.#read(chunk));
    client.on("close", end).on("error", end);
    input.on("close", end).on("error", end);
  }

  /** Never rejects: what goes wrong ends the stream. */
  async run(): Promise<void> {
    try {
      this.#client.write(VERSION);
      while (!this.#client.destroyed) await this.#turn();
    } catch (error) {
      this.#session.services.log.info({ sessionId: this.#session.id, err: error }, "a masked live view ended");
      this.#end();
    }
  }

  async #turn(): Promise<void> {
    if (!this.#isAsked)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    if (this.#client.destroyed || !this.#isAsked) return;
    const startedMs = performance.now();
    const screen = await this.#screen.look();
    const update = await updateOf(screen, this.#shown);
    if (update !== null && !this.#client.destroyed) {
      this.#isAsked = false;
      this.#shown = screen.pixels;
      if (!this.#client.write(update)) await this.#drained();
    }
    const restMs = LOOK_INTERVAL_MS - (performance.now() - startedMs);
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#client.off("drain", done).off("close", done);
        resolve();
      };
      this.#client.on("drain", done).on("close", done);
    });
  }

  #read(chunk: Buffer): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    for (let length = this.#next(); length > 0; length = this.#next()) this.#pending = this.#pending.subarray(length);
  }

  /** Answers the message at the start, and says how long it was; 0: it is not whole yet. */
  #next(): number {
    const bytes = this.#pending;
    if (this.#state === "messages") {
      const message = bytes.length === 0 ? null : rfbMessage(bytes);
      // The filter in front lets only whole messages of known kinds through.
      if (message === null || typeof message === "string" || message.length === null) return 0;
      if (bytes.length < message.length) return 0;
      this.#answer(bytes.subarray(0, message.length), message.kind);
      return message.length;
    }
    const length = this.#state === "version" ? VERSION.length : 1;
    if (bytes.length < length) return 0;
    this.#handshake();
    return length;
  }

  #handshake(): void {
    if (this.#state === "version") {
      this.#state = "security";
      this.#client.write(Buffer.from([1, SECURITY_NONE]));
    } else if (this.#state === "security") {
      this.#state = "init";
      this.#client.write(Buffer.alloc(4));
    } else {
      this.#state = "messages";
      const { width, height } = this.#session.screen;
      const head = Buffer.alloc(4);
      head.writeUInt16BE(width, 0);
      head.writeUInt16BE(height, 2);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(NAME.length, 0);
      this.#client.write(Buffer.concat([head, PIXEL_FORMAT, length, Buffer.from(NAME)]));
    }
  }

  #answer(message: Buffer, kind: RfbMessage["kind"]): void {
    if (kind === "key" || kind === "pointer" || kind === "clipboard") {
      this.#input.write(Buffer.from(message));
      return;
    }
    if (message[0] === SET_ENCODINGS) {
      for (let at = 4; at < message.length; at += 4) if (message.readInt32BE(at) === TIGHT) this.#speaksTight = true;
    }
    if (message[0] !== UPDATE_REQUEST) return;
    // Every update here is in Tight, which noVNC speaks: another client would wait for ever.
    if (!this.#speaksTight) this.#end();
    if (message[1] === 0) this.#shown = null;
    this.#isAsked = true;
    this.#wake();
  }

  #end(): void {
    this.#client.destroy();
    this.#input.destroy();
    this.#wake();
  }
}
