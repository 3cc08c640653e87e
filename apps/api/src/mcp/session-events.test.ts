import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import { SessionEvents } from "./session-events.ts";

const note = (text: string): JSONRPCMessage => ({ jsonrpc: "2.0", method: "notifications/x", params: { text } });
const answer = (id: number): JSONRPCMessage => ({ jsonrpc: "2.0", id, result: {} });
const opened = {} as JSONRPCMessage;
async function replayed(
  events: SessionEvents,
  lastEventId: string,
): Promise<{ streamId: string; messages: unknown[] }> {
  const messages: unknown[] = [];
  const streamId = await events.replayEventsAfter(lastEventId, {
    send: async (_id, message) => {
      messages.push(message);
    },
  });
  return { streamId, messages };
}

describe("what was sent in a connection", () => {
  it("is replayed of one stream only, in order, from after the event that the client has", async () => {
    const events = new SessionEvents();
    const first = await events.storeEvent("a", opened);
    await events.storeEvent("b", opened);
    await events.storeEvent("b", note("of b"));
    await events.storeEvent("a", note("1"));
    const second = await events.storeEvent("a", note("2"));
    expect(await replayed(events, first)).toEqual({ streamId: "a", messages: [note("1"), note("2")] });
    expect(await replayed(events, second)).toEqual({ streamId: "a", messages: [] });
  });

  it("has a rest once the stream is answered, which is empty when all was read", async () => {
    const events = new SessionEvents();
    const first = await events.storeEvent("a", opened);
    expect(events.restOfAnswered(first)).toBeNull();
    const last = await events.storeEvent("a", answer(7));
    expect(events.restOfAnswered(first)).toBe(
      `event: message\nid: ${last}\ndata: {"jsonrpc":"2.0","id":7,"result":{}}\n\n`,
    );
    expect([events.restOfAnswered(last), events.restOfAnswered("unknown")]).toEqual(["", null]);
  });

  it("knows the stream of notifications, which has no answer to wait for", async () => {
    const events = new SessionEvents();
    const ofGet = await events.storeEvent("_GET_stream", note("x"));
    const ofPost = await events.storeEvent("a", opened);
    expect([ofGet, ofPost, "none"].map((id) => events.isOfRequest(id))).toEqual([false, true, false]);
  });

  it("is bounded in number and bytes: the oldest are not there any more, the newest always is", async () => {
    const events = new SessionEvents();
    const oldest = await events.storeEvent("a", opened);
    for (let count = 0; count < 600; count += 1) await events.storeEvent("a", note(String(count)));
    expect(await events.getStreamIdForEventId(oldest)).toBeUndefined();
    const large = await events.storeEvent("b", note("x".repeat(5_000_000)));
    expect(await events.getStreamIdForEventId(large)).toBe("b");
    const next = await events.storeEvent("c", opened);
    expect(await Promise.all([large, next].map((id) => events.getStreamIdForEventId(id)))).toEqual([undefined, "c"]);
  });
});
