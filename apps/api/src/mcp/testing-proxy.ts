import { createServer, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** Stands between a client and the API, sees which session is used, and breaks connections when a test wants it. */
export class BreakingProxy {
  /** Of the latest request that had one. */
  sessionId = "";
  url = "";
  /** Requests by method, in order. */
  readonly methods: string[] = [];
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  readonly #answers = new Set<ServerResponse>();
  #server: Server | null = null;
  #port = 0;

  constructor(target: string) {
    this.#target = new URL(target);
  }

  /** Listens, again on the same port after `stop`. */
  async start(): Promise<void> {
    const { hostname, port } = this.#target;
    const server = createServer((incoming, outgoing) => {
      const { url: path = "", method = "GET", headers } = incoming;
      this.methods.push(method);
      const { "mcp-session-id": sessionId } = headers;
      if (typeof sessionId === "string") this.sessionId = sessionId;
      const upstream = request({ hostname, port, path, method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        answer.on("error", () => outgoing.destroy());
      });
      upstream.on("error", () => outgoing.destroy());
      this.#answers.add(outgoing);
      outgoing.on("close", () => {
        this.#answers.delete(outgoing);
        upstream.destroy();
      });
      incoming.pipe(upstream);
    });
    server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.url = `http://127.0.0.1:${this.#port}`;
    this.#server = server;
  }

  /** Every answer under way breaks off. */
  cut(): void {
    for (const answer of this.#answers) answer.destroy();
  }

  /** Nobody listens any more. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    this.#server = null;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
