import type { Problem } from "@deskfleet/contracts";

/** What the API refused or could not do: its problem document (RFC 9457), and the HTTP status. */
export class DeskfleetError extends Error {
  override readonly name = "DeskfleetError";
  readonly code: string;
  readonly status: number;
  /** Null: the answer was no problem document. */
  readonly problem: Problem | null;

  constructor(status: number, problem: Problem | null) {
    super(problem?.detail ?? problem?.title ?? `the answer had the status ${status}`);
    this.status = status;
    this.problem = problem;
    this.code = problem?.code ?? "unexpected_answer";
  }
}

export interface Connection {
  /** Of the API, without `/v1`. */
  readonly url: string | URL;
  readonly key: string;
}

/** One request below `/v1`; answers the parsed body. @throws DeskfleetError, or what fetch throws */
export async function request<T>(connection: Connection, method: string, path: string, body?: unknown): Promise<T> {
  const base = String(connection.url).replace(/\/+$/, "");
  const response = await fetch(`${base}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${connection.key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json") ?? false;
  if (!response.ok) throw new DeskfleetError(response.status, isProblem ? ((await response.json()) as Problem) : null);
  return (await response.json()) as T;
}
