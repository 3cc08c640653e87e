import { describe, expect, it } from "vitest";
import { readEvents } from "./read-events.ts";

async function read(text: string, chunkBytes = 3): Promise<unknown[]> {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += chunkBytes) controller.enqueue(bytes.slice(at, at + chunkBytes));
      controller.close();
    },
  });
  const events: unknown[] = [];
  for await (const event of readEvents(body)) events.push(event);
  return events;
}

describe("server-sent events", () => {
  it.each([1, 2, 3, 7, 1_000])("are the same in pieces of %d bytes, in any script", async (chunkBytes) => {
    const text =
      'event: message\nid: a1\ndata: {"x":"世界 🌍"}\n\n: keepalive\n\nid: a2\ndata: \n\ndata: one\ndata: two\n\n';
    expect(await read(text, chunkBytes)).toEqual([
      { id: "a1", data: '{"x":"世界 🌍"}' },
      { id: "a2", data: "" },
      { id: null, data: "one\ntwo" },
    ]);
  });
  it("end lines with CRLF too, and may leave out the space", async () => {
    expect(await read("id:7\r\ndata:x\r\n\r\n")).toEqual([{ id: "7", data: "x" }]);
  });
  it.each(["data: half", "data: half\n", 'id: 9\ndata: {"a"'])("%j, which broke off, is none", async (text) => {
    expect(await read(text)).toEqual([]);
  });
  it("of megabytes are read in one go", async () => {
    const large = "x".repeat(3_000_000);
    expect(await read(`data: ${large}\n\n`, 65_536)).toEqual([{ id: null, data: large }]);
  });
});
