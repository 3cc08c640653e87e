export type Id = string | number;
/** A JSON-RPC message as it came: the bridge looks at no more of it than it has to. */
export interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

const isId = (value: unknown): value is Id => typeof value === "string" || typeof value === "number";
export const isMessage = (value: unknown): value is Message =>
  typeof value === "object" && value !== null && !Array.isArray(value) && "jsonrpc" in value;

/** Of a request that waits for an answer; null: it is none. */
export const requestId = ({ id, method }: Message): Id | null => (typeof method === "string" && isId(id) ? id : null);
/** Of a request that this answers. */
export const answeredId = ({ id, method }: Message): Id | null => (method === undefined && isId(id) ? id : null);

/** Of the request that a client gives up. */
export function cancelledId({ method, params }: Message): Id | null {
  if (method !== "notifications/cancelled" || typeof params !== "object" || params === null) return null;
  const { requestId: id } = params as { requestId?: unknown };
  return isId(id) ? id : null;
}

/** `code`: JSON-RPC's own, -32000 for what happened on the way. */
export const failure = (id: Id | null, code: number, message: string): Message => ({
  jsonrpc: "2.0",
  id,
  error: { code, message },
});
