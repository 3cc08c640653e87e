import { fromProblem, Problem } from "@deskfleet/contracts";
import type { z } from "zod";

export interface ApiClient {
  get<T extends z.ZodType>(path: string, schema: T): Promise<z.infer<T>>;
  getBytes(path: string): Promise<Buffer>;
  send<T extends z.ZodType>(method: "POST" | "PUT", path: string, body: unknown, schema: T): Promise<z.infer<T>>;
  /** Sends text of another type than JSON. */
  sendText<T extends z.ZodType>(path: string, body: string, contentType: string, schema: T): Promise<z.infer<T>>;
}

const TIMEOUT_MS = 30_000;

/**
 * The few calls that the commands make: bearer key, every answer parsed by its contract. `timeoutMs` of each call.
 * Each rejects with the FleetError of a problem answer.
 */
export function apiClient(baseUrl: string, key: string, timeoutMs = TIMEOUT_MS): ApiClient {
  async function call(method: string, path: string, body?: { text: string; type: string }): Promise<Response> {
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers: { Authorization: `Bearer ${key}`, ...(body ? { "Content-Type": body.type } : {}) },
      ...(body ? { body: body.text } : {}),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok) return response;
    const problem = Problem.safeParse(await response.json().catch(() => null));
    if (!problem.success) throw new Error(`${method} ${path} answered ${response.status} without a problem document`);
    throw fromProblem(problem.data);
  }
  const json = async <T extends z.ZodType>(response: Promise<Response>, schema: T) =>
    schema.parse(await (await response).json());
  return {
    get: (path, schema) => json(call("GET", path), schema),
    getBytes: async (path) => Buffer.from(await (await call("GET", path)).arrayBuffer()),
    send: (method, path, body, schema) =>
      json(call(method, path, { text: JSON.stringify(body), type: "application/json" }), schema),
    sendText: (path, text, type, schema) => json(call("POST", path, { text, type }), schema),
  };
}
