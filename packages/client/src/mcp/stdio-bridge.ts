import { AnswerLostError, HttpPeer, RefusedError } from "./http-peer.ts";
import { answeredId, cancelledId, failure, type Id, isMessage, type Message, requestId } from "./message.ts";

export interface BridgeOptions {
  readonly url: URL;
  readonly key: string;
  /** One message to the client. */
  readonly write: (message: Message | readonly Message[]) => void;
  /** For people; never protocol. */
  readonly log: (line: string) => void;
}

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const ON_THE_WAY = -32_000;
/** Of the requests that the bridge makes itself. */
const OWN_ID = "deskfleet-bridge";
const LOST =
  "The connection to Deskfleet had ended (it was idle, or the server was started anew), and with it the desktop and what was open on it. The next call starts a new one.";

/**
 * Messages of a client that talks on stdin and stdout, to the server and back, as they are. What the bridge adds: it keeps the
 * session alive, fetches answers that broke off, and connects again when the server does not know the session any more.
 */
export class StdioBridge {
  readonly #options: BridgeOptions;
  readonly #pending = new Map<Id, { readonly abort: AbortController; readonly method: unknown }>();
  #peer: HttpPeer;
  #initialize: Message | null = null;
  #recovering: Promise<void> | null = null;
  /** Of the message before, until the server has it: what a client sends in order arrives in order. */
  #turn: Promise<void> = Promise.resolve();
  #onOwnAnswer: ((message: Message) => void) | null = null;

  constructor(options: BridgeOptions) {
    this.#options = options;
    this.#peer = this.#connect();
  }

  /** One line of the client. Never throws: what fails is answered. */
  async accept(line: string): Promise<void> {
    if (line.trim() === "") return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return this.#options.write(failure(null, PARSE_ERROR, "Parse error"));
    }
    const messages: unknown[] = Array.isArray(value) ? value : [value];
    if (messages.length === 0 || !messages.every(isMessage))
      return this.#options.write(failure(null, INVALID_REQUEST, "Invalid Request"));
    for (const message of messages) {
      const cancelled = cancelledId(message);
      if (cancelled !== null) this.#settle(cancelled)?.abort.abort();
      if (message.method === "initialize") this.#initialize = message;
    }
    await this.#forward(Array.isArray(value) ? messages : (messages[0] as Message), messages);
  }

  /** The client has gone. */
  async end(): Promise<void> {
    for (const { abort } of this.#pending.values()) abort.abort();
    this.#pending.clear();
    await this.#peer.end();
  }

  async #forward(sent: Message | readonly Message[], messages: readonly Message[]): Promise<void> {
    const abort = new AbortController();
    for (const message of messages) {
      const id = requestId(message);
      if (id !== null) this.#pending.set(id, { abort, method: message.method });
    }
    const before = this.#turn;
    let pass = (): void => {};
    this.#turn = new Promise((resolve) => {
      pass = resolve;
    });
    await before;
    await this.#recovering?.catch(() => {
      // Whoever began it answers for it; this message finds out for itself.
    });
    const peer = this.#peer;
    try {
      await peer.post(sent, abort.signal, pass);
      if (messages.some(({ method }) => method === "notifications/initialized")) this.#listen(peer);
    } catch (error) {
      if (isSessionLost(error) && this.#initialize !== null && messages[0] !== this.#initialize)
        return await this.#afterLoss(peer, sent, messages);
      this.#answerFailure(messages, error);
    } finally {
      pass();
    }
  }

  /** A call is not repeated on another desktop than its caller believes it to be on; everything else is. */
  async #afterLoss(lost: HttpPeer, sent: Message | readonly Message[], messages: readonly Message[]): Promise<void> {
    try {
      await this.#recover(lost);
      const isRepeatable = messages.every(({ method }) => method !== "tools/call");
      if (isRepeatable) return await this.#peer.post(sent, new AbortController().signal);
      for (const message of messages) this.#answer(message, { content: [{ type: "text", text: LOST }], isError: true });
    } catch (error) {
      this.#answerFailure(messages, error);
    }
  }

  #recover(lost: HttpPeer): Promise<void> {
    if (lost !== this.#peer) return this.#recovering ?? Promise.resolve();
    this.#recovering ??= this.#reconnect(lost).finally(() => {
      this.#recovering = null;
    });
    return this.#recovering;
  }

  async #reconnect(lost: HttpPeer): Promise<void> {
    this.#options.log("the session has ended on the server; connecting again");
    await lost.end();
    const peer = this.#connect();
    this.#peer = peer;
    let error: unknown;
    this.#onOwnAnswer = (message) => {
      error = message.error;
    };
    const { signal } = new AbortController();
    await peer.post({ ...this.#initialize, id: OWN_ID }, signal);
    this.#onOwnAnswer = null;
    if (error !== undefined) throw new RefusedError(400, "The server refused to initialize again");
    await peer.post({ jsonrpc: "2.0", method: "notifications/initialized" }, signal);
    this.#listen(peer);
    // Rare tools that a search had added are gone from the list.
    this.#options.write({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
  }

  #connect(): HttpPeer {
    const { url, key } = this.#options;
    const peer: HttpPeer = new HttpPeer({ url, key, onMessage: (message) => this.#deliver(peer, message) });
    return peer;
  }

  #deliver(peer: HttpPeer, message: Message): void {
    const id = answeredId(message);
    const initialized = message.result as { protocolVersion?: unknown } | undefined;
    if (
      id !== null &&
      (id === OWN_ID || id === this.#initialize?.id) &&
      typeof initialized?.protocolVersion === "string"
    )
      peer.protocolVersion = initialized.protocolVersion;
    if (id === OWN_ID) this.#onOwnAnswer?.(message);
    if (id === OWN_ID) return;
    // Given up meanwhile, or answered already.
    if (id !== null && this.#settle(id) === null) return;
    this.#options.write(message);
  }

  #listen(peer: HttpPeer): void {
    peer.listen().catch((error: unknown) => {
      if (peer.isClosed || !(error instanceof RefusedError)) return;
      if (isSessionLost(error))
        this.#recover(peer).catch((failed: unknown) => this.#options.log(`cannot connect again: ${wordsOf(failed)}`));
      else this.#options.log(`no notifications: ${error.message}`);
    });
  }

  #settle(id: Id): { readonly abort: AbortController; readonly method: unknown } | null {
    const pending = this.#pending.get(id) ?? null;
    this.#pending.delete(id);
    return pending;
  }

  #answer(message: Message, result: unknown): void {
    const id = requestId(message);
    if (id !== null && this.#settle(id) !== null) this.#options.write({ jsonrpc: "2.0", id, result });
  }

  #answerFailure(messages: readonly Message[], error: unknown): void {
    const words = wordsOf(error);
    const ids = messages.map(requestId).filter((id) => id !== null);
    if (ids.length === 0) this.#options.log(words);
    for (const id of ids) if (this.#settle(id) !== null) this.#options.write(failure(id, ON_THE_WAY, words));
  }
}

const isSessionLost = (error: unknown): boolean => error instanceof RefusedError && error.status === 404;

/** Never an error's own message where it is not ours: it could repeat what was sent. */
function wordsOf(error: unknown): string {
  if (error instanceof RefusedError || error instanceof AnswerLostError) return error.message;
  const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
  return `Deskfleet cannot be reached${typeof code === "string" ? ` (${code})` : ""}; see that it runs, and --url`;
}
