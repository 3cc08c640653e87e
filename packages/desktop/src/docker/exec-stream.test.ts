import { duplexPair } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ExecStream } from "./exec-stream.ts";

const STDOUT = 1;
const STDERR = 2;

function frame(type: number, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header[0] = type;
  header.writeUInt32BE(content.length, 4);
  return Buffer.concat([header, content]);
}

/** An exec stream and the engine's end of its socket. */
function connect() {
  const [near, far] = duplexPair();
  far.on("error", () => far.destroy());
  return { stream: new ExecStream(near), far };
}

async function collect(stream: ExecStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe("the stream of an exec", () => {
  it("gives stdout alone, however the engine's bytes are cut", async () => {
    const part = fc.record({ type: fc.constantFrom(STDOUT, STDERR), content: fc.uint8Array({ maxLength: 50 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 20 }), fc.integer({ min: 1, max: 40 }), async (parts, cut) => {
        const { stream, far } = connect();
        const collected = collect(stream);
        const bytes = Buffer.concat(parts.map(({ type, content }) => frame(type, Buffer.from(content))));
        for (let at = 0; at < bytes.length; at += cut) far.write(bytes.subarray(at, at + cut));
        far.end();
        const stdout = parts.filter(({ type }) => type === STDOUT).map(({ content }) => Buffer.from(content));
        expect((await collected).equals(Buffer.concat(stdout))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it("keeps the last of stderr, and no more", async () => {
    const { stream, far } = connect();
    const collected = collect(stream);
    far.write(frame(STDERR, Buffer.from("x".repeat(100_000))));
    far.end(frame(STDERR, Buffer.from("the reason")));
    expect(await collected).toHaveLength(0);
    expect(stream.stderrTail).toHaveLength(4_096);
    expect(stream.stderrTail.endsWith("the reason")).toBe(true);
  });

  it("stops reading from the engine while nobody reads from it", async () => {
    const { stream, far } = connect();
    const content = Buffer.alloc(16_384, 1);
    let written = 0;
    while (written < 20_000_000 && far.write(frame(STDOUT, content))) {
      written += content.length;
      await sleep(0);
    }
    expect(written).toBeLessThan(1_000_000);
    stream.destroy();
  });

  it("waits with writing until the engine reads", async () => {
    const { stream, far } = connect();
    let isDone = false;
    stream.write(Buffer.alloc(1_000_000), () => {
      isDone = true;
    });
    await sleep(10);
    expect(isDone).toBe(false);
    far.resume();
    await sleep(10);
    expect(isDone).toBe(true);
  });

  it("closes the program's stdin when it is ended", async () => {
    const { stream, far } = connect();
    const ended = new Promise<void>((resolve) => far.once("end", resolve));
    far.resume();
    stream.end("last words");
    await ended;
  });

  it("closes when the engine hangs up in the middle of a frame", async () => {
    const { stream, far } = connect();
    const ended = new Promise<void>((resolve) => stream.once("end", resolve));
    stream.resume();
    far.end(frame(STDOUT, Buffer.from("whole")).subarray(0, 10));
    await ended;
  });
});
