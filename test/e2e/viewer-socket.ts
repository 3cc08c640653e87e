import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import type { Duplex } from "node:stream";

/** A live view's socket as a hostile program opens it: what it sends is up to the test, byte for byte. */
export interface ViewerSocket {
  /** One WebSocket message; ignored once the server has closed. */
  send(bytes: Buffer): void;
  close(): Promise<void>;
}

/** Opens the socket of a ticket, and says what RFB says first. @throws Error when the server does not upgrade */
export async function openViewerSocket(url: string): Promise<ViewerSocket> {
  const key = randomBytes(16).toString("base64");
  const upgrade = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13" };
  const call = request(url, { headers: { ...upgrade, "sec-websocket-key": key, "sec-websocket-protocol": "binary" } });
  call.end();
  const [, socket] = (await once(call, "upgrade")) as [unknown, Duplex];
  socket.on("error", () => undefined); // the server may hang up in the middle of what it is sent
  socket.resume();
  const send = (bytes: Buffer) => {
    if (socket.writable) socket.write(frameOf(bytes));
  };
  for (const hello of ["RFB 003.008\n", "\u0001", "\u0001"]) send(Buffer.from(hello));
  return {
    send,
    close: async () => {
      if (socket.destroyed) return;
      socket.destroy();
      await once(socket, "close");
    },
  };
}

/** RFC 6455, section 5.2: final, binary, masked. */
function frameOf(bytes: Buffer): Buffer {
  const mask = randomBytes(4);
  const head = bytes.length < 126 ? Buffer.from([0x82, 0x80 | bytes.length]) : Buffer.from([0x82, 0xfe, 0, 0]);
  if (bytes.length >= 126) head.writeUInt16BE(bytes.length, 2);
  return Buffer.concat([head, mask, bytes.map((byte, index) => byte ^ mask[index % 4]!)]);
}
