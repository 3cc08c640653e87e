import type { Duplex } from "node:stream";
import { inflateSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LiveSession } from "../sessions/live-session.ts";
import { type Bench, createBench } from "../sessions/testing.ts";
import { openMaskedVnc } from "./masked-vnc.ts";

const WAIT = { timeout: 20_000, interval: 10 };
const FILL = [0x28, 0x28, 0x28];
const SHADE = 0x30;
const HELLO = ["RFB 003.008\n", Buffer.from([1]), Buffer.from([1])];
const TIGHT = Buffer.from([2, 0, 0, 1, 0, 0, 0, 7]);
const RAW = Buffer.from([2, 0, 0, 1, 0, 0, 0, 0]);
const request = (isIncremental: boolean) => Buffer.from([3, isIncremental ? 1 : 0, 0, 0, 0, 0, 5, 0, 3, 0x20]);
const KEY_A = Buffer.from([4, 1, 0, 0, 0, 0, 0, 0x61]);
const CLICK = Buffer.from([5, 1, 0, 10, 0, 20]);

let bench: Bench;
let session: LiveSession;
const streams: Duplex[] = [];
beforeEach(async () => {
  bench = createBench();
  session = await bench.open();
});
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.destroy();
  await bench.host.closeAll();
});

/** A client that keeps what it was sent as a screen of its own. */
class Client {
  readonly stream: Duplex;
  readonly pixels = Buffer.alloc(1_280 * 800 * 3);
  updates = 0;
  rectangles = 0;
  #bytes: Buffer = Buffer.alloc(0);
  #isGreeted = false;

  constructor(stream: Duplex) {
    this.stream = stream;
    streams.push(stream);
    stream.on("data", (chunk: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      while (this.#take());
    });
    for (const part of HELLO) stream.write(part);
  }
  pixel(x: number, y: number): number[] {
    return [...this.pixels.subarray((y * 1_280 + x) * 3, (y * 1_280 + x) * 3 + 3)];
  }
  /** One step of what came; false: more is needed. */
  #take(): boolean {
    const bytes = this.#bytes;
    const greeting = 12 + 2 + 4 + 24 + "Deskfleet".length;
    if (!this.#isGreeted) {
      if (bytes.length < greeting) return false;
      expect([bytes.readUInt16BE(18), bytes.readUInt16BE(20)]).toEqual([1_280, 800]);
      this.#isGreeted = true;
      this.#bytes = bytes.subarray(greeting);
      return true;
    }
    const taken = this.#update(bytes);
    this.#bytes = bytes.subarray(taken);
    return taken > 0;
  }
  #update(bytes: Buffer): number {
    if (bytes.length < 4) return 0;
    const drawn: (() => void)[] = [];
    let at = 4;
    for (let left = bytes.readUInt16BE(2); left > 0; left--) {
      if (bytes.length < at + 16) return 0;
      const [x, y, width, height] = [0, 2, 4, 6].map((offset) => bytes.readUInt16BE(at + offset)) as [
        number,
        number,
        number,
        number,
      ];
      expect([bytes.readInt32BE(at + 8), bytes[at + 12]]).toEqual([7, 1]);
      let length = 0;
      at += 13;
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[at++] ?? 0;
        length |= (shift === 14 ? byte : byte & 0x7f) << shift;
        if (shift === 14 || (byte & 0x80) === 0) break;
      }
      if (bytes.length < at + length) return 0;
      const data = bytes.subarray(at, at + length);
      at += length;
      drawn.push(() => {
        const raw = inflateSync(data);
        expect(raw.length).toBe(width * height * 3);
        for (let row = 0; row < height; row++)
          raw.copy(this.pixels, ((y + row) * 1_280 + x) * 3, row * width * 3, (row + 1) * width * 3);
      });
    }
    for (const draw of drawn) draw();
    this.rectangles = drawn.length;
    this.updates += 1;
    return at;
  }
}
async function connect(): Promise<Client> {
  return new Client(await openMaskedVnc(session, await session.desktop.openVnc()));
}
const machine = () => bench.machine(session);

describe("a live view of masked frames", () => {
  it("shows the screen with its password fields filled, and what changes later", async () => {
    machine().secureRegions = [{ kind: "password", x: 100, y: 300, width: 50, height: 20 }];
    const client = await connect();
    client.stream.write(Buffer.concat([TIGHT, request(false)]));
    await expect.poll(() => client.updates, WAIT).toBe(1);
    expect([client.pixel(99, 310), client.pixel(100, 310), client.pixel(149, 319), client.pixel(150, 310)]).toEqual([
      [SHADE, SHADE, SHADE],
      FILL,
      FILL,
      [SHADE, SHADE, SHADE],
    ]);
    client.stream.write(request(true));
    machine().openWindow("Notes", "mousepad", []);
    await expect.poll(() => client.updates, WAIT).toBe(2);
    expect(client.pixel(50, 50)).not.toEqual([SHADE, SHADE, SHADE]);
    // Only the tiles of the new window, row by row.
    expect(client.rectangles).toBeLessThan(13);
  });

  it("sends nothing where nothing changes, and everything again to who asks for everything", async () => {
    const client = await connect();
    client.stream.write(Buffer.concat([TIGHT, request(false)]));
    await expect.poll(() => client.updates, WAIT).toBe(1);
    client.stream.write(request(true));
    const looks = machine().recordings;
    await expect.poll(() => machine().recordings, WAIT).toBeGreaterThan(looks + 2);
    expect(client.updates).toBe(1);
    client.stream.write(request(false));
    await expect.poll(() => client.updates, WAIT).toBe(2);
    expect(client.pixel(1_279, 799)).toEqual([SHADE, SHADE, SHADE]);
  });

  it("shows nothing at all while a sensitive application is on the screen", async () => {
    machine().openWindow("Vault", "keepassxc", []);
    session.policy = {
      ...session.policy,
      sensitiveApps: [{ value: "keepassxc", layer: "tenant", version: "tenant@1" }],
    };
    const client = await connect();
    client.stream.write(Buffer.concat([TIGHT, request(false)]));
    await expect.poll(() => client.updates, WAIT).toBe(1);
    expect([client.pixel(10, 10), client.pixel(1_000, 700)]).toEqual([FILL, FILL]);
  });

  it("passes keys and clicks on to the desktop, and asks it for no picture", async () => {
    const client = await connect();
    client.stream.write(Buffer.concat([TIGHT, KEY_A, CLICK]));
    await expect.poll(() => machine().viewerInput, WAIT).toEqual([KEY_A, CLICK]);
  });

  it("ends for a client that cannot read it, and when the desktop goes", async () => {
    const other = await connect();
    other.stream.write(Buffer.concat([RAW, request(false)]));
    await expect.poll(() => other.stream.destroyed, WAIT).toBe(true);
    const client = await connect();
    client.stream.write(Buffer.concat([TIGHT, request(false)]));
    await expect.poll(() => client.updates, WAIT).toBe(1);
    client.stream.write(request(true));
    bench.driver.kill(session.desktop.id);
    await expect.poll(() => client.stream.destroyed, WAIT).toBe(true);
  });
});
