import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}
export type Behaviour = (response: ServerResponse, request: Received) => void;
export type Protocol = "openai" | "anthropic";

/** A model's endpoint on this machine. It speaks either protocol as it is spoken by the services, and misbehaves where told to. */
export interface ModelServer {
  readonly url: string;
  readonly received: Received[];
  /** From the next request on. */
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

export async function startModelServer(behaviour: Behaviour): Promise<ModelServer> {
  let now = behaviour;
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Record<string, unknown>;
    const seen = { path: request.url ?? "", headers: request.headers, body };
    received.push(seen);
    now(response, seen);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    behave: (next) => {
      now = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** 200 with `text` as the model's words, in the protocol's own envelope. */
export const says = (protocol: Protocol, text: string): Behaviour => answers(200, envelope(protocol, text));

export const answers =
  (status: number, body: unknown, headers: Record<string, string> = {}): Behaviour =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };

/** An error as the protocol words it. */
export const refuses = (
  protocol: Protocol,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): Behaviour =>
  answers(
    status,
    protocol === "openai"
      ? { error: { message, type: "invalid_request_error", param: null, code: null } }
      : { type: "error", error: { type: "invalid_request_error", message }, request_id: "req_1" },
    headers,
  );

export function envelope(protocol: Protocol, text: string): Record<string, unknown> {
  if (protocol === "openai")
    return {
      ...{ id: "chatcmpl-1", object: "chat.completion", created: 1_700_000_000, model: "eye-1" },
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: text, refusal: null },
          logprobs: null,
          finish_reason: "stop",
        },
      ],
      usage: { prompt_tokens: 1_200, completion_tokens: 30, total_tokens: 1_230 },
    };
  return {
    ...{ id: "msg_1", type: "message", role: "assistant", model: "eye-1" },
    content: [{ type: "text", text }],
    ...{ stop_reason: "end_turn", stop_sequence: null },
    usage: { input_tokens: 1_200, output_tokens: 30 },
  };
}
