import { CallToolResultSchema, type Progress } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { freshDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { problem } from "../testing/fake-worker.ts";
import { type Harness, startHarness } from "../testing/harness.ts";
import { connectMcp, type McpConnection, structuredOf, textOf } from "./testing-client.ts";
import { type ActionCall, does, serveDesktops } from "./testing-desktops.ts";

let database: TestDatabase;
let harness: Harness;
let connection: McpConnection;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await startHarness(database.url);
  serveDesktops(harness, ({ tool }) => does(tool, { width: 1, height: 1 }));
  connection = await connectMcp(harness.url, harness.ours.operator);
  await connection.client.listTools();
});
afterAll(async () => {
  await connection.client.close();
  await harness.close();
  await database.drop();
});
beforeEach(async () => {
  await harness.reportWorker();
  serveDesktops(harness, ({ tool }) => does(tool, { width: 1, height: 1 }));
});

const PICTURE = Buffer.from("not really a picture");
const image = { type: "image", data: PICTURE.toString("base64"), mimeType: "image/png" };
const call = (name: string, args: Record<string, unknown> = {}) =>
  connection.client.callTool({ name, arguments: args });
function sees(): ActionCall[] {
  const seen: ActionCall[] = [];
  serveDesktops(harness, (action) => {
    seen.push(action);
    return does(action.tool, { text: "Computer Use state", how: "action" }, PICTURE);
  });
  return seen;
}

describe("an answer", () => {
  it("is the result as text and as structured content, and facts about the action beside it", async () => {
    serveDesktops(harness, ({ tool }) => does(tool, { width: 1_280, height: 800 }));
    const result = await call("computer_screen_size");
    expect(result).toEqual({
      content: [{ type: "text", text: '{"width":1280,"height":800}' }],
      structuredContent: { width: 1_280, height: 800 },
      _meta: { "deskfleet.dev/action": expect.objectContaining({ masked: [], truncated: false, durationMs: 1 }) },
    });
  });

  it("of a capture has the picture as an image, and its facts, without the picture, as text", async () => {
    serveDesktops(harness, ({ tool }) => {
      const { frameId, format, width, height, scale, region, unchanged, masked } = FRAME;
      return does(tool, { frameId, format, width, height, scale, region, unchanged, masked }, PICTURE);
    });
    const result = await call("computer_screen_capture", { format: "png" });
    expect(result.content).toEqual([{ type: "text", text: expect.stringContaining('"frameId":"f1"') }, image]);
    expect(structuredOf(result)).toEqual(FRAME);
    expect(JSON.stringify(structuredOf(result))).not.toContain(image.data);
  });

  it("of an app-state tool is the text alone, then the picture; the structured content is the rest", async () => {
    const seen = sees();
    const result = await call("press_key", { app: "Editor", key: "Return" });
    expect(result.content).toEqual([{ type: "text", text: "Computer Use state" }, image]);
    expect(structuredOf(result)).toEqual({ how: "action" });
    expect(seen).toMatchObject([{ tool: "press_key", params: { app: "Editor", key: "Return" } }]);
    expect(seen[0]).not.toHaveProperty("observe");
  });

  it("has a picture of what came of it, where the client connected with observe", async () => {
    const seen = sees();
    const observing = await connectMcp(harness.url, { ...harness.ours.operator, query: "?observe=true" });
    await observing.client.callTool({ name: "computer_key_press", arguments: { key: "Return" } });
    await observing.client.callTool({ name: "computer_screen_size", arguments: {} });
    await observing.client.callTool({ name: "press_key", arguments: { app: "Editor", key: "Return" } });
    expect(seen.map(({ tool, observe }) => [tool, observe !== undefined])).toEqual([
      ["computer_key_press", true],
      ["computer_screen_size", false],
      ["press_key", false],
    ]);
    await observing.client.close();
  });
});

describe("a viewer", () => {
  it("can look at a session that is there, by the worker's route for those who look, and do nothing else", async () => {
    const { viewer, operator } = harness.ours;
    const { id } = await harness.openSession(operator);
    const looking = await connectMcp(harness.url, { key: viewer.key, query: `?session=${id}` });
    serveDesktops(harness, ({ tool }) => does(tool, FRAME, PICTURE));
    harness.worker.calls.length = 0;
    const capture = (args: object) =>
      looking.client.callTool({ name: "computer_screen_capture", arguments: { ...args } });
    expect((await capture({ format: "png" })).content).toContainEqual(image);
    expect(structuredOf(await capture({ format: "gif" })).code).toBe("request.invalid");
    const refused = await looking.client.callTool({ name: "computer_screen_size", arguments: {} });
    expect(structuredOf(refused).code).toBe("auth.forbidden");
    expect(harness.worker.calls.map(({ path }) => path)).toEqual([`/internal/sessions/${id}/frame`]);
    await looking.client.close();
  });
});

describe("a refusal or failure", () => {
  it.each([
    ["policy.denied", { gate: "path" }],
    ["session.paused", undefined],
    ["session.human_control", { retryAfterMs: 1_000 }],
    ["desktop.lost", undefined],
    ["audit.unavailable", undefined],
  ] as const)("%s is a tool's error with the problem as structured content", async (code, data) => {
    serveDesktops(harness, () => problem(code, data));
    const result = await call("computer_screen_size");
    expect([result.isError, structuredOf(result)]).toEqual([
      true,
      expect.objectContaining({ code, detail: "the worker says no", ...(data ? { data } : {}) }),
    ]);
    expect(textOf(result)).toContain("the worker says no");
  });

  it("that passes says when to call again", async () => {
    serveDesktops(harness, () => problem("action.rate_limited", { retryAfterMs: 120 }));
    const result = await call("computer_screen_size");
    expect(textOf(result)).toBe("the worker says no\nCall again in 120 ms.\n(action.rate_limited, may work later)");
    expect(structuredOf(result)).toMatchObject({ retryable: true, data: { retryAfterMs: 120 } });
  });

  it.each([
    ["action.failed", "click", { element_index: 99 }],
    ["request.invalid", "scroll", { element_index: 1, direction: "sideways" }],
  ] as const)("%s with a text that agents know is that text and nothing else", async (code, tool, params) => {
    serveDesktops(harness, () => problem(code));
    const result = await call(tool, { app: "Editor", ...params });
    expect([result.isError, textOf(result)]).toEqual([true, "the worker says no"]);
  });

  it("never repeats what is not ours to say", async () => {
    serveDesktops(harness, () => ({ status: 500, type: "text/plain", body: "psycopg: password=hunter2" }));
    const result = await call("computer_screen_size");
    expect([result.isError, structuredOf(result).code]).toEqual([true, "internal"]);
    expect(JSON.stringify(result)).not.toContain("hunter2");
  });

  it.each([
    ["a locator, which is not in the surface for MCP", { app: "Editor", element: { name: "Save" } }, "/params/element"],
    ["no app", { element_index: 1 }, "/params/app"],
    ["an index that is none", { app: "Editor", element_index: "one" }, "/params/element_index"],
  ])("%s is refused with its path before any desktop is asked", async (_name, args, path) => {
    const seen = sees();
    const result = await call("click", args);
    const { code, faults } = structuredOf(result) as { code: string; faults: { path: string }[] };
    expect([result.isError, code, faults.map((fault) => fault.path)]).toEqual([true, "request.invalid", [path]]);
    expect(seen).toEqual([]);
  });
});

describe("a long call", () => {
  it("tells its progress to a client that asks for it, growing, with what it does", async () => {
    const fresh = await connectMcp(harness.url, harness.ours.operator);
    const told: Progress[] = [];
    await fresh.client.callTool({ name: "computer_screen_size", arguments: {} }, CallToolResultSchema, {
      onprogress: (progress) => told.push(progress),
    });
    const messages = told.map(({ message }) => message);
    expect(messages.slice(0, 2)).toEqual(["Starting a desktop", "computer_screen_size"]);
    const amounts = told.map(({ progress }) => progress);
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
    expect(new Set(amounts).size).toBe(amounts.length);
    await fresh.client.close();
  });

  it("that the client gives up ends on the worker too, and its connection goes on", async () => {
    let begun = (): void => {};
    const began = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let ended = false;
    serveDesktops(harness, ({ givenUp, tool }) => {
      begun();
      return new Promise((resolve) =>
        givenUp.addEventListener("abort", () => {
          ended = true;
          resolve(does(tool, {}));
        }),
      );
    });
    const caller = new AbortController();
    const params = { name: "computer_process_start", arguments: { command: "sleep 60", wait: true } };
    const given = connection.client.callTool(params, CallToolResultSchema, { signal: caller.signal });
    const failed = expect(given).rejects.toThrow();
    await began;
    caller.abort("changed my mind");
    await failed;
    await vi.waitFor(() => expect(ended).toBe(true), { timeout: 20_000 });
    serveDesktops(harness, ({ tool }) => does(tool, { width: 2, height: 2 }));
    expect(structuredOf(await call("computer_screen_size"))).toEqual({ width: 2, height: 2 });
    expect(harness.log.filter((line) => line.includes("an MCP call failed"))).toHaveLength(1); // of the test with a stranger's text
  });
});

describe("resources", () => {
  it("are the session and its screen", async () => {
    const { resources } = await connection.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(["deskfleet://session", "deskfleet://session/frame"]);
    expect(await connection.client.listResourceTemplates()).toEqual({ resourceTemplates: [] });
    const [session] = (await connection.client.readResource({ uri: "deskfleet://session" })).contents;
    expect(JSON.parse(String(session && "text" in session ? session.text : ""))).toMatchObject({ state: "active" });
    serveDesktops(harness, ({ tool }) => does(tool, FRAME, PICTURE));
    const frame = await connection.client.readResource({ uri: "deskfleet://session/frame" });
    expect(frame.contents).toEqual([{ uri: "deskfleet://session/frame", mimeType: "image/png", blob: image.data }]);
  });
  it("are refused in our words", async () => {
    serveDesktops(harness, () => problem("policy.denied"));
    const read = connection.client.readResource({ uri: "deskfleet://session/frame" });
    await expect(read).rejects.toMatchObject({
      message: expect.stringContaining("the worker says no"),
      data: { code: "policy.denied" },
    });
  });
  it("start no desktop by being read", async () => {
    const fresh = await connectMcp(harness.url, harness.ours.operator);
    const read = fresh.client.readResource({ uri: "deskfleet://session/frame" });
    await expect(read).rejects.toMatchObject({ data: { code: "resource.conflict" } });
    await fresh.client.close();
  });
});

const FRAME = {
  ...{ frameId: "f1", format: "png", width: 4, height: 3, scale: 1 },
  region: { x: 0, y: 0, width: 4, height: 3 },
  ...{ unchanged: false, masked: [] },
};
