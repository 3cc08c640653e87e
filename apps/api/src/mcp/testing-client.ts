import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { CallToolResult, ClientCapabilities } from "@modelcontextprotocol/sdk/types.js";

export interface McpConnection {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
}

/** The SDK's own client, connected to /mcp as this key's holder. */
export async function connectMcp(
  url: string,
  options: { key: string; query?: string; capabilities?: ClientCapabilities; headers?: Record<string, string> },
): Promise<McpConnection> {
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp${options.query ?? ""}`), {
    requestInit: { headers: { authorization: `Bearer ${options.key}`, ...options.headers } },
  });
  const client = new Client({ name: "test", version: "1" }, { capabilities: options.capabilities ?? {} });
  await client.connect(transport as Transport);
  return { client, transport };
}

/** The first text of a tool's answer. */
export const textOf = (result: unknown): string => {
  const block = (result as CallToolResult).content.find(({ type }) => type === "text");
  return block?.type === "text" ? block.text : "";
};

export const structuredOf = (result: unknown) =>
  (result as CallToolResult).structuredContent as Record<string, unknown>;
