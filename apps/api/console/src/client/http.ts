import { noAnswer, Problem } from "./problem.ts";
import { underRoot } from "./root.ts";

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;
interface CallOptions {
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, with its content type. */
  readonly text?: { readonly type: string; readonly content: string };
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Calls the API with the page's cookie; `T` is what the route answers (its zod schema is the API's own). @throws Problem */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  const response = await send(method, path, options);
  return (response.status === 204 ? null : await response.json()) as T;
}

/** For answers that are not JSON. @throws Problem */
export async function send(method: string, path: string, options: CallOptions = {}): Promise<Response> {
  const { body, text, signal, headers = {} } = options;
  const content = text ?? (body === undefined ? null : { type: "application/json", content: JSON.stringify(body) });
  let response: Response;
  try {
    response = await fetch(urlOf(path, options.query), {
      method,
      credentials: "same-origin",
      headers: { ...headers, ...(content && { "Content-Type": content.type }) },
      ...(content && { body: content.content }),
      ...(signal && { signal }),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw noAnswer();
  }
  if (response.ok) return response;
  throw await problemOf(response);
}

/** Address of a GET, for links, downloads and images. */
export function urlOf(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return underRoot(path) + (search === "" ? "" : `?${search}`);
}

async function problemOf(response: Response): Promise<Problem> {
  const type = response.headers.get("Content-Type") ?? "";
  if (!type.startsWith("application/problem+json")) return new Problem({ status: response.status });
  return new Problem({ ...(await response.json()), status: response.status });
}
