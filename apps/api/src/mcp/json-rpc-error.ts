/** JSON-RPC 2.0's own codes, and the two that MCP's transport uses. */
export const RPC = {
  parseError: -32_700,
  invalidRequest: -32_600,
  invalidParams: -32_602,
  internalError: -32_603,
  transport: -32_000,
  noSession: -32_001,
} as const;

/** An answer to a request that is no message yet, or none that could be looked at: its id is not known. */
export function rpcError(status: number, code: number, message: string, data?: unknown): Response {
  const error = { code, message, ...(data === undefined ? {} : { data }) };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status });
}
