import type { EventStore } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
} from "@modelcontextprotocol/sdk/types.js";

/** Of one MCP session: enough for the answers that a break of seconds can lose, frames among them. */
const BYTES_MAX = 4 * 1_024 * 1_024;
const EVENTS_MAX = 500;

/** The SDK's id of the stream that GET opens. */
const NOTIFICATIONS = "_GET_stream";

interface StoredEvent {
  readonly id: string;
  readonly streamId: string;
  readonly message: JSONRPCMessage;
  readonly bytes: number;
}

/**
 * What was sent in an MCP session, for clients that come back with Last-Event-ID. Kept in memory and bounded: the oldest go
 * first, and the newest stays however large it is.
 */
export class SessionEvents implements EventStore {
  #events: StoredEvent[] = [];
  #bytes = 0;
  #count = 0;

  storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    this.#count += 1;
    const id = this.#count.toString(36);
    const bytes = JSON.stringify(message).length;
    this.#events.push({ id, streamId, message, bytes });
    this.#bytes += bytes;
    while (this.#events.length > 1 && (this.#bytes > BYTES_MAX || this.#events.length > EVENTS_MAX))
      this.#bytes -= this.#events.shift()?.bytes ?? 0;
    return Promise.resolve(id);
  }

  getStreamIdForEventId(eventId: string): Promise<string | undefined> {
    return Promise.resolve(this.#events.find(({ id }) => id === eventId)?.streamId);
  }

  async replayEventsAfter(
    lastEventId: string,
    { send }: { send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const { streamId, events } = this.#after(lastEventId);
    for (const { id, message } of events) await send(id, message);
    return streamId;
  }

  /**
   * What is left to be said on a stream that has its answer already, as server-sent events; null: the stream runs, or is not
   * known. The SDK would hold a resumed stream open for ever, though nothing can come on it any more.
   */
  restOfAnswered(lastEventId: string): string | null {
    const { streamId, events } = this.#after(lastEventId);
    if (streamId === "" || !this.#events.some((event) => event.streamId === streamId && isAnswer(event.message)))
      return null;
    return events.map(({ id, message }) => `event: message\nid: ${id}\ndata: ${JSON.stringify(message)}\n\n`).join("");
  }

  /** Else it is of the stream of notifications, which never ends by itself. */
  isOfRequest(eventId: string): boolean {
    const streamId = this.#events.find(({ id }) => id === eventId)?.streamId;
    return streamId !== undefined && streamId !== NOTIFICATIONS;
  }

  /** An event without a message only opened its stream. */
  #after(lastEventId: string): { streamId: string; events: StoredEvent[] } {
    const index = this.#events.findIndex(({ id }) => id === lastEventId);
    const streamId = this.#events[index]?.streamId ?? "";
    const events = this.#events.slice(index + 1).filter((event) => event.streamId === streamId);
    return { streamId, events: events.filter(({ message }) => "jsonrpc" in message) };
  }
}

const isAnswer = (message: JSONRPCMessage): boolean =>
  isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
