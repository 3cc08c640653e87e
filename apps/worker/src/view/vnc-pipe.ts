import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Filtered, RfbFilter } from "./rfb-filter.ts";

export interface VncPipe {
  readonly socket: WebSocket;
  readonly vnc: Duplex;
  readonly filter: RfbFilter;
  /** What a person did, of each message that passed. */
  onInput(input: Filtered): void;
  /** Close code and reason when the VNC side ends first. */
  closeCode(): readonly [code: number, reason: string];
}

const BUFFERED_BYTES_MAX = 4 * 1_048_576;
const PING_INTERVAL_MS = 20_000;
const CLOSE_UNSUPPORTED = 1003;
const CLOSE_POLICY = 1008;

/**
 * Raw RFB between a viewer's socket and the desktop's VNC server; resolves when both are closed. Each side is held back
 * while the other is slow, so a viewer on a bad line costs 4 MiB and not the worker's memory. Pings keep proxies from
 * closing a view in which nothing moves, and find viewers that vanished.
 */
export function pipeVnc(pipe: VncPipe): Promise<void> {
  const { socket, vnc, filter } = pipe;
  let isAnswering = true;
  const pings = setInterval(() => {
    if (!isAnswering) return socket.terminate();
    isAnswering = false;
    socket.ping();
  }, PING_INTERVAL_MS);
  socket.on("pong", () => {
    isAnswering = true;
  });

  vnc.on("data", (chunk: Buffer) => {
    socket.send(chunk, { binary: true }, () => {
      if (vnc.isPaused() && socket.bufferedAmount < BUFFERED_BYTES_MAX / 2) vnc.resume();
    });
    if (socket.bufferedAmount > BUFFERED_BYTES_MAX) vnc.pause();
  });
  socket.on("message", (data, isBinary) => {
    if (!isBinary) return socket.close(CLOSE_UNSUPPORTED, "binary messages only");
    const filtered = filter.push(asBuffer(data));
    if (filtered.hasInput) pipe.onInput(filtered);
    if (filtered.pass.length > 0 && !vnc.write(filtered.pass)) {
      socket.pause();
      vnc.once("drain", () => socket.resume());
    }
    if (filtered.fault !== null) socket.close(CLOSE_POLICY, filtered.fault);
  });

  const endSocket = () => socket.close(...pipe.closeCode());
  vnc.on("end", endSocket);
  vnc.on("error", endSocket); // the stream is hostile or gone; either way the view is over
  socket.on("error", () => socket.terminate());
  return new Promise((resolve) => {
    vnc.on("close", endSocket);
    socket.on("close", () => {
      clearInterval(pings);
      vnc.destroy();
      resolve();
    });
  });
}

function asBuffer(data: Buffer | ArrayBuffer | Buffer[]): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
