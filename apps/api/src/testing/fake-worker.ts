import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type ErrorCode,
  FleetError,
  FRAMED_CONTENT_TYPE,
  type InternalActionReply,
  InternalClaims,
  toProblem,
} from "@deskfleet/contracts";
import { type WebSocket, WebSocketServer } from "ws";
import type { z } from "zod";

export interface WorkerCall {
  readonly method: string;
  readonly path: string;
  readonly claims: InternalClaims;
  readonly body: unknown;
  /** Aborted when the caller ends the connection before it was answered. */
  readonly givenUp: AbortSignal;
}
export type Reply = { status: number; type?: string; body?: Buffer | string };

/**
 * The worker's internal server as the API meets it: checks tokens as the real one does, records calls, answers what a test
 * sets. Its VNC socket greets like RFB and echoes what it gets, so that a test sees bytes go both ways.
 */
export class FakeWorker {
  readonly id: string;
  readonly secret: string;
  readonly calls: WorkerCall[] = [];
  readonly sockets: WebSocket[] = [];
  /** By path; the default answers 204. */
  onCall: (call: WorkerCall) => Reply | Promise<Reply> = () => ({ status: 204 });
  /** Status of the refusal of a VNC upgrade; null accepts. */
  vncRefusal: number | null = null;
  /** Where it listens, once started. */
  url = "";
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #upgrader = new WebSocketServer({ noServer: true, handleProtocols: () => "binary" });

  constructor(options: { id: string; secret: string }) {
    this.id = options.id;
    this.secret = options.secret;
    this.#server.on("upgrade", (request, socket, head) => {
      const claims = this.#claims(request);
      this.calls.push({
        method: "GET",
        path: request.url ?? "",
        claims,
        body: null,
        givenUp: new AbortController().signal,
      });
      if (this.vncRefusal !== null) return socket.end(`HTTP/1.1 ${this.vncRefusal} No\r\nContent-Length: 0\r\n\r\n`);
      this.#upgrader.handleUpgrade(request, socket, head, (client) => {
        this.sockets.push(client);
        client.send("RFB 003.008\n", { binary: true });
        client.on("message", (data) => client.send(data, { binary: true }));
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this.url;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.terminate();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");
    const givenUp = new AbortController();
    response.on("close", () => {
      if (!response.writableEnded) givenUp.abort();
    });
    const call: WorkerCall = {
      method: request.method ?? "",
      path: request.url ?? "",
      claims: this.#claims(request),
      body: text === "" ? null : JSON.parse(text),
      givenUp: givenUp.signal,
    };
    this.calls.push(call);
    const { status, type, body } = await this.onCall(call);
    response.writeHead(status, type === undefined ? {} : { "content-type": type });
    response.end(body);
  }

  #claims(request: IncomingMessage): InternalClaims {
    const [header = "", payload = "", signature] = (request.headers.authorization ?? "")
      .slice("Bearer ".length)
      .split(".");
    const expected = createHmac("sha256", Buffer.from(this.secret, "hex"))
      .update(`${header}.${payload}`)
      .digest("base64url");
    const claims = InternalClaims.parse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")));
    const isGood =
      signature === expected &&
      claims.aud === this.id &&
      claims.method === request.method &&
      claims.path === request.url &&
      claims.exp * 1_000 > Date.now() &&
      claims.exp * 1_000 < Date.now() + 10_001;
    if (!isGood) throw new Error(`the worker got a token that is not for this call: ${request.method} ${request.url}`);
    return claims;
  }
}

type ActionReply = z.infer<typeof InternalActionReply>;
export function framed(result: ActionReply["result"], image = Buffer.alloc(0)): Reply {
  const header: ActionReply = { outcome: "done", result, payloadBytes: image.length };
  return {
    status: 200,
    type: FRAMED_CONTENT_TYPE,
    body: Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), image]),
  };
}

export function problem(code: ErrorCode, data?: Record<string, unknown>): Reply {
  const error = new FleetError(code, "the worker says no", data === undefined ? {} : { data });
  const made = toProblem(error, "00000000-0000-4000-8000-000000000000");
  return { status: made.status, type: "application/problem+json", body: JSON.stringify(made) };
}

export const actionResult = (tool: string, result: unknown): ActionReply["result"] => ({
  actionId: "0193a000-0000-7000-8000-000000000001",
  tool,
  result,
  masked: [],
  truncated: false,
  verdict: { gate: "action_type", outcome: "allow", code: "ok", reason: "ok", layer: "default" },
  durationMs: 1,
});
