import { request } from "node:http";

export const INITIALIZE = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** One POST with exactly these headers: fetch sets Host and Origin itself. */
export function postMcp(url: string, body: unknown, headers: Record<string, string>): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ hostname, port, path: "/mcp", method: "POST" },
        headers: {
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
          "content-length": Buffer.byteLength(text),
          ...headers,
        },
      },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        const fields = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(fields as [string, string][]),
          text: Buffer.concat(chunks).toString("utf8"),
        });
      },
    );
    sent.on("error", reject);
    sent.end(text);
  });
}

/** The messages of an answer, of either content type. */
export function messagesOf(text: string): Record<string, unknown>[] {
  if (text.startsWith("{") || text.startsWith("[")) return [JSON.parse(text)].flat();
  return text
    .split("\n")
    .filter((line) => line.startsWith("data: ") && line !== "data: ")
    .map((line) => JSON.parse(line.slice("data: ".length)));
}
