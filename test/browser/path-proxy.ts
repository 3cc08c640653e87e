import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A reverse proxy that shows the fleet below a path, as nginx does with `location /fleet/ { proxy_pass http://api/; }`. */
export async function startPathProxy(target: string, prefix: string): Promise<{ url: string; close(): void }> {
  const { port, hostname } = new URL(target);
  const server: Server = createServer((incoming, outgoing) => {
    if (!incoming.url?.startsWith(`${prefix}/`)) return outgoing.writeHead(404).end("outside");
    const asked = forward(incoming, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    outgoing.once("close", () => asked.destroy());
    incoming.pipe(asked);
  });
  const forward = (incoming: IncomingMessage, onAnswer: (answer: IncomingMessage) => void) => {
    const path = (incoming.url ?? "").slice(prefix.length);
    const asked = request({ hostname, port, path, method: incoming.method, headers: incoming.headers }, onAnswer);
    asked.once("error", () => incoming.destroy());
    return asked;
  };
  server.on("upgrade", (incoming, socket, head) => {
    const asked = forward(incoming, (answer) => socket.end(`HTTP/1.1 ${answer.statusCode} refused\r\n\r\n`));
    asked.once("upgrade", (answer, upstream, first) => {
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
      socket.write(first);
      upstream.write(head);
      socket.pipe(upstream).pipe(socket);
      for (const end of [socket, upstream]) end.once("error", () => end.destroy());
    });
    asked.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
