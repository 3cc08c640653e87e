import { EventEmitter } from "node:events";
import { type Duplex, duplexPair } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WebSocket } from "ws";
import { RfbFilter } from "./rfb-filter.ts";
import { pipeVnc } from "./vnc-pipe.ts";

/** The part of a WebSocket that the pipe uses, with a line speed of our choosing. */
class SlowSocket extends EventEmitter {
  bufferedAmount = 0;
  readonly flushed: (() => void)[] = [];
  readonly send = vi.fn((chunk: Buffer, _options: object, done: () => void) => {
    this.bufferedAmount += chunk.length;
    this.flushed.push(() => {
      this.bufferedAmount -= chunk.length;
      done();
    });
  });
  readonly ping = vi.fn();
  readonly terminate = vi.fn(() => this.emit("close"));
  readonly close = vi.fn(() => this.emit("close"));
  readonly pause = vi.fn();
  readonly resume = vi.fn();
}

const HELLO = Buffer.concat([Buffer.from("RFB 003.008\n"), Buffer.from([1, 1])]);
let socket: SlowSocket;
let vnc: Duplex;
let desktop: Duplex;
let ended: Promise<void>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  socket = new SlowSocket();
  [vnc, desktop] = duplexPair();
  ended = pipeVnc({
    socket: socket as unknown as WebSocket,
    vnc,
    filter: new RfbFilter({ mode: "control", isClipboardAllowed: true }),
    onInput: () => undefined,
    closeCode: () => [4000, "over"],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("back-pressure", () => {
  it("a slow viewer pauses the desktop's stream above 4 MiB and lets it go on below half of that", async () => {
    const megabyte = Buffer.alloc(1_048_576);
    for (let n = 0; n < 12; n++) desktop.write(megabyte);
    await vi.waitFor(() => expect(vnc.isPaused()).toBe(true));
    expect(socket.bufferedAmount).toBeGreaterThan(4 * 1_048_576);
    expect(socket.bufferedAmount).toBeLessThan(6 * 1_048_576);
    for (const flush of socket.flushed.splice(0)) flush();
    expect(vnc.isPaused()).toBe(false);
  });

  it("a slow desktop pauses the viewer's socket until it has taken what was sent", async () => {
    socket.emit("message", HELLO, true);
    const fence = Buffer.from([248, 0, 0, 0, 0, 0, 0, 0, 0]);
    const many = Buffer.concat(Array.from({ length: 40_000 }, () => fence));
    socket.emit("message", many, true);
    expect(socket.pause).toHaveBeenCalled();
    desktop.resume();
    await vi.waitFor(() => expect(socket.resume).toHaveBeenCalled());
  });
});

describe("liveness", () => {
  it("pings an idle viewer for hours, as long as it answers", () => {
    for (let minute = 0; minute < 180 * 3; minute++) {
      vi.advanceTimersByTime(20_000);
      socket.emit("pong");
    }
    expect(socket.ping).toHaveBeenCalledTimes(540);
    expect(socket.terminate).not.toHaveBeenCalled();
  });

  it("ends a viewer that vanished without a word", async () => {
    vi.advanceTimersByTime(40_000);
    await ended;
    expect(socket.terminate).toHaveBeenCalledTimes(1);
    expect(vnc.destroyed).toBe(true);
  });

  it("closes the view when the desktop's side ends, and the desktop's side when the viewer leaves", async () => {
    desktop.end();
    await ended;
    expect(socket.close).toHaveBeenCalledWith(4000, "over");
    expect(vnc.destroyed).toBe(true);
  });

  it("text messages are not RFB", async () => {
    socket.emit("message", Buffer.from("hello"), false);
    await ended;
    expect(socket.close).toHaveBeenCalledWith(1003, "binary messages only");
  });
});
