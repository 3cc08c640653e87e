/** The stream breaks the protocol; whoever reads it stops. */
export class ProtocolFault extends Error {
  override readonly name = "ProtocolFault";
}

export interface MessageReaderOptions {
  /** Longest line, in bytes. */
  readonly lineBytesMax: number;
  /** Largest payload, in bytes. */
  readonly payloadBytesMax: number;
  /** Reads one line and says how many raw bytes follow it. Throwing ends the stream. */
  readonly onLine: (line: Buffer) => number;
  /** The bytes that the last line announced; only called when there are any. */
  readonly onPayload: (payload: Buffer) => void;
}

const LINE_FEED = 0x0a;
const FIRST_BUFFER_BYTES = 4_096;

/**
 * Splits a byte stream into lines and the raw bytes that follow some of them.
 *
 * Costs are linear in the bytes however the sender cuts them: a line inside one chunk is not copied at all, a longer one
 * goes into a buffer that doubles, a payload into a buffer of its exact size. A list of chunks would be as fast for an
 * honest sender, but a hostile one can send sixteen million chunks of one byte.
 */
export class MessageReader {
  readonly #options: MessageReaderOptions;
  #line = Buffer.alloc(0);
  #lineBytes = 0;
  #payload: Buffer | null = null;
  #payloadBytes = 0;

  constructor(options: MessageReaderOptions) {
    this.#options = options;
  }

  /** @throws ProtocolFault on a limit, and whatever `onLine` throws; the reader is of no use after that. */
  push(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) rest = this.#payload ? this.#takePayload(this.#payload, rest) : this.#takeLine(rest);
  }

  /** Whether the stream may end here: nothing is half read. */
  get isBetweenMessages(): boolean {
    return this.#payload === null && this.#lineBytes === 0;
  }

  #takeLine(chunk: Buffer): Buffer {
    const end = chunk.indexOf(LINE_FEED);
    const piece = end < 0 ? chunk : chunk.subarray(0, end);
    if (this.#lineBytes + piece.length > this.#options.lineBytesMax)
      throw new ProtocolFault(`a line is longer than ${this.#options.lineBytesMax} bytes`);
    if (end < 0) {
      this.#keep(piece);
      return chunk.subarray(chunk.length);
    }
    let line = piece;
    if (this.#lineBytes > 0) {
      this.#keep(piece);
      line = this.#line.subarray(0, this.#lineBytes);
    }
    const payloadBytes = this.#options.onLine(line);
    this.#line = Buffer.alloc(0);
    this.#lineBytes = 0;
    if (payloadBytes > 0) this.#expect(payloadBytes);
    return chunk.subarray(end + 1);
  }

  #keep(piece: Buffer): void {
    const needed = this.#lineBytes + piece.length;
    if (needed > this.#line.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(FIRST_BUFFER_BYTES, needed, this.#line.length * 2));
      this.#line.copy(larger, 0, 0, this.#lineBytes);
      this.#line = larger;
    }
    piece.copy(this.#line, this.#lineBytes);
    this.#lineBytes = needed;
  }

  #expect(bytes: number): void {
    if (!Number.isSafeInteger(bytes) || bytes > this.#options.payloadBytesMax)
      throw new ProtocolFault(`a payload is larger than ${this.#options.payloadBytesMax} bytes`);
    this.#payload = Buffer.allocUnsafeSlow(bytes);
    this.#payloadBytes = 0;
  }

  #takePayload(payload: Buffer, chunk: Buffer): Buffer {
    const copied = chunk.copy(payload, this.#payloadBytes);
    this.#payloadBytes += copied;
    if (this.#payloadBytes === payload.length) {
      this.#payload = null;
      this.#options.onPayload(payload);
    }
    return chunk.subarray(copied);
  }
}
