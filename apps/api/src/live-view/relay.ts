import type { WebSocket } from "ws";

/** Above this many unsent bytes the sender is paused: a slow viewer slows its own stream, and no memory grows. */
const PAUSE_BYTES = 4 * 1_024 * 1_024;
const RESUME_BYTES = 1 * 1_024 * 1_024;
/** Proxies drop idle connections after a minute or so; a desktop can be still for hours. */
const PING_MS = 20_000;

/**
 * Joins a viewer's socket and the worker's, which are both open. Bytes pass unread: what a viewer may send is decided in the
 * worker. Either side's end ends the other with the same code.
 */
export function relay(viewer: WebSocket, worker: WebSocket): void {
  pump(viewer, worker);
  pump(worker, viewer);
  keepAlive(viewer);
  keepAlive(worker);
}

function pump(from: WebSocket, to: WebSocket): void {
  from.on("message", (data, isBinary) => {
    if (!isBinary) return from.close(1003, "RFB is binary");
    if (to.readyState !== to.OPEN) return;
    to.send(data, { binary: true }, () => {
      if (from.isPaused && to.bufferedAmount < RESUME_BYTES) from.resume();
    });
    if (to.bufferedAmount > PAUSE_BYTES) from.pause();
  });
  from.on("close", (code, reason) => to.close(isSendable(code) ? code : 1011, reason));
  // `close` follows every `error`; terminating makes sure that it follows at once.
  from.on("error", () => from.terminate());
}

/** 1004 to 1006 and 1015 say what happened to a connection and may not be sent. */
const isSendable = (code: number) =>
  (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || (code >= 3000 && code <= 4999);

function keepAlive(socket: WebSocket): void {
  let isAlive = true;
  const timer = setInterval(() => {
    // Paused, it reads no pong: its peer is slow to take, not gone.
    if (!isAlive && !socket.isPaused) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, PING_MS);
  const prove = () => {
    isAlive = true;
  };
  socket.on("pong", prove);
  socket.on("message", prove);
  socket.on("ping", prove);
  socket.on("close", () => clearInterval(timer));
}
