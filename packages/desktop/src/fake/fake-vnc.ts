import type { Duplex } from "node:stream";
import { fakePixels } from "./fake-frame.ts";
import type { FakeMachine } from "./fake-machine.ts";

/** Client messages of RFB 3.8 (RFC 6143 section 7.5): their whole length once known, else null. */
const MESSAGE_BYTES: Readonly<Record<number, (bytes: Buffer) => number | null>> = {
  0: () => 20, // SetPixelFormat
  2: (bytes) => (bytes.length < 4 ? null : 4 + 4 * bytes.readUInt16BE(2)), // SetEncodings
  3: () => 10, // FramebufferUpdateRequest
  4: () => 8, // KeyEvent
  5: () => 6, // PointerEvent
  6: (bytes) => (bytes.length < 8 ? null : 8 + bytes.readUInt32BE(4)), // ClientCutText
};
const VERSION = "RFB 003.008\n";
const KEY_EVENT = 4;
const POINTER_EVENT = 5;
const UPDATE_REQUEST = 3;

/** Serves a small RFB 3.8 server without a password: raw updates, and a record of what viewers press. */
export function serveFakeVnc(stream: Duplex, machine: FakeMachine): void {
  let held = Buffer.alloc(0);
  let take: (bytes: Buffer) => number | null = takeVersion;
  stream.on("error", () => stream.destroy());
  stream.on("data", (chunk: Buffer) => {
    held = Buffer.concat([held, chunk]);
    for (let taken = take(held); taken !== null && held.length > 0; taken = take(held)) held = held.subarray(taken);
  });
  stream.write(VERSION);

  function takeVersion(bytes: Buffer): number | null {
    if (bytes.length < VERSION.length) return null;
    stream.write(Buffer.from([1, 1])); // one security type: None
    take = takeSecurity;
    return VERSION.length;
  }

  function takeSecurity(bytes: Buffer): number | null {
    if (bytes.length < 1) return null;
    stream.write(Buffer.alloc(4)); // SecurityResult OK
    take = takeClientInit;
    return 1;
  }

  function takeClientInit(bytes: Buffer): number | null {
    if (bytes.length < 1) return null;
    const name = Buffer.from("Fake desktop");
    const init = Buffer.alloc(24);
    init.writeUInt16BE(machine.kind.width, 0);
    init.writeUInt16BE(machine.kind.height, 2);
    Buffer.from([32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0]).copy(init, 4);
    init.writeUInt32BE(name.length, 20);
    stream.write(Buffer.concat([init, name]));
    take = takeMessage;
    return 1;
  }

  function takeMessage(bytes: Buffer): number | null {
    const type = bytes[0];
    if (type === undefined) return null;
    const length = MESSAGE_BYTES[type];
    if (!length) {
      stream.destroy();
      return null;
    }
    const wanted = length(bytes);
    if (wanted === null || bytes.length < wanted) return null;
    if (type === KEY_EVENT || type === POINTER_EVENT) machine.viewerInput.push(Buffer.from(bytes.subarray(0, wanted)));
    if (type === UPDATE_REQUEST) sendUpdate(bytes[1] === 1);
    return wanted;
  }

  /** An incremental request is answered once the picture changes. */
  function sendUpdate(isIncremental: boolean): void {
    const send = () => stream.write(fullUpdate(machine));
    if (!isIncremental) {
      send();
      return;
    }
    const stop = machine.onDamage(() => {
      stop();
      send();
    });
    stream.once("close", stop);
  }
}

function fullUpdate(machine: FakeMachine): Buffer {
  const { width, height } = machine.kind;
  const header = Buffer.alloc(16);
  header.writeUInt16BE(1, 2);
  header.writeUInt16BE(width, 8);
  header.writeUInt16BE(height, 10);
  const rgb = fakePixels(machine);
  const pixels = Buffer.alloc(width * height * 4);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    pixels[to] = rgb[from + 2] ?? 0;
    pixels[to + 1] = rgb[from + 1] ?? 0;
    pixels[to + 2] = rgb[from] ?? 0;
  }
  return Buffer.concat([header, pixels]);
}
