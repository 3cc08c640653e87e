import { setTimeout as sleep } from "node:timers/promises";
import { answeredId, type Id, isMessage, type Message, requestId } from "./message.ts";
import { readEvents } from "./read-events.ts";

/** The server answered with a status that is no answer. 404: it does not know the session (any more). */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly status: number;
  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}
/** The connection broke after a request was sent and before its answer came, and the answer cannot be fetched. */
export class AnswerLostError extends Error {
  override readonly name = "AnswerLostError";
}

const RETRY_MS_MIN = 500;
const RETRY_MS_MAX = 15_000;
/** The server cannot have seen a request that failed like this. */
const NOT_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);
const SEND_TRIES = 4;
/** After this long an answer that broke off is given up. */
const RESUME_MS_MAX = 60_000;
const END_TIMEOUT_MS = 5_000;

/** One MCP session over streamable HTTP, as a client has it. */
export class HttpPeer {
  readonly #url: URL;
  readonly #key: string;
  readonly #onMessage: (message: Message) => void;
  readonly #closed = new AbortController();
  #sessionId: string | null = null;
  /** As negotiated; goes with every request from then on. */
  protocolVersion: string | null = null;

  constructor(options: { url: URL; key: string; onMessage: (message: Message) => void }) {
    this.#url = options.url;
    this.#key = options.key;
    this.#onMessage = options.onMessage;
  }

  get isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  /**
   * Sends a message and resolves once all that answers it has come; `onArrived` when the server has it. A connection that is
   * refused is tried again for some seconds; an answer that breaks off is fetched again.
   * @throws RefusedError, AnswerLostError, TypeError of fetch
   */
  async post(message: Message | readonly Message[], signal: AbortSignal, onArrived?: () => void): Promise<void> {
    const messages = Array.isArray(message) ? (message as readonly Message[]) : [message as Message];
    const open = new Set(messages.map(requestId).filter((id) => id !== null));
    const either = AbortSignal.any([signal, this.#closed.signal]);
    const response = await this.#send(JSON.stringify(message), either);
    onArrived?.();
    this.#sessionId = response.headers.get("mcp-session-id") ?? this.#sessionId;
    if (!response.ok) throw await refused(response);
    if (open.size === 0 || response.body === null) return void (await response.body?.cancel());
    if (/\bjson\b/.test(response.headers.get("content-type") ?? "")) return this.#deliver(await response.text(), open);
    let last = await this.#follow(response.body, open);
    const startedMs = performance.now();
    while (open.size > 0 && !either.aborted) {
      if (last === null || performance.now() - startedMs > RESUME_MS_MAX)
        throw new AnswerLostError(
          "The connection broke before the answer came: whether the call was done is not known",
        );
      await sleep(RETRY_MS_MIN, null, { signal: either });
      const resumed = await this.#get(last, either);
      if (resumed === null) continue;
      if (resumed.body === null) throw new AnswerLostError("The server has no answer to this request any more");
      last = (await this.#follow(resumed.body, open)) ?? last;
    }
  }

  /** Notifications and requests of the server, until `close` or the end of the session. @throws RefusedError 404 when it ended */
  async listen(): Promise<void> {
    let waitMs = RETRY_MS_MIN;
    const { signal } = this.#closed;
    while (!signal.aborted) {
      const response = await this.#get(null, signal);
      // No stream is offered here; answers still bring what belongs to them.
      if (response?.status === 405 || response?.status === 204) return;
      if (response?.body) {
        waitMs = RETRY_MS_MIN;
        await this.#follow(response.body, new Set());
      }
      if (signal.aborted) return;
      await sleep(waitMs, null, { signal }).catch(() => {
        // Closed meanwhile: the loop sees it.
      });
      waitMs = Math.min(waitMs * 2, RETRY_MS_MAX);
    }
  }

  /** Ends the session on the server, best effort, and everything that is under way here. */
  async end(): Promise<void> {
    if (this.isClosed) return;
    this.#closed.abort();
    if (this.#sessionId === null) return;
    const signal = AbortSignal.timeout(END_TIMEOUT_MS);
    const init = { method: "DELETE", headers: this.#headers({}), redirect: "error", signal } as const;
    await fetch(this.#url, init).then(
      (response) => response.body?.cancel(),
      () => {
        // It is gone, or does not answer: idleness ends the session there.
      },
    );
  }

  async #send(body: string, signal: AbortSignal): Promise<Response> {
    const headers = this.#headers({
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
    });
    for (let tries = 1; ; tries += 1) {
      try {
        return await fetch(this.#url, { method: "POST", headers, body, redirect: "error", signal });
      } catch (error) {
        const { code = "" } = (error as { cause?: { code?: string } }).cause ?? {};
        if (signal.aborted || !NOT_SENT.has(code) || tries === SEND_TRIES) throw error;
        await sleep(RETRY_MS_MIN * 2 ** (tries - 1), null, { signal });
      }
    }
  }

  /** Null: it did not work and may later. @throws RefusedError when it never will */
  async #get(lastEventId: string | null, signal: AbortSignal): Promise<Response | null> {
    const headers = this.#headers({
      accept: "text/event-stream",
      ...(lastEventId === null ? {} : { "last-event-id": lastEventId }),
    });
    try {
      const response = await fetch(this.#url, { headers, redirect: "error", signal });
      if (response.ok || response.status === 405) return response;
      const error = await refused(response);
      if (error.status === 401 || error.status === 403 || error.status === 404 || error.status === 400) throw error;
      return null;
    } catch (error) {
      if (error instanceof RefusedError) throw error;
      return null;
    }
  }

  /** @returns the id of the last event, to go on from; null: there was none */
  async #follow(body: ReadableStream<Uint8Array>, open: Set<Id>): Promise<string | null> {
    let last: string | null = null;
    try {
      for await (const { id, data } of readEvents(body)) {
        last = id ?? last;
        if (data !== "") this.#deliver(data, open);
      }
    } catch {
      // Broken off: whoever called looks at what is still open.
    }
    return last;
  }

  #deliver(text: string, open: Set<Id>): void {
    const value: unknown = JSON.parse(text);
    for (const message of Array.isArray(value) ? value : [value]) {
      if (!isMessage(message)) continue;
      const id = answeredId(message);
      if (id !== null) open.delete(id);
      this.#onMessage(message);
    }
  }

  #headers(own: Record<string, string>): Record<string, string> {
    return {
      authorization: `Bearer ${this.#key}`,
      ...(this.#sessionId === null ? {} : { "mcp-session-id": this.#sessionId }),
      ...(this.protocolVersion === null ? {} : { "mcp-protocol-version": this.protocolVersion }),
      ...own,
    };
  }
}

/** In words for a person: of a problem document its detail, of a JSON-RPC error its message. */
async function refused(response: Response): Promise<RefusedError> {
  const text = await response.text();
  let detail = `The server answered ${response.status}`;
  try {
    const { detail: of, error } = JSON.parse(text) as { detail?: unknown; error?: { message?: unknown } };
    if (typeof of === "string") detail = of;
    else if (typeof error?.message === "string") detail = error.message;
  } catch {
    // Some proxy's page: the status has to do.
  }
  return new RefusedError(response.status, detail);
}
