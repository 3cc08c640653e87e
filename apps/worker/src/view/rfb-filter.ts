import type { ViewMode } from "@deskfleet/contracts";

/**
 * What a viewer may say to the VNC server. An incremental parser of the client's side of RFB 3.8 (RFC 6143) and of the
 * extensions that noVNC speaks; it keeps whole messages and drops or passes each.
 *
 * States: `version` (12 bytes) -> `security` (1 byte, must be None) -> `init` (1 byte) -> `messages` -> `closed`.
 * Invariants: no byte of a dropped message passes (input, clipboard and resizing in view mode; resizing and power always); a message whose length is not known closes the connection, because
 * what follows it could be read as anything; memory is bounded by the longest message that is kept whole.
 *
 * @see https://github.com/rfbproto/rfbproto/blob/master/rfbproto.rst
 */
export interface RfbFilterOptions {
  readonly mode: ViewMode;
  /** Whether the clipboard may be sent to the desktop; only ever in control mode. */
  readonly isClipboardAllowed: boolean;
}
/** Bytes for the server, and what of it a person did. `fault` set: close the connection, nothing more passes. */
export interface Filtered {
  readonly pass: Buffer;
  readonly keys: number;
  readonly clicks: number;
  /** Any input, pointer movement included: for the hand-back after idleness. */
  readonly hasInput: boolean;
  readonly fault: string | null;
}

/** Client message types. */
const SET_PIXEL_FORMAT = 0;
const SET_ENCODINGS = 2;
const UPDATE_REQUEST = 3;
const KEY_EVENT = 4;
const POINTER_EVENT = 5;
const CUT_TEXT = 6;
const CONTINUOUS_UPDATES = 150;
const FENCE = 248;
/** Reboot or shut down the machine. */
const XVP = 250;
const SET_DESKTOP_SIZE = 251;
const QEMU = 255;

const SECURITY_NONE = 1;
const CUT_TEXT_BYTES_MAX = 1024 * 1024;
const FENCE_BYTES_MAX = 64;
/** Once agreed it makes some pointer messages 7 bytes long and a stray button 8 ambiguous, so it is never offered. */
const EXTENDED_MOUSE_BUTTONS = -316;
const ENCODING_RAW = 0;

type Kind = "harmless" | "encodings" | "key" | "pointer" | "clipboard" | "forbidden";
export interface RfbMessage {
  /** Null: more bytes are needed to know the length. */
  readonly length: number | null;
  readonly kind: Kind;
}

export class RfbFilter {
  readonly #options: RfbFilterOptions;
  #state: "version" | "security" | "init" | "messages" | "closed" = "version";
  #pending: Buffer = Buffer.alloc(0);
  /** Rest of a dropped message whose bytes are not kept. */
  #skip = 0;
  #buttons = 0;

  constructor(options: RfbFilterOptions) {
    this.#options = options;
  }

  push(chunk: Buffer): Filtered {
    if (this.#state === "closed") return { pass: Buffer.alloc(0), ...NOTHING, fault: "closed" };
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const passed: Buffer[] = [];
    const seen = { keys: 0, clicks: 0, hasInput: false };
    const fault = this.#consume(passed, seen);
    if (fault !== null) this.#state = "closed";
    return { pass: Buffer.concat(passed), ...seen, fault };
  }

  #consume(passed: Buffer[], seen: { keys: number; clicks: number; hasInput: boolean }): string | null {
    for (;;) {
      const bytes = this.#pending;
      if (this.#skip > 0) {
        const skipped = Math.min(this.#skip, bytes.length);
        this.#skip -= skipped;
        this.#pending = bytes.subarray(skipped);
        if (this.#skip > 0) return null;
        continue;
      }
      if (bytes.length === 0) return null;
      if (this.#state !== "messages") {
        const taken = this.#handshake(bytes);
        if (typeof taken === "string") return taken;
        if (taken === 0) return null;
        passed.push(this.#take(taken));
        continue;
      }
      const message = rfbMessage(bytes);
      if (typeof message === "string") return message;
      if (message.length === null) return null;
      if (!this.#mayPass(message.kind)) {
        this.#skip = message.length;
        continue;
      }
      if (bytes.length < message.length) return null;
      this.#count(bytes, message.kind, seen);
      const whole = this.#take(message.length);
      passed.push(message.kind === "encodings" ? withoutExtendedButtons(whole) : whole);
    }
  }

  /** Length of the handshake message, 0 while it is incomplete, text for a fault. */
  #handshake(bytes: Buffer): number | string {
    if (this.#state === "version") {
      if (bytes.length < 12) return 0;
      if (bytes.toString("latin1", 0, 12) !== "RFB 003.008\n") return "only RFB 3.8 is spoken here";
      this.#state = "security";
      return 12;
    }
    if (this.#state === "security") {
      if (bytes[0] !== SECURITY_NONE) return "only the security type None is spoken here";
      this.#state = "init";
      return 1;
    }
    this.#state = "messages";
    return 1;
  }

  #mayPass(kind: Kind): boolean {
    if (kind === "harmless" || kind === "encodings") return true;
    if (this.#options.mode !== "control" || kind === "forbidden") return false;
    return kind === "clipboard" ? this.#options.isClipboardAllowed : true;
  }

  #count(bytes: Buffer, kind: Kind, seen: { keys: number; clicks: number; hasInput: boolean }): void {
    if (kind === "harmless" || kind === "encodings") return;
    seen.hasInput = true;
    const isDown = bytes[0] === QEMU ? bytes.readUInt16BE(2) !== 0 : bytes[1] !== 0;
    if (kind === "key" && isDown) seen.keys += 1;
    if (kind !== "pointer") return;
    const buttons = bytes.readUInt8(1);
    if ((buttons & ~this.#buttons) !== 0) seen.clicks += 1;
    this.#buttons = buttons;
  }

  #take(length: number): Buffer {
    const taken = this.#pending.subarray(0, length);
    this.#pending = this.#pending.subarray(length);
    return taken;
  }
}

const NOTHING = { keys: 0, clicks: 0, hasInput: false };
const INCOMPLETE = (kind: Kind): RfbMessage => ({ length: null, kind });

/** The client's message at the start of `bytes`, of which there is one; or text that says why it cannot be read. */
export function rfbMessage(bytes: Buffer): RfbMessage | string {
  switch (bytes[0]) {
    case SET_PIXEL_FORMAT:
      return { length: 20, kind: "harmless" };
    case SET_ENCODINGS:
      return bytes.length < 4 ? INCOMPLETE("encodings") : { length: 4 + 4 * bytes.readUInt16BE(2), kind: "encodings" };
    case UPDATE_REQUEST:
    case CONTINUOUS_UPDATES:
      return { length: 10, kind: "harmless" };
    case KEY_EVENT:
      return { length: 8, kind: "key" };
    case POINTER_EVENT:
      return { length: 6, kind: "pointer" };
    case CUT_TEXT:
      return cutText(bytes);
    case FENCE:
      if (bytes.length < 9) return INCOMPLETE("harmless");
      if (bytes.readUInt8(8) > FENCE_BYTES_MAX) return "a fence is longer than the protocol allows";
      return { length: 9 + bytes.readUInt8(8), kind: "harmless" };
    case SET_DESKTOP_SIZE:
      return bytes.length < 8 ? INCOMPLETE("forbidden") : { length: 8 + 16 * bytes.readUInt8(6), kind: "forbidden" };
    case XVP:
      return { length: 4, kind: "forbidden" };
    case QEMU:
      if (bytes.length < 2) return INCOMPLETE("key");
      return bytes[1] === 0 ? { length: 12, kind: "key" } : "an unknown QEMU message";
    default:
      return "an unknown message type";
  }
}

function withoutExtendedButtons(message: Buffer): Buffer {
  const copy = Buffer.from(message);
  for (let at = 4; at < copy.length; at += 4)
    if (copy.readInt32BE(at) === EXTENDED_MOUSE_BUTTONS) copy.writeInt32BE(ENCODING_RAW, at);
  return copy;
}

/** A negative length announces the extended clipboard: its absolute value is the length of what follows. */
function cutText(bytes: Buffer): RfbMessage | string {
  if (bytes.length < 8) return INCOMPLETE("clipboard");
  const length = Math.abs(bytes.readInt32BE(4));
  return length > CUT_TEXT_BYTES_MAX ? "the clipboard is too large" : { length: 8 + length, kind: "clipboard" };
}
