import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Filtered, RfbFilter } from "./rfb-filter.ts";

const hello = Buffer.concat([Buffer.from("RFB 003.008\n"), Buffer.from([1]), Buffer.from([1])]);
const setPixelFormat = Buffer.concat([Buffer.from([0, 0, 0, 0]), Buffer.alloc(16, 7)]);
const setEncodings = Buffer.from([2, 0, 0, 2, 0, 0, 0, 7, 0xff, 0xff, 0xff, 0x21]);
const updateRequest = Buffer.from([3, 1, 0, 0, 0, 0, 5, 0, 3, 0x20]);
const keyDown = Buffer.from([4, 1, 0, 0, 0, 0, 0, 0x61]);
const keyUp = Buffer.from([4, 0, 0, 0, 0, 0, 0, 0x61]);
const pointer = (mask: number) => Buffer.from([5, mask, 0, 10, 0, 20]);
const qemuKey = Buffer.from([255, 0, 0, 1, 0, 0, 0, 0x61, 0, 0, 0, 30]);
const cutText = Buffer.concat([Buffer.from([6, 0, 0, 0, 0, 0, 0, 5]), Buffer.from("hello")]);
const extendedCutText = Buffer.concat([Buffer.from([6, 0, 0, 0, 0xff, 0xff, 0xff, 0xfc]), Buffer.from([1, 0, 0, 0])]);
const setDesktopSize = Buffer.concat([Buffer.from([251, 0, 5, 0, 3, 0x20, 1, 0]), Buffer.alloc(16)]);
const continuousUpdates = Buffer.from([150, 1, 0, 0, 0, 0, 5, 0, 3, 0x20]);
const fence = Buffer.from([248, 0, 0, 0, 0x80, 0, 0, 1, 3, 9, 9, 9]);
const powerOff = Buffer.from([250, 0, 1, 2]);

const harmless = [setPixelFormat, setEncodings, updateRequest, continuousUpdates, fence];
const input = [keyDown, keyUp, pointer(1), pointer(0), qemuKey];
const never = [setDesktopSize, powerOff];

function pushAll(filter: RfbFilter, chunks: Buffer[]): Filtered {
  const all = chunks.map((chunk) => filter.push(chunk));
  return {
    pass: Buffer.concat(all.map(({ pass }) => pass)),
    keys: all.reduce((sum, { keys }) => sum + keys, 0),
    clicks: all.reduce((sum, { clicks }) => sum + clicks, 0),
    hasInput: all.some(({ hasInput }) => hasInput),
    fault: all.find(({ fault }) => fault !== null)?.fault ?? null,
  };
}
const byteByByte = (bytes: Buffer): Buffer[] => [...bytes].map((byte) => Buffer.from([byte]));

describe("a viewer", () => {
  const all = Buffer.concat([hello, ...harmless, ...input, cutText, extendedCutText, ...never, updateRequest]);
  const expected = Buffer.concat([hello, ...harmless, updateRequest]);

  it.each([
    ["in one chunk", [all]],
    ["byte by byte", byteByByte(all)],
    [
      "split in the middle of a key",
      [all.subarray(0, all.indexOf(keyDown) + 3), all.subarray(all.indexOf(keyDown) + 3)],
    ],
  ])("changes nothing: keys, pointer, clipboard and resizing are dropped %s", (_name, chunks) => {
    const filter = new RfbFilter({ mode: "view", isClipboardAllowed: true });
    expect(pushAll(filter, chunks)).toEqual({ pass: expected, keys: 0, clicks: 0, hasInput: false, fault: null });
  });

  it("cannot hide a key inside a dropped clipboard", () => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(keyDown.length * 3);
    const carrier = Buffer.concat([Buffer.from([6, 0, 0, 0]), length, keyDown, keyDown, keyDown]);
    const filter = new RfbFilter({ mode: "view", isClipboardAllowed: false });
    expect(pushAll(filter, byteByByte(Buffer.concat([hello, carrier, updateRequest]))).pass).toEqual(
      Buffer.concat([hello, updateRequest]),
    );
  });

  it("no stream whatever puts an input message through", () => {
    const chunk = fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      fc.constantFrom(...harmless, ...input, cutText, extendedCutText, ...never),
    );
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 30 }), fc.nat(50), (messages, size) => {
        const bytes = Buffer.concat([hello, ...messages]);
        const filter = new RfbFilter({ mode: "view", isClipboardAllowed: true });
        const chunks: Buffer[] = [];
        for (let at = 0; at < bytes.length; at += size + 1) chunks.push(bytes.subarray(at, at + size + 1));
        const { pass, keys, clicks } = pushAll(filter, chunks);
        expect({ keys, clicks }).toEqual({ keys: 0, clicks: 0 });
        expect(typesOf(pass.subarray(hello.length)).filter((type) => ![0, 2, 3, 150, 248].includes(type))).toEqual([]);
      }),
    );
  });
});

describe("a controller", () => {
  it("types and clicks, and both are counted: presses, not releases or movement", () => {
    const filter = new RfbFilter({ mode: "control", isClipboardAllowed: false });
    const typed = Buffer.concat([keyDown, keyUp, qemuKey, pointer(0), pointer(1), pointer(1), pointer(0), pointer(5)]);
    expect(pushAll(filter, byteByByte(Buffer.concat([hello, typed])))).toEqual({
      pass: Buffer.concat([hello, typed]),
      keys: 2,
      clicks: 2,
      hasInput: true,
      fault: null,
    });
  });

  it.each([
    ["dropped unless policy allows it", false, Buffer.alloc(0)],
    ["passed when policy allows it", true, Buffer.concat([cutText, extendedCutText])],
  ])("clipboard is %s", (_name, isClipboardAllowed, expected) => {
    const filter = new RfbFilter({ mode: "control", isClipboardAllowed });
    filter.push(hello);
    expect(filter.push(Buffer.concat([cutText, extendedCutText])).pass).toEqual(expected);
  });

  it("does not resize the desktop or switch the machine off", () => {
    const filter = new RfbFilter({ mode: "control", isClipboardAllowed: true });
    filter.push(hello);
    expect(filter.push(Buffer.concat(never)).pass).toEqual(Buffer.alloc(0));
  });

  it("does not negotiate extended mouse buttons, whose messages have another length", () => {
    const filter = new RfbFilter({ mode: "control", isClipboardAllowed: true });
    filter.push(hello);
    const offer = Buffer.from([2, 0, 0, 2, 0xff, 0xff, 0xfe, 0xc4, 0, 0, 0, 7]);
    expect(filter.push(offer).pass).toEqual(Buffer.from([2, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 7]));
  });
});

describe("what it does not know closes the connection", () => {
  it.each([
    ["an unknown message type", Buffer.concat([hello, Buffer.from([77])])],
    ["an unknown QEMU message", Buffer.concat([hello, Buffer.from([255, 1])])],
    ["an over-long fence", Buffer.concat([hello, Buffer.from([248, 0, 0, 0, 0, 0, 0, 0, 65])])],
    ["a huge clipboard", Buffer.concat([hello, Buffer.from([6, 0, 0, 0, 0x7f, 0, 0, 0])])],
    ["the most negative clipboard length", Buffer.concat([hello, Buffer.from([6, 0, 0, 0, 0x80, 0, 0, 0])])],
    ["another protocol version", Buffer.from("RFB 003.003\n")],
    ["a web request", Buffer.from("GET / HTTP/1.1\r\n\r\n")],
    ["password authentication", Buffer.concat([Buffer.from("RFB 003.008\n"), Buffer.from([2])])],
  ])("%s", (_name, bytes) => {
    const filter = new RfbFilter({ mode: "control", isClipboardAllowed: true });
    expect(filter.push(bytes).fault).not.toBeNull();
    expect(filter.push(keyDown)).toEqual({
      pass: Buffer.alloc(0),
      keys: 0,
      clicks: 0,
      hasInput: false,
      fault: "closed",
    });
  });

  it("passes nothing of what follows the fault in the same chunk", () => {
    const filter = new RfbFilter({ mode: "control", isClipboardAllowed: true });
    filter.push(hello);
    expect(filter.push(Buffer.concat([updateRequest, Buffer.from([77]), keyDown])).pass).toEqual(updateRequest);
  });
});

/** Types of the whole messages in a passed stream, read by the lengths of harmless messages only. */
function typesOf(bytes: Buffer): number[] {
  const types: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const type = bytes[at]!;
    types.push(type);
    if (type === 0) at += 20;
    else if (type === 2) at += 4 + 4 * bytes.readUInt16BE(at + 2);
    else if (type === 3 || type === 150) at += 10;
    else if (type === 248) at += 9 + bytes[at + 8]!;
    else return types;
  }
  return types;
}
