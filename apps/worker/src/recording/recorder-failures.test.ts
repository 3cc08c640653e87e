import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { perform } from "../perform.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { type Bench, createBench, OPERATOR } from "../sessions/testing.ts";
import { looked } from "./testing.ts";

vi.setConfig({ testTimeout: 60_000 });
const NEVER = new Promise<void>(() => undefined);
let bench: Bench;
let session: LiveSession;
let warned: unknown[];
beforeEach(async () => {
  bench = createBench();
  warned = [];
  vi.spyOn(bench.services.log, "warn").mockImplementation((...words: unknown[]) => {
    warned.push(words.at(-1));
  });
  session = await bench.open();
  await looked(session);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await bench.host.closeAll();
});

/** What the desktop answers to a look, changed. */
function answering(change: (answer: { result: { frame: object }; payload: Buffer | null }) => object): void {
  const { executor } = session.desktop;
  const real = executor.call.bind(executor);
  vi.spyOn(executor, "call").mockImplementation(async (method, params, options) => {
    const answer = await real(method, params, options);
    return (method === "record_frame" ? change(answer as never) : answer) as typeof answer;
  });
}
/** Does something that changes the screen and asks a person about something else. */
async function workAndAsk() {
  const window = bench.machine(session).openWindow("Ledger", "editor", []);
  const done = await perform(session, {
    ...{ tool: "computer_window_activate", principal: OPERATOR },
    params: { windowId: window.id },
  });
  const asked = await perform(session, {
    ...{ tool: "computer_file_delete", principal: OPERATOR },
    params: { path: "/workspace/a.txt" },
  });
  return [done.outcome, asked.outcome === "ask" ? asked.approval.frame : asked.outcome];
}

describe("a recorder that fails disturbs nobody, and says so once", () => {
  it("when the desktop cannot show its screen", async () => {
    bench.machine(session).beforeRecording = () => {
      throw new Error("no display");
    };
    expect(await workAndAsk()).toEqual(["done", null]);
    expect(await workAndAsk()).toEqual(["done", null]);
    await bench.host.close(session.id, "closed");
    expect(warned).toEqual([expect.stringContaining("could not be recorded")]);
    expect(bench.records.frames).toHaveLength(1);
  });

  it("when the store takes no frames, and goes on when it does again", async () => {
    const failing = vi.spyOn(bench.records, "insertFrame").mockRejectedValue(new Error("no store"));
    expect(await workAndAsk()).toEqual(["done", null]);
    expect(await workAndAsk()).toEqual(["done", null]);
    expect(warned).toHaveLength(1);
    failing.mockRestore();
    expect(await looked(session)).toMatchObject({ status: "kept" });
    expect(warned).toHaveLength(1);
  });

  const rest = { x: 0, y: 0, width: 1280, height: 800 };
  it.each([
    ["no picture", {}, Buffer.from("89504e470d0a1a0a00", "hex")],
    ["another kind of picture", {}, Buffer.from("<svg/>")],
    ["none", {}, null],
    ["a part of the screen", { region: { ...rest, width: 640 }, width: 640 }, undefined],
    ["more than the screen", { region: { ...rest, width: 1281 }, width: 1281 }, undefined],
    ["a smaller picture", { width: 640, height: 400, scale: 0.5 }, undefined],
    ["a picture that it never sent", { unchanged: true, frameId: "made-up" }, null],
  ])("when the desktop sends %s: nothing unchecked is kept", async (_name, facts, payload) => {
    answering(({ result, payload: real }) => ({
      result: { ...result, frame: { ...result.frame, ...facts } },
      payload: payload === undefined ? real : payload,
    }));
    expect(await workAndAsk()).toEqual(["done", null]);
    expect(await looked(session)).toBeNull();
    expect(warned).toHaveLength(1);
    expect(bench.records.frames).toHaveLength(1);
  });

  it("when the desktop is gone: that is told elsewhere", async () => {
    bench.driver.kill(session.desktop.id);
    expect(await session.recorder.ask()).toBeNull();
    await bench.host.closeAll();
    expect(warned).toEqual([]);
  });
});

describe("a desktop that does not answer the recorder", () => {
  beforeEach(() => {
    bench.machine(session).beforeRecording = () => NEVER;
  });

  it("is asked about without a picture, soon", async () => {
    const beganMs = performance.now();
    expect(await workAndAsk()).toEqual(["done", null]);
    expect(performance.now() - beganMs).toBeGreaterThan(450);
  });

  it("is let go when it is closed, soon, though a look hangs already", async () => {
    await session.recorder.ask();
    const release = vi.spyOn(bench.driver, "destroy");
    const beganMs = performance.now();
    const closed = bench.host.close(session.id, "closed");
    await vi.waitFor(() => expect(release).toHaveBeenCalled(), { timeout: 20_000 });
    expect(performance.now() - beganMs).toBeGreaterThan(600);
    await closed;
    expect(warned).toEqual([]);
    expect(bench.records.sessions.get(session.id)?.state).toBe("ended");
  });
});
