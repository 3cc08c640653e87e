import { randomUUID } from "node:crypto";
import { appendEvent, createKey, revokeKey } from "@deskfleet/store";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { type Caller, codeOf, type Harness, startHarness } from "../testing/harness.ts";

let database: TestDatabase;
let harness: Harness;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url, { DESKFLEET_API_STREAMS: "3" });
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

interface Received {
  readonly id: string;
  readonly type: string;
  readonly data: { data: { n?: number } };
}

/** An open event stream, read as a browser does. */
class Stream {
  readonly events: Received[] = [];
  readonly #controller = new AbortController();
  readonly done: Promise<void>;

  private constructor(response: Response, controller: AbortController) {
    this.#controller = controller;
    this.done = this.#read(response).catch(() => undefined);
  }

  static async open(as: Caller, query = "", lastEventId?: string): Promise<Stream> {
    const controller = new AbortController();
    const response = await fetch(`${harness.url}/v1/events${query}`, {
      headers: {
        authorization: `Bearer ${as.key}`,
        ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
      },
      signal: controller.signal,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
    return new Stream(response, controller);
  }

  async close(): Promise<void> {
    this.#controller.abort();
    await this.done;
  }

  numbers = () => this.events.map(({ data }) => data.data.n);

  async #read(response: Response): Promise<void> {
    let text = "";
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s).slice(0, 2)));
        if (fields.data !== undefined)
          this.events.push({ id: fields.id, type: fields.event, data: JSON.parse(fields.data) });
      }
    }
  }
}

const append = (n: number, as: Caller = harness.ours.admin) =>
  harness.database.tenant(as.tenantId, (tx) =>
    appendEvent(tx, { tenantId: as.tenantId, type: "session.action", sessionId: null, data: { n } }),
  );

describe("GET /v1/events", () => {
  it("400 for a Last-Event-ID that is not ours, before a stream begins", async () => {
    const answer = await harness.request("GET", "/v1/events", { headers: { "last-event-id": "yesterday" } });
    expect(codeOf(answer)).toEqual({ status: 400, code: "request.invalid" });
  });

  it("400 for an event type that is none", async () => {
    expect((await harness.request("GET", "/v1/events?types=task.queued,task.exploded")).status).toBe(400);
  });

  it("429 past the number of streams that a principal may hold; closing one frees it", async () => {
    const streams = await Promise.all([1, 2, 3].map(() => Stream.open(harness.ours.viewer)));
    const fourth = await harness.request("GET", "/v1/events", { as: harness.ours.viewer });
    expect(codeOf(fourth)).toEqual({ status: 429, code: "request.rate_limited" });
    const others = await Stream.open(harness.ours.operator);
    await Promise.all([others, ...streams].map((stream) => stream.close()));
    await expect
      .poll(async () => {
        const stream = await Stream.open(harness.ours.viewer).catch(() => null);
        await stream?.close();
        return stream !== null;
      })
      .toBe(true);
  });

  it("sends what happens from now on, of this tenant only", async () => {
    await append(1);
    const stream = await Stream.open(harness.ours.admin);
    await append(2, harness.theirs.admin);
    await append(3);
    await expect.poll(stream.numbers).toEqual([3]);
    expect(stream.events[0]).toMatchObject({
      type: "session.action",
      data: { type: "session.action", sessionId: null },
    });
    await stream.close();
  });

  it("goes on after Last-Event-ID without losing or repeating one", async () => {
    const stream = await Stream.open(harness.ours.admin);
    for (let n = 10; n < 13; n += 1) await append(n);
    await expect.poll(stream.numbers).toEqual([10, 11, 12]);
    await stream.close();
    for (let n = 13; n < 16; n += 1) await append(n);
    const resumed = await Stream.open(harness.ours.admin, "", stream.events[0]!.id);
    await append(16);
    await expect.poll(resumed.numbers).toEqual([11, 12, 13, 14, 15, 16]);
    await resumed.close();
  });

  it("loses none that commits late: an older transaction that is still open holds back the younger", async () => {
    const stream = await Stream.open(harness.ours.admin);
    const slow = new pg.Client({ connectionString: database.url });
    await slow.connect();
    try {
      await slow.query("BEGIN");
      await slow.query("INSERT INTO events (tenant_id, type, data) VALUES ($1, 'session.action', '{\"n\": 20}')", [
        harness.ours.admin.tenantId,
      ]);
      await append(21);
      // The younger is committed and its signal was sent; it may not overtake the older.
      await new Promise((resolve) => setTimeout(resolve, 400));
      expect(stream.numbers()).toEqual([]);
      await slow.query("COMMIT");
      await expect.poll(stream.numbers, { timeout: 5_000 }).toEqual([20, 21]);
    } finally {
      await slow.end();
      await stream.close();
    }
  });

  it("filters by type and session", async () => {
    const stream = await Stream.open(harness.ours.admin, `?types=task.queued&sessionId=${randomUUID()}`);
    const tasks = await Stream.open(harness.ours.admin, "?types=task.queued");
    await append(30);
    const json = { steps: [{ do: "computer_screen_size" }] };
    const task = await harness.request("POST", "/v1/tasks", { json });
    await expect
      .poll(() => tasks.events.map(({ data }) => (data as unknown as { taskId: string }).taskId))
      .toEqual([task.json.id]);
    expect(stream.events).toEqual([]);
    await Promise.all([stream.close(), tasks.close()]);
  });

  it("keeps an idle stream open with a comment, and ends it when the key is revoked", { timeout: 45_000 }, async () => {
    const { tenantId } = harness.ours.admin;
    const made = await harness.database.system((tx) => createKey(tx, { tenantId, name: "soon gone", role: "viewer" }));
    const caller: Caller = { tenantId, principalId: made.id, role: "viewer", key: made.key };
    const stream = await Stream.open(caller);
    await harness.database.tenant(tenantId, (tx) => revokeKey(tx, made.id));
    await stream.done;
    expect(stream.events).toEqual([]);
  });
});

it("HEAD answers and keeps no stream open", async () => {
  const as = harness.theirs.viewer;
  for (let n = 0; n < 5; n += 1) expect((await harness.request("HEAD", "/v1/events", { as })).status).toBe(200);
  await (await Stream.open(as)).close();
});
