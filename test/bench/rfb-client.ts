import type { Duplex } from "node:stream";

const ZRLE = 16;
const RAW = 0;
const SCREEN = { width: 1280, height: 800 };

/**
 * The least RFB client (RFC 6143) that asks for updates and notes when each has arrived whole: no password, ZRLE or raw,
 * always one incremental request outstanding.
 */
export class RfbClient {
  readonly #stream: Duplex;
  #buffered: Buffer = Buffer.alloc(0);
  #wake: (() => void) | null = null;
  #failure: Error | null = null;
  bytes = 0;
  /** `performance.now()` of each complete update. */
  readonly updates: number[] = [];

  constructor(stream: Duplex) {
    this.#stream = stream;
    stream.on("data", (chunk: Buffer) => {
      this.bytes += chunk.length;
      this.#buffered = this.#buffered.length === 0 ? chunk : Buffer.concat([this.#buffered, chunk]);
      this.#wake?.();
    });
    const fail = (cause?: Error) => {
      this.#failure = new Error("the VNC stream ended", { cause });
      this.#wake?.();
    };
    stream.on("error", fail);
    stream.on("close", fail);
  }

  async start(): Promise<void> {
    await this.#take(12);
    this.#stream.write("RFB 003.008\n");
    const [count = 0] = await this.#take(1);
    await this.#take(count);
    this.#stream.write(Buffer.from([1]));
    await this.#take(4);
    this.#stream.write(Buffer.from([1]));
    const init = await this.#take(24);
    await this.#take(init.readUInt32BE(20));
    const encodings = Buffer.alloc(12);
    encodings[0] = 2;
    encodings.writeUInt16BE(2, 2);
    encodings.writeInt32BE(ZRLE, 4);
    encodings.writeInt32BE(RAW, 8);
    this.#stream.write(encodings);
    this.#request(false);
    void this.#receive().catch((error: Error) => {
      this.#failure = error;
    });
  }

  close(): void {
    this.#stream.destroy();
  }

  async #receive(): Promise<void> {
    for (;;) {
      const [type] = await this.#take(1);
      if (type === 0) {
        const rectangles = (await this.#take(3)).readUInt16BE(1);
        for (let index = 0; index < rectangles; index++) await this.#rectangle();
        this.updates.push(performance.now());
        this.#request(true);
      } else if (type === 3) await this.#take((await this.#take(7)).readUInt32BE(3));
      else if (type !== 2) throw new Error(`message ${type} was not expected`);
    }
  }

  async #rectangle(): Promise<void> {
    const header = await this.#take(12);
    const encoding = header.readInt32BE(8);
    if (encoding === ZRLE) await this.#take((await this.#take(4)).readUInt32BE(0));
    else if (encoding === RAW) await this.#take(header.readUInt16BE(4) * header.readUInt16BE(6) * 4);
    else throw new Error(`encoding ${encoding} was not asked for`);
  }

  #request(isIncremental: boolean): void {
    const request = Buffer.alloc(10);
    request[0] = 3;
    request[1] = isIncremental ? 1 : 0;
    request.writeUInt16BE(SCREEN.width, 6);
    request.writeUInt16BE(SCREEN.height, 8);
    this.#stream.write(request);
  }

  async #take(length: number): Promise<Buffer> {
    while (this.#buffered.length < length) {
      if (this.#failure) throw this.#failure;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const taken = this.#buffered.subarray(0, length);
    this.#buffered = this.#buffered.subarray(length);
    return taken;
  }
}
