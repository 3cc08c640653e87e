import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { type Caller, codeOf, type Harness, startHarness } from "../../testing/harness.ts";
import { elementsOf, parseEbml, webpOf } from "./testing-frames.ts";
import { recordFrames } from "./testing-record.ts";

let database: TestDatabase;
let harness: Harness;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

const content = webpOf(Buffer.alloc(90, 1));
async function record(frames: Parameters<typeof recordFrames>[2], caller: Caller = harness.ours.operator) {
  const { id } = await harness.openSession(caller);
  return { id, frames: await recordFrames(harness.database, { tenantId: caller.tenantId, sessionId: id }, frames) };
}
const kept = (count: number) => Array.from({ length: count }, (_none, index) => ({ ms: index * 500, content }));
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(harness.url + path, { headers: { authorization: `Bearer ${harness.ours.viewer.key}`, ...headers } });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const NOT_FOUND = { status: 404, code: "resource.not_found" };

describe("refused", () => {
  it("without a key", async () => {
    const { id, frames } = await record(kept(1));
    for (const path of ["frames", `frames/${frames[0]!.id}`, "recording.webm"])
      expect((await fetch(`${harness.url}/v1/sessions/${id}/${path}`)).status, path).toBe(401);
  });

  it("400 for an id that is none, a cursor that is not ours, and more than 200 at a time", async () => {
    const { id } = await record([]);
    for (const path of [
      "x/frames",
      `${id}/frames/x`,
      "x/recording.webm",
      `${id}/frames?cursor=x`,
      `${id}/frames?limit=201`,
    ])
      expect(codeOf(await harness.request("GET", `/v1/sessions/${path}`)), path).toMatchObject({ status: 400 });
  });

  it("404 where there is nothing: no session, no frame, no picture", async () => {
    const { id, frames } = await record([{ ms: 0, content: null }]);
    for (const path of [
      ...[`${randomUUID()}/frames`, `${randomUUID()}/recording.webm`, `${id}/recording.webm`],
      ...[`${id}/frames/${randomUUID()}`, `${id}/frames/${frames[0]!.id}`],
    ])
      expect(codeOf(await harness.request("GET", `/v1/sessions/${path}`)), path).toEqual(NOT_FOUND);
  });

  it("404 for another tenant's picture, under its session and under one of ours, and for one of another session", async () => {
    const theirs = await record(kept(1), harness.theirs.operator);
    const [one, other] = [await record(kept(1)), await record(kept(1))];
    for (const [session, frame] of [
      [theirs.id, theirs.frames[0]],
      [one.id, theirs.frames[0]],
      [one.id, other.frames[0]],
    ] as const)
      expect(codeOf(await harness.request("GET", `/v1/sessions/${session}/frames/${frame!.id}`))).toEqual(NOT_FOUND);
    expect(codeOf(await harness.request("GET", `/v1/sessions/${theirs.id}/recording.webm`))).toEqual(NOT_FOUND);
  });
});

describe("frames", () => {
  it("come oldest first, page by page, with everything but the picture", async () => {
    const { id, frames } = await record([{ ms: 0, content }, { ms: 500, content: null }, ...kept(3)]);
    await record(kept(2));
    const seen: unknown[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { json } = await harness.request("GET", `/v1/sessions/${id}/frames?limit=2${cursor}`, {
        as: harness.ours.viewer,
      });
      expect(json.items.length).toBeLessThanOrEqual(2);
      seen.push(...json.items);
      cursor = json.nextCursor === null ? null : `&cursor=${json.nextCursor}`;
    }
    expect(seen).toEqual(frames);
    expect(frames[0]).toMatchObject({ status: "kept", contentBytes: content.length, at: "2026-01-01T00:00:00.000Z" });
    expect(frames[1]).toMatchObject({ status: "hash", contentBytes: 0 });
  });

  it("are pictures that a browser keeps for its user alone, and asks for once", async () => {
    const { id, frames } = await record(kept(1));
    const path = `/v1/sessions/${id}/frames/${frames[0]!.id}`;
    const answer = await get(path);
    expect(await bytesOf(answer)).toEqual(content);
    const etag = `"${createHash("sha256").update(content).digest("hex")}"`;
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, max-age=3600, immutable",
      vary: "Authorization, Cookie",
      etag,
      "x-content-type-options": "nosniff",
    });
    const again = await get(path, { "if-none-match": `W/"x", ${etag}` });
    expect([again.status, (await bytesOf(again)).length]).toEqual([304, 0]);
    expect((await get(path, { "if-none-match": '"x"' })).status).toBe(200);
  });
});

describe("the video", () => {
  it("is a file to be saved, as long as it says, with every kept picture of the session and no other", async () => {
    const { id } = await record([...kept(40), { ms: 30_000, content: null }]);
    await record(kept(3));
    const answer = await get(`/v1/sessions/${id}/recording.webm`);
    const file = await bytesOf(answer);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "video/webm",
      "content-disposition": `attachment; filename="session-${id}.webm"`,
      "content-length": String(file.length),
      "accept-ranges": "bytes",
      "cache-control": "no-store",
    });
    const blocks = elementsOf(0xa1, parseEbml(file));
    expect(blocks.map((block) => block.content.subarray(4))).toEqual(kept(40).map(() => content.subarray(20)));
  });

  it("goes on where a download broke off, unless it has become another", async () => {
    const { id } = await record(kept(40));
    const path = `/v1/sessions/${id}/recording.webm`;
    const whole = await get(path);
    const file = await bytesOf(whole);
    const headers = { range: "bytes=700-", "if-range": whole.headers.get("etag")! };
    const rest = await get(path, headers);
    expect(rest.status).toBe(206);
    expect(rest.headers.get("content-range")).toBe(`bytes 700-${file.length - 1}/${file.length}`);
    expect(rest.headers.get("content-length")).toBe(String(file.length - 700));
    expect(await bytesOf(rest)).toEqual(file.subarray(700));

    await recordFrames(harness.database, { tenantId: harness.ours.operator.tenantId, sessionId: id }, [
      { ms: 90_000, content },
    ]);
    const longer = await get(path, headers);
    expect(longer.status).toBe(200);
    expect((await bytesOf(longer)).length).toBeGreaterThan(file.length);
  });

  it("says its length to HEAD", async () => {
    const { id } = await record(kept(2));
    const answer = await fetch(`${harness.url}/v1/sessions/${id}/recording.webm`, {
      method: "HEAD",
      headers: { authorization: `Bearer ${harness.ours.viewer.key}` },
    });
    expect([answer.status, Number(answer.headers.get("content-length"))]).toEqual([200, expect.any(Number)]);
    expect(Number(answer.headers.get("content-length"))).toBeGreaterThan(2 * 100);
  });
});
