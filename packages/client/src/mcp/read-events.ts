export interface ServerSentEvent {
  /** Null: this event has none. */
  readonly id: string | null;
  readonly data: string;
}

/** Events of an answer of type text/event-stream, as they arrive. Comments and what no event needs are left out. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  let id: string | null = null;
  let data: string[] = [];
  for await (const line of readLines(body)) {
    if (line === "") {
      if (id !== null || data.length > 0) yield { id, data: data.join("\n") };
      id = null;
      data = [];
      continue;
    }
    const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === "id") id = value;
    if (field === "data") data.push(value);
  }
}

/** A last line without an end is not one: what was to come after it is not known. */
async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  for await (const chunk of body) {
    const [first = "", ...others] = decoder.decode(chunk, { stream: true }).split("\n");
    parts.push(first);
    // Of a frame a line has megabytes in many chunks: joined once.
    for (const next of others) {
      yield parts.join("").replace(/\r$/, "");
      parts = [next];
    }
  }
}
