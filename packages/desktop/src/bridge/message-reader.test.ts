import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MessageReader, ProtocolFault } from "./message-reader.ts";

function collect(limits: { lineBytesMax?: number; payloadBytesMax?: number } = {}) {
  const seen: string[] = [];
  const reader = new MessageReader({
    lineBytesMax: limits.lineBytesMax ?? 1_000_000,
    payloadBytesMax: limits.payloadBytesMax ?? 1_000_000,
    onLine: (line) => {
      seen.push(`line ${line.toString("latin1")}`);
      return Number(/^bytes=(\d+)$/.exec(line.toString("latin1"))?.[1] ?? 0);
    },
    onPayload: (payload) => seen.push(`payload ${payload.toString("latin1")}`),
  });
  return { reader, seen };
}

describe("the message reader", () => {
  it("refuses a line beyond the limit, even one that never ends", () => {
    const { reader } = collect({ lineBytesMax: 10 });
    reader.push(Buffer.from("0123456789"));
    expect(() => reader.push(Buffer.from("a"))).toThrow(ProtocolFault);
  });

  it("refuses a payload beyond the limit before a byte of it has come", () => {
    const { reader } = collect({ payloadBytesMax: 10 });
    expect(() => reader.push(Buffer.from("bytes=11\n"))).toThrow(ProtocolFault);
  });

  it("accepts a line and a payload of exactly the limit", () => {
    const { reader, seen } = collect({ lineBytesMax: 8, payloadBytesMax: 12 });
    reader.push(Buffer.from("bytes=12\n0123456789\n\n"));
    expect(seen).toEqual(["line bytes=12", "payload 0123456789\n\n"]);
    expect(reader.isBetweenMessages).toBe(true);
  });

  it("gives the same messages however the bytes are cut", () => {
    const message = fc.oneof(
      fc.stringMatching(/^[a-z]{0,40}$/).map((text) => `${text}\n`),
      fc.stringMatching(/^[a-z\n]{1,40}$/).map((bytes) => `bytes=${bytes.length}\n${bytes}`),
    );
    fc.assert(
      fc.property(fc.array(message), fc.array(fc.nat(30)), (messages, cuts) => {
        const bytes = Buffer.from(messages.join(""), "latin1");
        const whole = collect();
        whole.reader.push(bytes);
        const cut = collect();
        let at = 0;
        for (const length of cuts) {
          cut.reader.push(bytes.subarray(at, at + length));
          at += length;
        }
        cut.reader.push(bytes.subarray(at));
        expect(cut.seen).toEqual(whole.seen);
        expect(cut.reader.isBetweenMessages).toBe(true);
      }),
    );
  });

  it("reads four megabytes that come byte by byte in linear time", () => {
    const { reader, seen } = collect({ lineBytesMax: 8_000_000 });
    const byte = Buffer.from("x");
    const startedAt = performance.now();
    for (let count = 0; count < 4_000_000; count++) reader.push(byte);
    reader.push(Buffer.from("\n"));
    expect(seen[0]).toHaveLength("line ".length + 4_000_000);
    // Copying what is held for each byte would move eight terabytes.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
